-- An upload is immutable; it is decided once (only staff refuse, an acceptance may be automatic), and its file is deleted once.
CREATE FUNCTION public.accounts_guard_upload() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_decision text[] := ARRAY['state', 'words', 'decided_by_id', 'decided_at'];
BEGIN
    IF tg_op = 'INSERT' THEN
        IF new.state <> 'waiting' THEN
            RAISE EXCEPTION 'an upload waits first' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN new;
    END IF;
    IF tg_op = 'DELETE' OR to_jsonb(new) - v_decision - 'deleted_at' <> to_jsonb(old) - v_decision - 'deleted_at'
       OR old.deleted_at IS NOT NULL
       OR (old.state <> 'waiting' AND to_jsonb(new) - 'deleted_at' <> to_jsonb(old) - 'deleted_at') THEN
        RAISE EXCEPTION 'an upload is not changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF new.state IN ('accepted', 'refused') AND old.state = 'waiting' THEN
        IF new.decided_by_id IS NOT NULL THEN
            PERFORM approvals_require_staff(new.decided_by_id);
        ELSIF new.state = 'refused' THEN
            RAISE EXCEPTION 'nobody refused upload %', new.id USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER kept BEFORE INSERT OR UPDATE OR DELETE ON public.accounts_upload
FOR EACH ROW EXECUTE FUNCTION public.accounts_guard_upload();

REVOKE ALL ON FUNCTION public.accounts_guard_upload() FROM PUBLIC;
