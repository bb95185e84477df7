-- A document number is immutable and stays with its account; a mistaken one is withdrawn, once.
CREATE FUNCTION public.accounts_guard_document_number() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_op <> 'UPDATE' OR old.withdrawn_at IS NOT NULL OR new.withdrawn_at IS NULL
       OR to_jsonb(new) - 'withdrawn_at' <> to_jsonb(old) - 'withdrawn_at' THEN
        RAISE EXCEPTION 'a document number is not changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    new.withdrawn_at := clock_timestamp();
    RETURN new;
END
$$;
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON public.accounts_identitynumber
FOR EACH ROW EXECUTE FUNCTION public.accounts_guard_document_number();

-- Only staff decide whether two accounts belong to the same person.
CREATE FUNCTION public.accounts_guard_duplicate_decision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    new.at := clock_timestamp();
    PERFORM approvals_require_staff(new.decided_by_id);
    RETURN new;
END
$$;
CREATE TRIGGER decided BEFORE INSERT ON public.accounts_doubledecision
FOR EACH ROW EXECUTE FUNCTION public.accounts_guard_duplicate_decision();

-- The newer account of a possible duplicate cannot become active until staff have decided that it belongs to another person.
CREATE FUNCTION public.accounts_guard_duplicate_activation() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM accounts_double AS one LEFT JOIN accounts_doubledecision AS decision ON decision.double_id = one.id
               WHERE one.newer_id = new.id AND coalesce(decision.same, true)) THEN
        RAISE EXCEPTION 'account % may be a second one of its person', new.id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER one_person BEFORE UPDATE OF state ON public.accounts_user
FOR EACH ROW WHEN (new.state = 'active' AND old.state <> 'active') EXECUTE FUNCTION public.accounts_guard_duplicate_activation();

REVOKE ALL ON FUNCTION
    public.accounts_guard_document_number(), public.accounts_guard_duplicate_decision(),
    public.accounts_guard_duplicate_activation()
FROM PUBLIC;
