-- Each row of a table that a statement writes leaves what changed in it, whoever wrote it and however many rows at once. The
-- application says in ligalo.acting_user who changes it (0: nobody, the clock); what nobody declared is an event as well.
CREATE FUNCTION public.tables_note_alteration() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_old jsonb := CASE WHEN tg_op = 'UPDATE' THEN to_jsonb(old) ELSE '{}' END;
    v_before jsonb;
    v_after jsonb;
    v_told text := nullif(current_setting('ligalo.acting_user', true), '');
BEGIN
    SELECT coalesce(jsonb_object_agg(key, v_old -> key) FILTER (WHERE v_old ? key), '{}'), jsonb_object_agg(key, value)
    INTO v_before, v_after
    FROM jsonb_each(to_jsonb(new)) WHERE value IS DISTINCT FROM v_old -> key;
    IF v_after IS NULL THEN
        RETURN NULL;
    END IF;
    INSERT INTO tables_tablealteration (table_id, by_id, role, declared, before, after)
    VALUES (new.id, nullif(v_told::bigint, 0), session_user, v_told IS NOT NULL, v_before, v_after);
    IF v_told IS NULL THEN
        INSERT INTO journal_event (kind, severity, subject, data)
        VALUES ('table_altered', 'alarm', 'table ' || new.slug,
                jsonb_build_object('role', session_user, 'before', v_before, 'after', v_after));
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER noted AFTER INSERT OR UPDATE ON public.tables_table
FOR EACH ROW EXECUTE FUNCTION public.tables_note_alteration();

CREATE FUNCTION public.tables_keep_table() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'a table is closed, never deleted: % refused', tg_op
        USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.tables_table
FOR EACH STATEMENT EXECUTE FUNCTION public.tables_keep_table();

REVOKE ALL ON FUNCTION public.tables_note_alteration(), public.tables_keep_table() FROM PUBLIC;
