-- A match with the sanctions list is decided by what one person proposed and another approved.
CREATE FUNCTION public.accounts_guard_sanctions_decision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM accounts_sanctionsproposal AS proposal
        JOIN accounts_sanctionsverdict AS verdict ON verdict.proposal_id = proposal.id
        WHERE proposal.match_id = new.match_id AND proposal.same = new.same
          AND verdict.approved AND verdict.decided_by_id = new.decided_by_id) THEN
        RAISE EXCEPTION 'two people decide a match' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER by_two BEFORE INSERT ON public.accounts_sanctionsdecision
FOR EACH ROW EXECUTE FUNCTION public.accounts_guard_sanctions_decision();

REVOKE ALL ON FUNCTION public.accounts_guard_sanctions_decision() FROM PUBLIC;
