-- A letter is immutable, except when it was mailed and when its player read it: each of these is set once.
CREATE FUNCTION public.accounts_guard_letter() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_noted constant text[] := '{mailed_at,tried_at,seen_at}';
BEGIN
    IF tg_op <> 'UPDATE' OR to_jsonb(new) - v_noted <> to_jsonb(old) - v_noted
       OR old.mailed_at IS NOT NULL AND (new.mailed_at, new.tried_at) IS DISTINCT FROM (old.mailed_at, old.tried_at)
       OR old.seen_at IS NOT NULL AND new.seen_at IS DISTINCT FROM old.seen_at THEN
        RAISE EXCEPTION 'a letter is not changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON public.accounts_letter
FOR EACH ROW EXECUTE FUNCTION public.accounts_guard_letter();

REVOKE ALL ON FUNCTION
    public.accounts_guard_letter()
FROM PUBLIC;
