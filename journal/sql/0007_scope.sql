-- As before; and where the application has said in ligalo.acting_scope what may be written ("table.column", "table:insert",
-- "table:delete"), all else counts as declared by nobody.
CREATE OR REPLACE FUNCTION public.journal_note_alteration() RETURNS trigger
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
        '               ELSE NOT EXISTS (SELECT FROM jsonb_object_keys(journal_differing(new, old, $2, ''{}'')) AS wrote'
        '                                WHERE $4 || ''.'' || wrote <> ALL ($8)) END),'
        '        journal_differing(old, new, $2, $3), journal_differing(new, old, $2, $3)'
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
