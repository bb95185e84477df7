-- What a hand of a case moved on its player's account includes the tax that a void gave back, or its undoing took again.

CREATE OR REPLACE FUNCTION public.compliance_guard_line() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_changing constant text[] := '{result,code,moved,at,tried_at}';
    v_case compliance_voidcase;
BEGIN
    IF tg_op <> 'UPDATE' THEN
        RAISE EXCEPTION '% is append-only: % refused', tg_table_name, tg_op
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    SELECT * INTO v_case FROM compliance_voidcase WHERE id = old.case_id;
    IF to_jsonb(new) - v_changing IS DISTINCT FROM to_jsonb(old) - v_changing
       OR old.result <> 'waiting'
       OR new.result IN ('waiting', 'done', 'refused') AND v_case.state <> 'approved'
       OR new.result = 'dropped' AND v_case.state NOT IN ('refused', 'withdrawn', 'expired')
       OR new.result = 'done' AND NOT EXISTS (
           SELECT FROM casino_void
           WHERE v_case.kind = 'void' AND round_id = new.round_id AND "case" = v_case.public_id
             AND greatest(due, 0) - paid - collected + tax = new.moved
           UNION ALL
           SELECT FROM casino_voidstep AS step JOIN casino_void AS void ON void.id = step.void_id
           WHERE void.round_id = new.round_id AND step."case" = v_case.public_id
             AND step.kind = v_case.kind
             AND greatest(step.due, 0) - step.paid - step.collected + step.tax = new.moved) THEN
        RAISE EXCEPTION 'line % of case % is not changed so', old.n, old.case_id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;
