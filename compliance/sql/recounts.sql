-- A checkpoint of the nightly recomputation marks how far it got, and cannot be ahead of it: a row in the future would
-- disable the check. It follows the latest checkpoint, ends at a completed round, and counts every completed round in between,
-- in the order of `compliance.recount.services`. The advisory lock is that of the recomputation: two concurrent rows would
-- follow the same checkpoint.
CREATE FUNCTION public.compliance_guard_recount() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_last compliance_recount;
    v_since timestamptz;
BEGIN
    PERFORM pg_advisory_xact_lock(1919118964);
    new.at := clock_timestamp();
    SELECT * INTO v_last FROM compliance_recount ORDER BY until DESC, last_round DESC LIMIT 1;
    v_since := coalesce(v_last.until, '2000-01-01 00:00:00+00');
    IF new.until > new.at
       OR (new.until, new.last_round) <= (v_since, coalesce(v_last.last_round, 0))
       OR new.differing > new.rounds
       OR NOT EXISTS (
           SELECT FROM casino_round
           WHERE id = new.last_round AND status = 'completed' AND finished_at = new.until)
       OR new.rounds <> (
           SELECT count(*) FROM casino_round
           WHERE finished_at >= v_since
             AND (finished_at, id) > (v_since, coalesce(v_last.last_round, 0))
             AND finished_at <= new.until
             AND (finished_at, id) <= (new.until, new.last_round)
             AND status = 'completed') THEN
        RAISE EXCEPTION 'checkpoint % %: not of the rounds after the latest one', new.until, new.last_round
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'compliance_recount_follows';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER follows BEFORE INSERT ON public.compliance_recount
FOR EACH ROW EXECUTE FUNCTION public.compliance_guard_recount();

REVOKE ALL ON FUNCTION public.compliance_guard_recount() FROM PUBLIC;
