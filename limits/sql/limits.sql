-- The limits of players. The service checks the same rules with messages; these triggers also cover raw SQL.

-- The limit in force; null if none was ever set.
CREATE FUNCTION public.limits_in_force(p_player bigint, p_scope text, p_kind text, p_period text)
RETURNS public.limits_limit
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT one FROM limits_limit AS one
    WHERE player_id = p_player AND scope = p_scope AND kind = p_kind AND period = p_period
      AND (in_force_from <= proposed_at OR EXISTS (SELECT FROM limits_limitconfirmation WHERE limit_id = one.id))
    ORDER BY id DESC LIMIT 1
$$;

-- The lock on the player's row serialises limits with each other and with bets. The clock is the database's: loosening an own limit
-- may take effect 24 hours after the request, everything else at once. Players loosen their own limits themselves; staff can only
-- tighten them. Whoever set a house limit in force does not loosen it: two people agree that a player may lose more.
CREATE FUNCTION public.limits_guard_limit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_before public.limits_limit;
    v_looser boolean;
BEGIN
    PERFORM FROM accounts_user WHERE id = new.player_id FOR NO KEY UPDATE;
    v_before := limits_in_force(new.player_id, new.scope, new.kind, new.period);
    v_looser := v_before.amount IS NOT NULL AND coalesce(new.amount > v_before.amount, true);
    new.proposed_at := clock_timestamp();
    new.in_force_from := new.proposed_at
        + CASE WHEN v_looser AND new.scope = 'own' THEN interval '24 hours' ELSE interval '0' END;
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
CREATE TRIGGER in_order BEFORE INSERT ON public.limits_limit
FOR EACH ROW EXECUTE FUNCTION public.limits_guard_limit();

-- A looser limit is confirmed after its waiting period and within 7 days, unless a newer one was requested meanwhile: an old
-- request must not be available on a losing evening months later.
CREATE FUNCTION public.limits_guard_confirmation() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_limit public.limits_limit;
BEGIN
    SELECT * INTO v_limit FROM limits_limit WHERE id = new.limit_id;
    PERFORM FROM accounts_user WHERE id = v_limit.player_id FOR NO KEY UPDATE;
    new.at := clock_timestamp();
    IF v_limit.in_force_from <= v_limit.proposed_at OR new.at < v_limit.in_force_from
       OR new.at > v_limit.in_force_from + interval '7 days' THEN
        RAISE EXCEPTION 'limit % is not to be confirmed now', new.limit_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (SELECT FROM limits_limit WHERE player_id = v_limit.player_id AND scope = v_limit.scope
               AND kind = v_limit.kind AND period = v_limit.period AND id > v_limit.id) THEN
        RAISE EXCEPTION 'limit % was asked for otherwise since', new.limit_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER in_time BEFORE INSERT ON public.limits_limitconfirmation
FOR EACH ROW EXECUTE FUNCTION public.limits_guard_confirmation();

REVOKE ALL ON FUNCTION
    public.limits_in_force(bigint, text, text, text), public.limits_guard_limit(), public.limits_guard_confirmation()
FROM PUBLIC;
