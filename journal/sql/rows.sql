-- Configuration rows compared with their history: changes made with disabled or bypassed triggers left no alteration.

-- Tables with a history and their triggers' arguments; `watched`: INSERT, UPDATE, DELETE and TRUNCATE are all recorded.
CREATE FUNCTION public.journal_watched_tables() RETURNS TABLE (of_table text, key text, unseen text[], watched boolean)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT named.of_table, coalesce(max(one.args[1]), 'id'),
           string_to_array(coalesce(max(one.args[2]) FILTER (WHERE one.args[2] <> ''), ''), ','),
           count(*) FILTER (WHERE one.enabled IN ('O', 'A')) = 4
    FROM (SELECT DISTINCT table_name::text FROM journal_alteration
          UNION SELECT relname::text FROM pg_trigger JOIN pg_class AS c ON c.oid = tgrelid
                WHERE tgfoid = 'public.journal_record_alteration'::regproc) AS named (of_table)
    LEFT JOIN LATERAL (
        SELECT string_to_array(encode(tgargs, 'escape'), '\000') AS args, tgenabled AS enabled FROM pg_trigger
        WHERE tgrelid = to_regclass('public.' || quote_ident(named.of_table))
          AND tgfoid = 'public.journal_record_alteration'::regproc
    ) AS one ON true
    GROUP BY named.of_table
$$;

-- Rows of a table that differ from their history: deleted without a record, present without one, or another value in a column.
-- The history has no values of masked columns, so they are not compared; columns that are not recorded are ignored.
CREATE FUNCTION public.journal_stray_rows(p_table text, p_key text, p_unseen text[])
RETURNS TABLE (row_key text, wrong text, of_column text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
BEGIN
    RETURN QUERY EXECUTE format($query$
        WITH told AS (
            -- a row that was deleted, or got another key, has an empty `after`
            SELECT DISTINCT ON (a.row_key) a.row_key, a.after <> '{}' AS is_there
            FROM journal_alteration AS a WHERE a.table_name = $1 ORDER BY a.row_key, a.id DESC
        ), present AS (
            SELECT to_jsonb(r) AS content, to_jsonb(r) ->> $2 AS row_key FROM public.%I AS r
        ), said AS (
            SELECT DISTINCT ON (a.row_key, said.key) a.row_key, said.key, said.value
            FROM journal_alteration AS a, jsonb_each(a.after) AS said
            WHERE a.table_name = $1 ORDER BY a.row_key, said.key, a.id DESC
        )
        SELECT coalesce(told.row_key, present.row_key)::text,
               CASE WHEN told.row_key IS NULL THEN 'unsaid' WHEN told.is_there THEN 'gone' ELSE 'back' END, ''
        FROM told FULL JOIN present USING (row_key)
        WHERE told.row_key IS NULL OR told.is_there <> (present.row_key IS NOT NULL)
        UNION ALL
        SELECT said.row_key::text, 'other', said.key
        FROM said JOIN present USING (row_key) JOIN told USING (row_key)
        WHERE told.is_there AND said.key <> ALL ($3) AND said.value <> '"•"'
          AND present.content ? said.key AND present.content -> said.key <> said.value
        ORDER BY 1, 2, 3
    $query$, p_table) USING p_table, p_key, p_unseen;
END
$$;

REVOKE ALL ON FUNCTION public.journal_watched_tables(), public.journal_stray_rows(text, text, text[]) FROM PUBLIC;
