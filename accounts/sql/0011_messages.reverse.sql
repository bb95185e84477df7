CREATE OR REPLACE FUNCTION public.accounts_keep_letter() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_op <> 'UPDATE' OR old.mailed_at IS NOT NULL
       OR to_jsonb(new) - 'mailed_at' - 'tried_at' <> to_jsonb(old) - 'mailed_at' - 'tried_at' THEN
        RAISE EXCEPTION 'a letter is not changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;
