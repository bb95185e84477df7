-- Cases that void hands: two people, numbered steps. Append-only.

-- A case starts as proposed, now; one about an earlier case needs a void that was carried out.
CREATE FUNCTION public.compliance_guard_new_case() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    new.proposed_at := clock_timestamp();
    PERFORM approvals_require_staff(new.proposed_by_id);
    IF new.state <> 'proposed' OR new.of_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM compliance_voidcase
        WHERE id = new.of_id AND kind = 'void' AND state = 'carried_out' AND reason = new.reason
    ) THEN
        RAISE EXCEPTION 'a case is proposed first, or follows a void that was carried out'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER opens BEFORE INSERT ON public.compliance_voidcase
FOR EACH ROW EXECUTE FUNCTION public.compliance_guard_new_case();

-- The only change of a case is that of its state, to the one of its last step.
CREATE FUNCTION public.compliance_guard_case() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_op <> 'UPDATE' THEN
        RAISE EXCEPTION '% is append-only: % refused', tg_table_name, tg_op
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF to_jsonb(new) - 'state' IS DISTINCT FROM to_jsonb(old) - 'state'
       OR new.state IS DISTINCT FROM (
           SELECT to_state FROM compliance_voidstep
           WHERE case_id = new.id ORDER BY n DESC LIMIT 1) THEN
        RAISE EXCEPTION 'case % changes by its steps only', old.id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER by_steps BEFORE UPDATE ON public.compliance_voidcase
FOR EACH ROW EXECUTE FUNCTION public.compliance_guard_case();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.compliance_voidcase
FOR EACH STATEMENT EXECUTE FUNCTION public.compliance_guard_case();

-- At commit, a case has its first step, and so its hands.
CREATE FUNCTION public.compliance_check_first_step() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM compliance_voidstep WHERE case_id = new.id) THEN
        RAISE EXCEPTION 'case % has no first step', new.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER begun AFTER INSERT ON public.compliance_voidcase
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.compliance_check_first_step();

-- Hands are added before the first step: completed rounds, or those that the earlier case voided.
CREATE FUNCTION public.compliance_guard_new_line() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_case compliance_voidcase;
BEGIN
    SELECT * INTO v_case FROM compliance_voidcase WHERE id = new.case_id;
    IF new.result <> 'waiting' OR new.n NOT BETWEEN 1 AND v_case.size
       OR EXISTS (SELECT FROM compliance_voidstep WHERE case_id = new.case_id)
       OR (CASE WHEN v_case.of_id IS NULL
          THEN NOT EXISTS (
              SELECT FROM casino_round WHERE id = new.round_id AND status = 'completed')
          ELSE NOT EXISTS (
              SELECT FROM compliance_voidline
              WHERE case_id = v_case.of_id AND round_id = new.round_id AND result = 'done')
          END) THEN
        RAISE EXCEPTION 'round % is no hand for case %', new.round_id, new.case_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER named BEFORE INSERT ON public.compliance_voidline
FOR EACH ROW EXECUTE FUNCTION public.compliance_guard_new_line();

-- A hand is done or refused once, while its case is approved, and dropped if the case ends without approval. It is done when the
-- void, or the step about one, that the case made has moved exactly this amount.
CREATE FUNCTION public.compliance_guard_line() RETURNS trigger
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
             AND greatest(due, 0) - paid - collected = new.moved
           UNION ALL
           SELECT FROM casino_voidstep AS step JOIN casino_void AS void ON void.id = step.void_id
           WHERE void.round_id = new.round_id AND step."case" = v_case.public_id
             AND step.kind = v_case.kind
             AND greatest(step.due, 0) - step.paid - step.collected = new.moved) THEN
        RAISE EXCEPTION 'line % of case % is not changed so', old.n, old.case_id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER once BEFORE UPDATE ON public.compliance_voidline
FOR EACH ROW EXECUTE FUNCTION public.compliance_guard_line();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.compliance_voidline
FOR EACH STATEMENT EXECUTE FUNCTION public.compliance_guard_line();

-- A step continues the last one. The proposer of a void decides nothing about it, and nobody decides about their own hands.
CREATE FUNCTION public.compliance_guard_step() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_case compliance_voidcase;
    v_last compliance_voidstep;
    v_proposers bigint[];
