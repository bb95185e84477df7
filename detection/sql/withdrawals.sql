-- Thresholds are withdrawn by the person who proposed them, and now; decisions of others are guarded by approvals_guard_decision.
CREATE FUNCTION public.detection_guard_withdrawal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    new.decided_at := clock_timestamp();
    PERFORM public.approvals_require_staff(new.decided_by_id);
    IF NOT EXISTS (
        SELECT FROM public.detection_thresholdchange WHERE id = new.proposal_id AND proposed_by_id = new.decided_by_id
    ) THEN
        RAISE EXCEPTION 'thresholds % are withdrawn by their proposer', new.proposal_id
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'detection_withdrawn_by_proposer';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER withdrawn_by_proposer BEFORE INSERT ON public.detection_thresholddecision
FOR EACH ROW WHEN (new.withdrawn) EXECUTE FUNCTION public.detection_guard_withdrawal();

REVOKE ALL ON FUNCTION public.detection_guard_withdrawal() FROM PUBLIC;
