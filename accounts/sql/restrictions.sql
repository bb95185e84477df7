-- Restrictions of players, and who may lift them. The services check the same rules with messages; these triggers also cover raw SQL.

-- Strength of an account state, 0 for none; a stronger restriction includes all weaker ones.
CREATE FUNCTION public.accounts_state_strength(p_state text) RETURNS integer
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE p_state WHEN 'suspended' THEN 1 WHEN 'operator_excluded' THEN 2 WHEN 'self_excluded' THEN 3
                        WHEN 'locked' THEN 4 WHEN 'closed' THEN 5 ELSE 0 END
$$;

-- Strength of the player's strongest restriction in force; 0 if there is none.
CREATE FUNCTION public.accounts_restriction_strength(p_player bigint) RETURNS integer
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT coalesce(max(accounts_state_strength(kind)), 0) FROM accounts_restriction AS one
    WHERE player_id = p_player AND (until IS NULL OR until > clock_timestamp()) AND NOT EXISTS (
        SELECT FROM accounts_lifting AS lifting
        JOIN accounts_liftingdecision AS decision ON decision.proposal_id = lifting.id
        WHERE lifting.restriction_id = one.id AND decision.approved)
$$;

-- A restriction applies to a player, starts now and ends in the future. It is imposed by staff, by the system or, for a
-- self-exclusion, by the player. At commit the account's state shows it.
CREATE FUNCTION public.accounts_guard_restriction() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_when = 'BEFORE' THEN
        new.at := clock_timestamp();
        IF new.until <= new.at THEN
            RAISE EXCEPTION 'a restriction ends in the future' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF EXISTS (SELECT FROM accounts_user WHERE id = new.player_id AND is_staff) THEN
            RAISE EXCEPTION 'staff are not restricted as players' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF new.imposed_by_id IS NOT NULL
           AND NOT (new.kind = 'self_excluded' AND new.imposed_by_id = new.player_id) THEN
            PERFORM approvals_require_staff(new.imposed_by_id);
        END IF;
    ELSIF (SELECT accounts_state_strength(state) < accounts_restriction_strength(id) FROM accounts_user WHERE id = new.player_id) THEN
        RAISE EXCEPTION 'the state of account % does not show its restriction', new.player_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER begun BEFORE INSERT ON public.accounts_restriction
FOR EACH ROW EXECUTE FUNCTION public.accounts_guard_restriction();
CREATE CONSTRAINT TRIGGER shown AFTER INSERT ON public.accounts_restriction
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.accounts_guard_restriction();

-- A state is never weaker than the restrictions in force, and a closed account stays closed.
CREATE FUNCTION public.accounts_guard_state() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF old.state = 'closed' THEN
        RAISE EXCEPTION 'account % is closed: it does not become %', new.id, new.state
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF accounts_state_strength(new.state) < accounts_restriction_strength(new.id) THEN
        RAISE EXCEPTION 'account % is restricted: it does not become %', new.id, new.state
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER restricted BEFORE UPDATE OF state ON public.accounts_user
FOR EACH ROW WHEN (new.state IS DISTINCT FROM old.state) EXECUTE FUNCTION public.accounts_guard_state();

-- Lifting a restriction needs a proposal; a self-exclusion cannot be lifted.
CREATE FUNCTION public.accounts_guard_lifting() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM accounts_restriction WHERE id = new.restriction_id AND kind = 'self_excluded') THEN
        RAISE EXCEPTION 'a self-exclusion is not lifted' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER proposed BEFORE INSERT ON public.accounts_lifting
FOR EACH ROW EXECUTE FUNCTION public.accounts_guard_lifting();

-- A player's own time-out or self-exclusion lasts at least a day (with a minute of tolerance), also in raw SQL.
CREATE FUNCTION public.accounts_guard_break() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF new.until < clock_timestamp() + interval '23 hours 59 minutes' THEN
        RAISE EXCEPTION 'a player''s own break lasts at least a day' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER own_break BEFORE INSERT ON public.accounts_restriction
FOR EACH ROW WHEN (new.kind = 'self_excluded' AND new.imposed_by_id = new.player_id)
EXECUTE FUNCTION public.accounts_guard_break();

REVOKE ALL ON FUNCTION
    public.accounts_state_strength(text),
    public.accounts_restriction_strength(bigint),
    public.accounts_guard_restriction(),
    public.accounts_guard_state(),
    public.accounts_guard_lifting(),
    public.accounts_guard_break()
FROM PUBLIC;
