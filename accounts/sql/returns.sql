-- A player comes back from a self-exclusion by asking, where the profile allowed it when the exclusion began, after its waiting time.

-- As before, without self-exclusions from which the player has come back.
CREATE OR REPLACE FUNCTION public.accounts_restriction_strength(p_player bigint) RETURNS integer
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT coalesce(max(accounts_state_strength(kind)), 0) FROM accounts_restriction AS one
    WHERE player_id = p_player AND (until IS NULL OR until > clock_timestamp()) AND NOT EXISTS (
        SELECT FROM accounts_lifting AS lifting
        JOIN accounts_liftingdecision AS decision ON decision.proposal_id = lifting.id
        WHERE lifting.restriction_id = one.id AND decision.approved)
    AND NOT EXISTS (SELECT FROM accounts_registerremoval WHERE listing_id = one.id)
    AND NOT EXISTS (SELECT FROM accounts_exclusionreturn WHERE restriction_id = one.id AND ends_at <= clock_timestamp())
$$;

-- As before; a self-exclusion is lifted if the profile allowed that when it began.
CREATE OR REPLACE FUNCTION public.accounts_guard_lifting() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM accounts_restriction WHERE id = new.restriction_id AND kind = 'self_excluded' AND NOT by_staff) THEN
        RAISE EXCEPTION 'a self-exclusion is not lifted' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (SELECT FROM accounts_registerlisting WHERE restriction_id = new.restriction_id) THEN
        RAISE EXCEPTION 'an exclusion by the register is not lifted' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

CREATE FUNCTION public.accounts_guard_return() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_exclusion public.accounts_restriction;
BEGIN
    SELECT * INTO v_exclusion FROM accounts_restriction WHERE id = new.restriction_id;
    new.asked_at := clock_timestamp();
    new.ends_at := new.asked_at + v_exclusion.return_hours * interval '1 hour';
    IF v_exclusion.kind <> 'self_excluded' OR v_exclusion.returns_from IS NULL OR v_exclusion.returns_from > new.asked_at THEN
        RAISE EXCEPTION 'restriction % does not end by the wish of its player', new.restriction_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER asked BEFORE INSERT ON public.accounts_exclusionreturn
FOR EACH ROW EXECUTE FUNCTION public.accounts_guard_return();

REVOKE ALL ON FUNCTION public.accounts_guard_return() FROM PUBLIC;
