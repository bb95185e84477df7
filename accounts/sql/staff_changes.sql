-- Changes of administrators and managers need two people; the one who decides is an administrator or manager whose account is
-- at least a week old. The service checks the same rules with messages; this trigger also covers raw SQL.
CREATE FUNCTION public.accounts_guard_staff_decision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM accounts_user AS one
        JOIN accounts_user_groups AS member ON member.user_id = one.id
        JOIN auth_group AS role ON role.id = member.group_id
        WHERE one.id = new.decided_by_id AND role.name IN ('administrator', 'compliance_manager')
          AND one.created_at <= clock_timestamp() - interval '7 days') THEN
        RAISE EXCEPTION 'person % does not decide about administrators and managers', new.decided_by_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER privileged BEFORE INSERT ON public.accounts_staffchangedecision
FOR EACH ROW EXECUTE FUNCTION public.accounts_guard_staff_decision();

REVOKE ALL ON FUNCTION public.accounts_guard_staff_decision() FROM PUBLIC;
