-- Raise an error unless the person is staff who may sign in, as in accounts.roles.services. NULL passes: each table says if it may be null.
CREATE FUNCTION public.approvals_require_staff(p_person bigint) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF p_person IS NOT NULL AND NOT EXISTS (
        SELECT FROM accounts_user WHERE id = p_person AND is_staff AND state NOT IN ('locked', 'closed')
    ) THEN
        RAISE EXCEPTION 'user % is not staff', p_person
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'approvals_staff';
    END IF;
END
$$;

-- A proposal is made now, by staff.
CREATE FUNCTION public.approvals_guard_proposal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    new.proposed_at := clock_timestamp();
    PERFORM approvals_require_staff(new.proposed_by_id);
    RETURN new;
END
$$;

-- A decision is made now, by staff whom its proposal does not concern. Arguments: the table of the proposals, then further columns
-- with people who may not decide: a column of that table, or 'key.table.column' for a column of the row that the key references.
CREATE FUNCTION public.approvals_guard_decision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_columns text;
    v_concerned bigint[];
BEGIN
    new.decided_at := clock_timestamp();
    PERFORM approvals_require_staff(new.decided_by_id);
    SELECT string_agg(CASE cardinality(part)
        WHEN 1 THEN format('asked.%I', part[1])
        ELSE format('(SELECT %I FROM public.%I WHERE id = asked.%I)', part[3], part[2], part[1]) END, ', ')
    INTO v_columns
    FROM unnest(ARRAY['proposed_by_id'] || tg_argv[1:]) AS path, string_to_array(path, '.') AS part;
    EXECUTE format('SELECT ARRAY[%s]::bigint[] FROM public.%I AS asked WHERE id = $1', v_columns, tg_argv[0])
    INTO v_concerned USING new.proposal_id;
    -- rows inserted by another trigger, such as the first limits of a new currency, have no decider
    IF new.decided_by_id IS NULL AND pg_trigger_depth() = 1 OR new.decided_by_id = ANY (v_concerned) THEN
        RAISE EXCEPTION '% % is decided by another person', tg_argv[0], new.proposal_id
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'approvals_another_person';
    END IF;
    IF new.approved THEN  -- nothing is carried out for a proposer who was locked since
        PERFORM approvals_require_staff(v_concerned[1]);
    END IF;
    RETURN new;
END
$$;

-- An earlier proposal is not approved after a later one about the same thing. Arguments: the table of the proposals, then the columns
-- that say what they are about. The lock serialises approvals.
CREATE FUNCTION public.approvals_guard_order() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_superseded boolean;
BEGIN
    IF NOT new.approved THEN
        RETURN new;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext(tg_argv[0]));
    EXECUTE format(
        'SELECT EXISTS (SELECT FROM public.%1$I AS old JOIN public.%1$I AS newer'
        ' ON newer.id > old.id AND %3$s JOIN public.%2$I AS decision'
        ' ON decision.proposal_id = newer.id AND decision.approved WHERE old.id = $1)',
        tg_argv[0], tg_table_name,
        (SELECT string_agg(format('newer.%1$I IS NOT DISTINCT FROM old.%1$I', about), ' AND ')
         FROM unnest(tg_argv[1:]) AS about))
    INTO v_superseded USING new.proposal_id;
    IF v_superseded THEN
        RAISE EXCEPTION '% %: a later one is in force', tg_argv[0], new.proposal_id
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'approvals_superseded';
    END IF;
    RETURN new;
END
$$;

REVOKE ALL ON FUNCTION
    public.approvals_require_staff(bigint), public.approvals_guard_proposal(), public.approvals_guard_decision(),
    public.approvals_guard_order()
FROM PUBLIC;
