-- Every process knows a version before it is in force: they read the versions four times a minute (profiles.selectors.in_force), and
-- an approved one is in force a minute after its approval at the earliest. Only the first version of an installation has neither a
-- proposer nor a decider, and is in force at once and for everything before.
CREATE FUNCTION public.profiles_guard_decision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_version public.profiles_profileversion;
BEGIN
    SELECT * INTO v_version FROM profiles_profileversion WHERE id = new.proposal_id;
    IF new.decided_by_id IS NULL OR v_version.proposed_by_id IS NULL THEN
        IF new.decided_by_id IS NOT NULL OR v_version.proposed_by_id IS NOT NULL OR NOT new.approved
           OR EXISTS (SELECT FROM profiles_profiledecision) THEN
            RAISE EXCEPTION 'profile % is decided by another person', new.proposal_id
                USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'approvals_another_person';
        END IF;
        new.in_force_from := v_version.effective_at;
        RETURN new;
    END IF;
    new.in_force_from := CASE WHEN new.approved
        THEN greatest(v_version.effective_at, clock_timestamp() + interval '1 minute') END;
    RETURN new;
END
$$;
CREATE TRIGGER moment BEFORE INSERT ON public.profiles_profiledecision
FOR EACH ROW EXECUTE FUNCTION public.profiles_guard_decision();

REVOKE ALL ON FUNCTION public.profiles_guard_decision() FROM PUBLIC;
