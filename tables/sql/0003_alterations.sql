CREATE FUNCTION public.tables_keep_table() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'a table is closed, never deleted: % refused', tg_op
        USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.tables_table
FOR EACH STATEMENT EXECUTE FUNCTION public.tables_keep_table();

REVOKE ALL ON FUNCTION public.tables_keep_table() FROM PUBLIC;
