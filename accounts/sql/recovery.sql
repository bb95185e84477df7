-- Reset of lost second factors: two people and a waiting period.
-- The services check the same rules with messages; these triggers also cover raw SQL.

-- True if a reset was neither refused nor ended.
CREATE FUNCTION public.accounts_is_reset_open(p_reset bigint) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT NOT EXISTS (SELECT FROM accounts_factorresetend WHERE reset_id = p_reset)
       AND NOT EXISTS (SELECT FROM accounts_factorresetdecision WHERE proposal_id = p_reset AND NOT approved)
$$;

-- A reset is for a player, one open reset at a time, with a letter that informs the player.
CREATE FUNCTION public.accounts_guard_reset_request() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM FROM accounts_user WHERE id = new.player_id FOR NO KEY UPDATE;  -- serialises resets of the same player
    IF EXISTS (SELECT FROM accounts_user WHERE id = new.player_id AND is_staff) THEN
        RAISE EXCEPTION 'an administrator resets the factor of staff' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NOT EXISTS (SELECT FROM accounts_letter WHERE id = new.letter_id AND player_id = new.player_id AND kind = 'reset_due') THEN
        RAISE EXCEPTION 'player % is not told of it', new.player_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (SELECT FROM accounts_factorreset WHERE player_id = new.player_id AND accounts_is_reset_open(id)) THEN
        RAISE EXCEPTION 'one of player % runs already', new.player_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER asked BEFORE INSERT ON public.accounts_factorreset
FOR EACH ROW EXECUTE FUNCTION public.accounts_guard_reset_request();

-- A reset is decided only while it is open.
CREATE FUNCTION public.accounts_guard_reset_decision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_reset public.accounts_factorreset;
BEGIN
    SELECT * INTO v_reset FROM accounts_factorreset WHERE id = new.proposal_id;
    PERFORM FROM accounts_user WHERE id = v_reset.player_id FOR NO KEY UPDATE;
    IF NOT accounts_is_reset_open(new.proposal_id) THEN
        RAISE EXCEPTION 'reset % has ended', new.proposal_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER running BEFORE INSERT ON public.accounts_factorresetdecision
FOR EACH ROW EXECUTE FUNCTION public.accounts_guard_reset_decision();

-- A reset ends once. It is carried out only if approved, and 72 hours after its mail was sent, by the database's clock.
CREATE FUNCTION public.accounts_guard_reset_end() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_reset public.accounts_factorreset;
BEGIN
    SELECT * INTO v_reset FROM accounts_factorreset WHERE id = new.reset_id;
    PERFORM FROM accounts_user WHERE id = v_reset.player_id FOR NO KEY UPDATE;
    new.at := clock_timestamp();
    IF NOT accounts_is_reset_open(new.reset_id) THEN
        RAISE EXCEPTION 'reset % has ended', new.reset_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF new.acting_user_id IS NOT NULL THEN
        PERFORM approvals_require_staff(new.acting_user_id);
    END IF;
    IF new.how = 'done' AND NOT EXISTS (
        SELECT FROM accounts_factorresetdecision AS decision
        JOIN accounts_letter AS letter ON letter.id = v_reset.letter_id
        WHERE decision.proposal_id = new.reset_id AND decision.approved
          AND letter.mailed_at <= new.at - interval '72 hours' AND v_reset.proposed_at <= new.at - interval '72 hours') THEN
        RAISE EXCEPTION 'reset % is not due', new.reset_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER in_time BEFORE INSERT ON public.accounts_factorresetend
FOR EACH ROW EXECUTE FUNCTION public.accounts_guard_reset_end();

REVOKE ALL ON FUNCTION
    public.accounts_is_reset_open(bigint), public.accounts_guard_reset_request(),
    public.accounts_guard_reset_decision(), public.accounts_guard_reset_end()
FROM PUBLIC;
