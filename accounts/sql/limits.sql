-- The limits that players set themselves. The service says the same sentences to people; this holds for raw SQL too.

-- The row of a limit that counts now; null where none was ever set.
CREATE FUNCTION public.accounts_limit_in_force(p_player bigint, p_kind text, p_period text)
RETURNS public.accounts_playlimit
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT one FROM accounts_playlimit AS one
    WHERE player_id = p_player AND kind = p_kind AND period = p_period
      AND (effective_at <= at OR EXISTS (SELECT FROM accounts_playlimitconfirmation WHERE limit_id = one.id))
    ORDER BY id DESC LIMIT 1
$$;

-- The clock is the database's: what loosens a limit may count 24 hours after it was asked for, everything else counts at once.
-- Players loosen their limits themselves; staff could only tighten them.
CREATE FUNCTION public.accounts_limit_play() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_most bigint;
    v_looser boolean;
BEGIN
    PERFORM FROM accounts_user WHERE id = new.player_id FOR NO KEY UPDATE;  -- one after the other, and none during a bet
    v_most := (accounts_limit_in_force(new.player_id, new.kind, new.period)).amount;
    v_looser := v_most IS NOT NULL AND coalesce(new.amount > v_most, true);
    new.at := clock_timestamp();
    new.effective_at := new.at + CASE WHEN v_looser THEN interval '24 hours' ELSE interval '0' END;
    IF v_most IS NULL AND new.amount IS NULL THEN
        RAISE EXCEPTION 'there is no % limit of % to end', new.kind, new.period
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (SELECT FROM accounts_user WHERE id = new.player_id AND is_staff) THEN
        RAISE EXCEPTION 'staff do not play' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF new.by_id <> new.player_id THEN
        PERFORM approvals_see_staff(new.by_id);
        IF v_looser THEN
            RAISE EXCEPTION 'a limit of player % is loosened by its player', new.player_id
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END IF;
    IF EXISTS (SELECT FROM accounts_playlimit WHERE player_id = new.player_id AND kind = new.kind
               AND period = new.period AND (id >= new.id OR at >= new.at)) THEN
        RAISE EXCEPTION 'limits follow each other' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER in_time BEFORE INSERT ON public.accounts_playlimit
FOR EACH ROW EXECUTE FUNCTION public.accounts_limit_play();

-- A looser limit is confirmed after its time and within 7 days, unless another one was asked for in the meantime: what was wanted
-- once is not kept for a losing evening months later.
CREATE FUNCTION public.accounts_confirm_limit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_limit public.accounts_playlimit;
BEGIN
    SELECT * INTO v_limit FROM accounts_playlimit WHERE id = new.limit_id;
    PERFORM FROM accounts_user WHERE id = v_limit.player_id FOR NO KEY UPDATE;
    new.at := clock_timestamp();
    IF v_limit.effective_at <= v_limit.at OR new.at < v_limit.effective_at
       OR new.at > v_limit.effective_at + interval '7 days' THEN
        RAISE EXCEPTION 'limit % is not to be confirmed now', new.limit_id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (SELECT FROM accounts_playlimit WHERE player_id = v_limit.player_id AND kind = v_limit.kind
               AND period = v_limit.period AND id > v_limit.id) THEN
        RAISE EXCEPTION 'limit % was asked for otherwise since', new.limit_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER in_time BEFORE INSERT ON public.accounts_playlimitconfirmation
FOR EACH ROW EXECUTE FUNCTION public.accounts_confirm_limit();

REVOKE ALL ON FUNCTION
    public.accounts_limit_in_force(bigint, text, text), public.accounts_limit_play(), public.accounts_confirm_limit()
FROM PUBLIC;
