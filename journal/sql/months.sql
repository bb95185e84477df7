-- Monthly partitions (UTC) of the tables that grow with play. Each partition has its own guard, because a statement on it does
-- not fire the statement triggers of the whole table: partitions are written only through the table.
-- A partition is created separately and then attached. That locks the default partition and, for the foreign keys, the tables that
-- are referred to: it waits 300 ms at most, because players wait behind it, and the caller tries again.

-- Create the missing months of a table from two before the current one, for a clock that is set back, to three after it, and its
-- default partition. Return how many. p_guard is the trigger function that refuses direct writes.
-- A partition named `…_before_YYYY_MM` has everything before that month.
CREATE FUNCTION public.journal_make_months(p_table text, p_guard text) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '300ms' AS $$
DECLARE
    v_month timestamp := date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC');
    v_first timestamp;
    v_name text;
    v_made integer := 0;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('journal_make_months ' || p_table));
    FOR v_ahead IN -2..3 LOOP
        v_first := v_month + make_interval(months => v_ahead);
        v_name := p_table || to_char(v_first, '"_"YYYY_MM');
        CONTINUE WHEN to_regclass(format('public.%I', v_name)) IS NOT NULL OR EXISTS (
            SELECT FROM pg_inherits JOIN pg_class AS part ON part.oid = inhrelid
            WHERE inhparent = to_regclass(format('public.%I', p_table)) AND starts_with(relname, p_table || '_before_')
              AND right(relname, 7) > to_char(v_first, 'YYYY_MM'));
        PERFORM journal_attach_part(p_table, v_name, p_guard, format(
            'FOR VALUES FROM (%L) TO (%L)', v_first AT TIME ZONE 'UTC', (v_first + interval '1 month') AT TIME ZONE 'UTC'));
        v_made := v_made + 1;
    END LOOP;
    IF to_regclass(format('public.%I', p_table || '_default')) IS NULL THEN
        PERFORM journal_attach_part(p_table, p_table || '_default', p_guard, 'DEFAULT');
        v_made := v_made + 1;
    END IF;
    RETURN v_made;
END
$$;

CREATE FUNCTION public.journal_attach_part(p_table text, p_name text, p_guard text, p_bounds text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING INDEXES INCLUDING CONSTRAINTS)',
                   p_name, p_table);
    EXECUTE format('CREATE TRIGGER whole_table BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON public.%I'
                   ' FOR EACH STATEMENT EXECUTE FUNCTION public.%I()', p_name, p_guard);
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I %s', p_table, p_name, p_bounds);
END
$$;

-- What is wrong with the months of all partitioned tables: 'missing', a month from the current one to the one after the next
-- without a partition, and 'default', rows in a default partition.
CREATE FUNCTION public.journal_month_faults() RETURNS TABLE (of_table text, fault text, month text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_table record;
    v_filled boolean;
BEGIN
    FOR v_table IN
        SELECT class.oid, class.relname::text AS name FROM pg_partitioned_table AS part
             JOIN pg_class AS class ON class.oid = part.partrelid
        WHERE class.relnamespace = 'public'::regnamespace ORDER BY class.relname
    LOOP
        RETURN QUERY
        SELECT v_table.name, 'missing', to_char(ahead, 'YYYY-MM')
        FROM generate_series(date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC'),
                             clock_timestamp() AT TIME ZONE 'UTC' + interval '2 months', '1 month') AS ahead
        WHERE NOT EXISTS (
            SELECT FROM pg_inherits JOIN pg_class AS part ON part.oid = inhrelid
            WHERE inhparent = v_table.oid AND (
                relname = v_table.name || to_char(ahead, '"_"YYYY_MM')
                OR starts_with(relname, v_table.name || '_before_') AND right(relname, 7) > to_char(ahead, 'YYYY_MM')));
        IF to_regclass(format('public.%I', v_table.name || '_default')) IS NOT NULL THEN
            EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', v_table.name || '_default') INTO v_filled;
            IF v_filled THEN
                RETURN QUERY SELECT v_table.name, 'default', NULL::text;
            END IF;
        END IF;
    END LOOP;
END
$$;

REVOKE ALL ON FUNCTION
    public.journal_make_months(text, text), public.journal_attach_part(text, text, text, text), public.journal_month_faults()
FROM PUBLIC;
