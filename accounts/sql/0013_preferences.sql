-- What a player prefers has no history in rows: the triggers that note changes learn of these columns.
DO $$
DECLARE
    v_one record;
BEGIN
    FOR v_one IN SELECT tgname, pg_get_triggerdef(oid) AS made FROM pg_trigger
                 WHERE tgrelid = 'public.accounts_user'::regclass AND tgname LIKE 'noted\_%' LOOP
        EXECUTE format('DROP TRIGGER %I ON public.accounts_user', v_one.tgname);
        EXECUTE replace(v_one.made, '''last_login,', '''last_login,quick_cards,sounds,');
    END LOOP;
END
$$;
