-- A case changes with its steps only, and by the flags that raise it.

CREATE FUNCTION public.cases_guard_step() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_last cases_casestep;
BEGIN
    new.at := clock_timestamp();
    PERFORM FROM cases_case WHERE id = new.case_id FOR NO KEY UPDATE;
    SELECT * INTO v_last FROM cases_casestep WHERE case_id = new.case_id ORDER BY n DESC LIMIT 1;
    IF new.n <> coalesce(v_last.n, 0) + 1 OR new.from_status <> coalesce(v_last.to_status, '') THEN
        RAISE EXCEPTION 'step % of case % does not follow its last', new.n, new.case_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF new.acting_user_id IS NOT NULL THEN
        PERFORM approvals_require_staff(new.acting_user_id);
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER follows BEFORE INSERT ON public.cases_casestep
FOR EACH ROW EXECUTE FUNCTION public.cases_guard_step();

-- The status, the assignee, the diary and the outcome of a case are those of its last step.
CREATE FUNCTION public.cases_copy_step() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    UPDATE cases_case
    SET status = new.to_status, assignee_id = new.assignee_id, diary_at = new.diary_at,
        diary_action = new.diary_action, outcome = new.outcome
    WHERE id = new.case_id;
    UPDATE cases_caseplayer SET is_open = new.to_status <> 'closed'
    WHERE case_id = new.case_id AND is_open <> (new.to_status <> 'closed');
    RETURN NULL;
END
$$;

CREATE TRIGGER shows AFTER INSERT ON public.cases_casestep
FOR EACH ROW EXECUTE FUNCTION public.cases_copy_step();

-- Besides the step's columns only score and severity rise, the due time comes nearer or starts anew with a reopening, and the
-- lock of "next" changes.
CREATE FUNCTION public.cases_guard_case() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_last cases_casestep;
    v_free text[] := ARRAY['status', 'assignee_id', 'diary_at', 'diary_action', 'outcome', 'score', 'severity', 'due_at',
                           'locked_until'];
BEGIN
    IF tg_op <> 'UPDATE' THEN
        RAISE EXCEPTION '% is append-only: % refused', tg_table_name, tg_op USING ERRCODE = 'insufficient_privilege';
    END IF;
    SELECT * INTO v_last FROM cases_casestep WHERE case_id = new.id ORDER BY n DESC LIMIT 1;
    IF to_jsonb(new) - v_free IS DISTINCT FROM to_jsonb(old) - v_free
       OR new.score < old.score
       OR (new.status, new.assignee_id, new.diary_at, new.diary_action, new.outcome)
          IS DISTINCT FROM
          (v_last.to_status, v_last.assignee_id, v_last.diary_at, v_last.diary_action, v_last.outcome) THEN
        RAISE EXCEPTION 'case % changes by its steps only', old.id USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER by_steps BEFORE UPDATE ON public.cases_case
FOR EACH ROW EXECUTE FUNCTION public.cases_guard_case();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.cases_case
FOR EACH STATEMENT EXECUTE FUNCTION public.cases_guard_case();

-- The kind of a case's player is that of the case, and an open case has its first step.
CREATE FUNCTION public.cases_guard_player() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_op <> 'INSERT' THEN
        IF tg_op <> 'UPDATE' OR to_jsonb(new) - 'is_open' IS DISTINCT FROM to_jsonb(old) - 'is_open'
           OR new.is_open <> ((SELECT status FROM cases_case WHERE id = new.case_id) <> 'closed') THEN
            RAISE EXCEPTION '% is append-only: % refused', tg_table_name, tg_op USING ERRCODE = 'insufficient_privilege';
        END IF;
        RETURN new;
    END IF;
    IF NOT EXISTS (SELECT FROM cases_case WHERE id = new.case_id AND kind = new.kind AND status <> 'closed')
       OR NOT new.is_open OR EXISTS (SELECT FROM accounts_user WHERE id = new.player_id AND is_staff) THEN
        RAISE EXCEPTION 'player % does not join case % so', new.player_id, new.case_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER joins BEFORE INSERT OR UPDATE ON public.cases_caseplayer
FOR EACH ROW EXECUTE FUNCTION public.cases_guard_player();
CREATE TRIGGER kept BEFORE DELETE ON public.cases_caseplayer
FOR EACH ROW EXECUTE FUNCTION public.cases_guard_player();

-- A hold goes to the manager once.
CREATE FUNCTION public.cases_guard_hold() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_op <> 'UPDATE' OR to_jsonb(new) - 'escalated_at' IS DISTINCT FROM to_jsonb(old) - 'escalated_at'
       OR old.escalated_at IS NOT NULL OR new.escalated_at IS NULL THEN
        RAISE EXCEPTION '% is append-only: % refused', tg_table_name, tg_op USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER once BEFORE UPDATE OR DELETE ON public.cases_casehold
FOR EACH ROW EXECUTE FUNCTION public.cases_guard_hold();

REVOKE ALL ON FUNCTION
    public.cases_guard_step(), public.cases_copy_step(), public.cases_guard_case(), public.cases_guard_player(),
    public.cases_guard_hold()
FROM PUBLIC;
