-- Flags and mutes end once and do not change otherwise; they are evidence, so nothing deletes them.
CREATE FUNCTION public.detection_guard_end() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF tg_op <> 'UPDATE' THEN
        RAISE EXCEPTION '% is append-only: % refused', tg_table_name, tg_op
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF old.ended_at IS NOT NULL OR new.ended_at IS NULL
       OR to_jsonb(new) - 'state' - 'ended_at' IS DISTINCT FROM to_jsonb(old) - 'state' - 'ended_at' THEN
        RAISE EXCEPTION 'a row of % ends once and does not change otherwise', tg_table_name
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER ends BEFORE UPDATE ON public.detection_flag
FOR EACH ROW EXECUTE FUNCTION public.detection_guard_end();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.detection_flag
FOR EACH STATEMENT EXECUTE FUNCTION public.detection_guard_end();
CREATE TRIGGER ends BEFORE UPDATE ON public.detection_mute
FOR EACH ROW EXECUTE FUNCTION public.detection_guard_end();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.detection_mute
FOR EACH STATEMENT EXECUTE FUNCTION public.detection_guard_end();
