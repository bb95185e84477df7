-- The limits that the house holds one player to. The service says the same sentences to people; this holds for raw SQL too.

-- Set by staff, for a player, one after the other and none during a bet. Whoever set what counts does not make it looser: two
-- persons agree that a player may lose more.
CREATE FUNCTION public.accounts_limit_by_house() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_before public.accounts_houselimit;
BEGIN
    PERFORM FROM accounts_user WHERE id = new.player_id FOR NO KEY UPDATE;
    new.at := clock_timestamp();
    PERFORM approvals_see_staff(new.by_id);
    IF EXISTS (SELECT FROM accounts_user WHERE id = new.player_id AND (is_staff OR state = 'closed')) THEN
        RAISE EXCEPTION 'account % does not play', new.player_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    SELECT * INTO v_before FROM accounts_houselimit
    WHERE player_id = new.player_id AND kind = new.kind AND period = new.period ORDER BY id DESC LIMIT 1;
    IF v_before.amount IS NOT DISTINCT FROM new.amount THEN
        RAISE EXCEPTION 'the % of % is that already', new.kind, new.period USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF v_before.id >= new.id OR v_before.at >= new.at THEN
        RAISE EXCEPTION 'limits follow each other' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF v_before.amount IS NOT NULL AND coalesce(new.amount > v_before.amount, true) AND new.by_id = v_before.by_id THEN
        RAISE EXCEPTION 'limit % is loosened by another person', v_before.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER in_order BEFORE INSERT ON public.accounts_houselimit
FOR EACH ROW EXECUTE FUNCTION public.accounts_limit_by_house();

REVOKE ALL ON FUNCTION public.accounts_limit_by_house() FROM PUBLIC;
