-- Whether a case waits for the manager follows from its last step, as its status does.

CREATE OR REPLACE FUNCTION public.cases_copy_step() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    UPDATE cases_case
    SET status = new.to_status, assignee_id = new.assignee_id, diary_at = new.diary_at,
        diary_action = new.diary_action, outcome = new.outcome,
        escalated_at = CASE WHEN new.escalates THEN new.at END
    WHERE id = new.case_id;
    UPDATE cases_caseplayer SET is_open = new.to_status <> 'closed'
    WHERE case_id = new.case_id AND is_open <> (new.to_status <> 'closed');
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION public.cases_guard_case() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_last cases_casestep;
    v_free text[] := ARRAY['status', 'assignee_id', 'diary_at', 'diary_action', 'outcome', 'score', 'severity', 'due_at',
                           'locked_until', 'escalated_at'];
BEGIN
    IF tg_op <> 'UPDATE' THEN
        RAISE EXCEPTION '% is append-only: % refused', tg_table_name, tg_op USING ERRCODE = 'insufficient_privilege';
    END IF;
    SELECT * INTO v_last FROM cases_casestep WHERE case_id = new.id ORDER BY n DESC LIMIT 1;
    IF to_jsonb(new) - v_free IS DISTINCT FROM to_jsonb(old) - v_free
       OR new.score < old.score
       OR (new.escalated_at IS NOT NULL) IS DISTINCT FROM v_last.escalates
       OR (new.status, new.assignee_id, new.diary_at, new.diary_action, new.outcome)
          IS DISTINCT FROM
          (v_last.to_status, v_last.assignee_id, v_last.diary_at, v_last.diary_action, v_last.outcome) THEN
        RAISE EXCEPTION 'case % changes by its steps only', old.id USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;
