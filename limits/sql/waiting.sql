-- How long a looser own limit waits is a value of the request (`wait_hours`, from the profile); never less than 24 hours. A first
-- limit waits too if the request says so: it is looser than the profile's default. As before otherwise.
CREATE OR REPLACE FUNCTION public.limits_guard_limit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_before public.limits_limit;
    v_looser boolean;
BEGIN
    PERFORM FROM accounts_user WHERE id = new.player_id FOR NO KEY UPDATE;
    v_before := limits_in_force(new.player_id, new.scope, new.kind, new.period);
    v_looser := v_before.amount IS NOT NULL AND coalesce(new.amount > v_before.amount, true);
    new.wait_hours := CASE
        WHEN new.scope <> 'own' OR NOT (v_looser OR new.wait_hours > 0) THEN 0
        ELSE greatest(new.wait_hours, 24) END;
    new.proposed_at := clock_timestamp();
    new.in_force_from := new.proposed_at + new.wait_hours * interval '1 hour';
    IF v_before.amount IS NULL AND new.amount IS NULL THEN
        RAISE EXCEPTION 'there is no % limit of % to end', new.kind, new.period
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (SELECT FROM accounts_user WHERE id = new.player_id AND (is_staff OR state = 'closed')) THEN
        RAISE EXCEPTION 'account % does not play', new.player_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF new.scope <> 'own' OR new.proposed_by_id <> new.player_id THEN
        PERFORM approvals_require_staff(new.proposed_by_id);
        IF v_looser AND (new.scope = 'own' OR new.proposed_by_id = v_before.proposed_by_id) THEN
            RAISE EXCEPTION 'limit % is loosened by %', v_before.id,
                CASE new.scope WHEN 'own' THEN 'its player' ELSE 'another person' END
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END IF;
    IF new.scope = 'player' AND v_before.amount = new.amount THEN
        RAISE EXCEPTION 'the % of % is that already', new.kind, new.period USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (SELECT FROM limits_limit WHERE player_id = new.player_id AND scope = new.scope AND kind = new.kind
               AND period = new.period AND (id >= new.id OR proposed_at >= new.proposed_at)) THEN
        RAISE EXCEPTION 'limits follow each other' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
