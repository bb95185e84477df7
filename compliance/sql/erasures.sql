-- A person is erased only with a row that says by what, written in the same transaction: an approved proposal, or the profile's years.
CREATE FUNCTION public.compliance_guard_erased() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM compliance_erasedperson WHERE player_id = new.id) THEN
        RAISE EXCEPTION 'nothing decided the erasure of account %', new.id USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER erased BEFORE UPDATE OF erased_at ON public.accounts_user FOR EACH ROW
WHEN (new.erased_at IS NOT NULL AND old.erased_at IS NULL) EXECUTE FUNCTION public.compliance_guard_erased();

-- At the commit: the decision of a proposal is there and approves it.
CREATE FUNCTION public.compliance_guard_erasure() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF new.erasure_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM compliance_erasuredecision AS word JOIN compliance_erasure AS asked ON asked.id = word.proposal_id
        WHERE word.proposal_id = new.erasure_id AND word.approved AND asked.player_id = new.player_id) THEN
        RAISE EXCEPTION 'erasure % is not approved', new.erasure_id USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER approved AFTER INSERT ON public.compliance_erasedperson
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.compliance_guard_erasure();

REVOKE ALL ON FUNCTION public.compliance_guard_erased(), public.compliance_guard_erasure() FROM PUBLIC;
