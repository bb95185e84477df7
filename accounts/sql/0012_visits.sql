-- A visit goes on until it has ended; whose it is, when it began and from where never change.
CREATE FUNCTION public.accounts_keep_visit() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_op <> 'UPDATE' OR old.ended_at IS NOT NULL OR new.seen_at < old.seen_at
       OR (new.session_key <> old.session_key)
       OR to_jsonb(new) - '{seen_at,ended_at,ended,session_key}'::text[]
          <> to_jsonb(old) - '{seen_at,ended_at,ended,session_key}'::text[] THEN
        RAISE EXCEPTION 'a visit is not changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON public.accounts_visit
FOR EACH ROW EXECUTE FUNCTION public.accounts_keep_visit();

-- Of when a session of play began, and of reality checks, there is no history in rows, as of when somebody came (they are events):
-- the triggers that note changes learn of these columns.
DO $$
DECLARE
    v_one record;
BEGIN
    FOR v_one IN SELECT tgname, pg_get_triggerdef(oid) AS made FROM pg_trigger
                 WHERE tgrelid = 'public.accounts_user'::regclass AND tgname LIKE 'noted\_%' LOOP
        EXECUTE format('DROP TRIGGER %I ON public.accounts_user', v_one.tgname);
        EXECUTE replace(v_one.made, '''last_login,', '''last_login,session_began,reality_minutes,reality_checked_at,');
    END LOOP;
END
$$;

REVOKE ALL ON FUNCTION public.accounts_keep_visit() FROM PUBLIC;
