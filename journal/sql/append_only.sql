-- The refusal behind every append-only table. It runs once per statement, so even an
-- UPDATE that matches no row is refused.
CREATE FUNCTION public.journal_refuse_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', tg_table_name, tg_op
        USING ERRCODE = 'insufficient_privilege';
END
$$;
REVOKE ALL ON FUNCTION public.journal_refuse_change() FROM PUBLIC;
