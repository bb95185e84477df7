-- Change history of configuration rows, written by the database so that no statement bypasses it.

-- The recorded part of a row: the values that differ from the other version (all of them if there is none).
CREATE FUNCTION public.journal_changed_values(p_row jsonb, p_other jsonb, p_hidden text[], p_masked text[])
RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT coalesce(jsonb_object_agg(key, CASE WHEN key = ANY (p_masked) THEN '"•"' ELSE value END), '{}')
    FROM jsonb_each(p_row)
    WHERE value IS DISTINCT FROM p_other -> key AND key <> ALL (p_hidden)
$$;

-- Record every row of a configuration table that a statement changes, whoever writes it and however many rows at once.
-- The application sets ligalo.acting_user (0: nobody, a scheduled task). If it also sets ligalo.acting_scope to what may be
-- written ("table.column", "table:insert", "table:delete"), every other change counts as undeclared.
-- A statement with undeclared changes also raises an alarm. Arguments: the key column, the columns that are not recorded, and
-- those whose values are masked.
CREATE FUNCTION public.journal_record_alteration() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
    v_told text := nullif(current_setting('ligalo.acting_user', true), '');
    v_scope text[] := string_to_array(nullif(current_setting('ligalo.acting_scope', true), ''), ',');
    v_source text := CASE tg_op
        WHEN 'INSERT' THEN 'SELECT NULL::jsonb AS old, to_jsonb(r) AS new FROM new_rows AS r'
        WHEN 'DELETE' THEN 'SELECT to_jsonb(r) AS old, NULL::jsonb AS new FROM old_rows AS r'
        WHEN 'UPDATE' THEN 'SELECT o.old, n.new FROM (SELECT to_jsonb(r) AS old FROM old_rows AS r) AS o'
            ' FULL JOIN (SELECT to_jsonb(r) AS new FROM new_rows AS r) AS n ON o.old ->> $1 = n.new ->> $1'
        ELSE format('SELECT to_jsonb(r) AS old, NULL::jsonb AS new FROM public.%I AS r', tg_table_name)
    END;
    v_noted record;
BEGIN
    EXECUTE 'WITH source AS (' || v_source || '), noted AS ('
        ' INSERT INTO journal_alteration (table_name, row_key, operation, by_id, role, declared, before, after)'
        ' SELECT $4, coalesce(new, old) ->> $1, lower($5), $6, session_user,'
        '        $7 AND ($8 IS NULL OR CASE WHEN old IS NULL OR new IS NULL THEN $4 || '':'' || lower($5) = ANY ($8)'
        '               ELSE NOT EXISTS (SELECT FROM jsonb_object_keys(journal_changed_values(new, old, $2, ''{}'')) AS wrote'
        '                                WHERE $4 || ''.'' || wrote <> ALL ($8)) END),'
        '        journal_changed_values(old, new, $2, $3), journal_changed_values(new, old, $2, $3)'
        ' FROM source WHERE old IS NULL OR new IS NULL OR old - $2 <> new - $2'
        ' RETURNING id, row_key, before, after, declared)'
        ' SELECT count(*) AS rows, min(id) AS first, max(id) AS last,'
        '        (array_agg(row_key ORDER BY id))[:20] AS keys,'
        '        (array_agg(before ORDER BY id))[1] AS before, (array_agg(after ORDER BY id))[1] AS after'
        ' FROM noted WHERE NOT declared'
    INTO v_noted
    USING tg_argv[0], string_to_array(tg_argv[1], ','), string_to_array(tg_argv[2], ','), tg_table_name,
          tg_op, nullif(v_told::bigint, 0), v_told IS NOT NULL, v_scope;
    IF v_noted.rows > 0 THEN
        INSERT INTO journal_event (kind, severity, subject, data)
        VALUES ('configuration_altered', 'alarm',
                tg_table_name || CASE WHEN v_noted.rows = 1 THEN ' ' || v_noted.keys[1] ELSE '' END,
                jsonb_build_object(
                    'operation', lower(tg_op), 'rows', v_noted.rows, 'role', session_user,
                    'address', host(inet_client_addr()), 'alterations', jsonb_build_array(v_noted.first, v_noted.last))
                || CASE WHEN v_noted.rows = 1
                        THEN jsonb_build_object('before', v_noted.before, 'after', v_noted.after)
                        ELSE jsonb_build_object('keys', to_jsonb(v_noted.keys)) END);
    END IF;
    RETURN NULL;
END
$$;

-- Record the rows that exist when a table is first watched; their history starts with them.
CREATE FUNCTION public.journal_begin_history(p_table text, p_key text, p_hidden text, p_masked text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
BEGIN
    EXECUTE format(
        'INSERT INTO journal_alteration (table_name, row_key, operation, role, declared, before, after)'
        ' SELECT $1, to_jsonb(r) ->> $2, ''insert'', session_user, true, ''{}'', journal_changed_values(to_jsonb(r), NULL, $3, $4)'
        ' FROM public.%I AS r ORDER BY to_jsonb(r) ->> $2', p_table)
    USING p_table, p_key, string_to_array(p_hidden, ','), string_to_array(p_masked, ',');
END
$$;

REVOKE ALL ON FUNCTION
    public.journal_begin_history(text, text, text, text), public.journal_changed_values(jsonb, jsonb, text[],
    text[]), public.journal_record_alteration()
FROM PUBLIC;