BEGIN
    new.at := clock_timestamp();
    PERFORM approvals_require_staff(new.acting_user_id);
    SELECT * INTO v_case FROM compliance_voidcase WHERE id = new.case_id FOR NO KEY UPDATE;
    SELECT * INTO v_last FROM compliance_voidstep
    WHERE case_id = new.case_id ORDER BY n DESC LIMIT 1;
    IF new.n <> coalesce(v_last.n, 0) + 1 OR new.from_state <> coalesce(v_last.to_state, '') THEN
        RAISE EXCEPTION 'step % of case % does not follow its last', new.n, new.case_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF new.to_state = 'proposed' AND (
           new.acting_user_id <> v_case.proposed_by_id
           OR v_case.size <> (SELECT count(*) FROM compliance_voidline WHERE case_id = new.case_id))
       OR new.to_state = 'withdrawn' AND new.acting_user_id <> v_case.proposed_by_id
       OR new.to_state = 'expired' AND new.at < v_case.expires_at
       OR new.to_state = 'approved' AND new.at >= v_case.expires_at
       OR new.to_state = 'carried_out' AND NOT EXISTS (
           SELECT FROM compliance_voidline WHERE case_id = new.case_id
           HAVING count(*) FILTER (WHERE result = 'waiting') = 0
              AND count(*) FILTER (WHERE result = 'done') = new.done
              AND count(*) FILTER (WHERE result = 'refused') = new.refused) THEN
        RAISE EXCEPTION 'case % cannot be % now', new.case_id, new.to_state
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    v_proposers := ARRAY(
        SELECT proposed_by_id FROM compliance_voidcase WHERE id IN (v_case.id, v_case.of_id));
    IF new.to_state IN ('approved', 'refused') AND new.acting_user_id = ANY (v_proposers)
       OR new.to_state IN ('proposed', 'approved', 'refused') AND EXISTS (
           SELECT FROM compliance_voidline AS line JOIN casino_round AS round ON round.id = line.round_id
           WHERE line.case_id = new.case_id AND round.player_id = new.acting_user_id) THEN
        RAISE EXCEPTION 'case % is decided by another person', new.case_id
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'compliance_another_person';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER follows BEFORE INSERT ON public.compliance_voidstep
FOR EACH ROW EXECUTE FUNCTION public.compliance_guard_step();

-- Copy the last step's state to the case, and release undecided hands for other cases.
CREATE FUNCTION public.compliance_copy_case_state() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    UPDATE compliance_voidcase SET state = new.to_state
    WHERE id = new.case_id AND state <> new.to_state;
    IF new.to_state IN ('refused', 'withdrawn', 'expired') THEN
        UPDATE compliance_voidline SET result = 'dropped'
        WHERE case_id = new.case_id AND result = 'waiting';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER shows AFTER INSERT ON public.compliance_voidstep
FOR EACH ROW EXECUTE FUNCTION public.compliance_copy_case_state();

-- At commit, each void, and each step about one, comes from a case: the case has a done line for that hand, the same reason, and
-- an approval by the person named. A line is done only in an approved case (above), and stays done.
CREATE FUNCTION public.compliance_is_void_decided(
    p_case uuid, p_of uuid, p_kind text, p_reason text, p_round bigint, p_acting_user bigint
) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_case compliance_voidcase;
BEGIN
    SELECT * INTO v_case FROM compliance_voidcase WHERE public_id = p_case;
    RETURN (v_case.kind, v_case.reason) IS NOT DISTINCT FROM (p_kind, p_reason)
       AND (SELECT public_id FROM compliance_voidcase WHERE id = v_case.of_id) IS NOT DISTINCT FROM p_of
       AND EXISTS (
           SELECT FROM compliance_voidline
           WHERE round_id = p_round AND case_id = v_case.id AND result = 'done')
       AND EXISTS (
           SELECT FROM compliance_voidstep
           WHERE case_id = v_case.id AND to_state = 'approved' AND acting_user_id = p_acting_user);
END
$$;

CREATE FUNCTION public.compliance_check_void_decision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_void casino_void;
    v_decided boolean;
BEGIN
    IF tg_argv[0] = 'void' THEN
        v_decided := compliance_is_void_decided(new."case", NULL, 'void', new.reason, new.round_id, new.acting_user_id);
    ELSE
        SELECT * INTO v_void FROM casino_void WHERE id = new.void_id;
        v_decided := compliance_is_void_decided(
            new."case", v_void."case", new.kind, v_void.reason, v_void.round_id, new.acting_user_id);
    END IF;
    IF NOT v_decided THEN
        RAISE EXCEPTION '% %: case % of another person did not decide it', tg_table_name, new.id, new."case"
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'compliance_void_decided';
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER decided AFTER INSERT ON public.casino_void
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.compliance_check_void_decision('void');
CREATE CONSTRAINT TRIGGER decided AFTER INSERT ON public.casino_voidstep
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.compliance_check_void_decision('step');

REVOKE ALL ON FUNCTION
    public.compliance_guard_new_case(), public.compliance_guard_case(), public.compliance_check_first_step(),
    public.compliance_guard_new_line(), public.compliance_guard_line(), public.compliance_guard_step(),
    public.compliance_copy_case_state(), public.compliance_check_void_decision(),
    public.compliance_is_void_decided(uuid, uuid, text, text, bigint, bigint)
FROM PUBLIC;
