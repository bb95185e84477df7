-- Rows of a day or an hour are inserted only in the transaction that closes it, so stored totals never change.

CREATE FUNCTION public.reports_require_open_day() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF EXISTS (
        SELECT FROM written WHERE NOT EXISTS (
            SELECT FROM reports_closedday AS closed
            WHERE closed.day = written.day AND closed.part = tg_argv[0]
              AND closed.xact = pg_current_xact_id())
    ) THEN
        RAISE EXCEPTION '%: a day''s rows come with its closing only', tg_table_name
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION public.reports_require_open_hour() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF EXISTS (
        SELECT FROM written WHERE NOT EXISTS (
            SELECT FROM reports_closedhour AS closed
            WHERE closed.hour = written.hour AND closed.xact = pg_current_xact_id())
    ) THEN
        RAISE EXCEPTION '%: an hour''s rows come with its closing only', tg_table_name
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER of_open_hour AFTER INSERT ON public.reports_hourofgames REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION public.reports_require_open_hour();

-- The database sets the transaction that closed a day or hour.
CREATE FUNCTION public.reports_set_transaction() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    new.xact := pg_current_xact_id();
    RETURN new;
END
$$;
CREATE TRIGGER stamped BEFORE INSERT ON public.reports_closedday
FOR EACH ROW EXECUTE FUNCTION public.reports_set_transaction();
CREATE TRIGGER stamped BEFORE INSERT ON public.reports_closedhour
FOR EACH ROW EXECUTE FUNCTION public.reports_set_transaction();

-- Only completed rounds are judged: a row for a round in progress would prevent its judgement at the end.
CREATE FUNCTION public.reports_require_completed_round() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF EXISTS (
        SELECT FROM written LEFT JOIN casino_round AS round ON round.id = written.round_id
        WHERE round.status IS DISTINCT FROM 'completed'
    ) THEN
        RAISE EXCEPTION '%: only completed rounds are judged', tg_table_name
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER of_completed_round AFTER INSERT ON public.reports_judgedround REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION public.reports_require_completed_round();

DO $$
DECLARE
    v_rows record;
BEGIN
    FOR v_rows IN
        SELECT * FROM (VALUES
            ('reports_dayofgames', 'figures'), ('reports_dayofsides', 'figures'),
            ('reports_dayofplayer', 'figures'), ('reports_notedround', 'figures'),
            ('reports_dayofmoney', 'figures'), ('reports_dayofexchange', 'figures'),
            ('reports_dayofrates', 'figures'), ('reports_dayofusedrates', 'figures'),
            ('reports_dayofshoes', 'figures'),
            ('reports_dayofevents', 'figures'), ('reports_dayofpoints', 'figures'),
            ('reports_dayofdecisions', 'decisions'), ('reports_dayofstakes', 'decisions'),
            ('reports_dayofhands', 'hands')
        ) AS guarded (name, part)
    LOOP
        EXECUTE format(
            'CREATE TRIGGER of_open_day AFTER INSERT ON public.%I REFERENCING NEW TABLE AS written'
            ' FOR EACH STATEMENT EXECUTE FUNCTION public.reports_require_open_day(%L)',
            v_rows.name, v_rows.part);
    END LOOP;
END
$$;

REVOKE ALL ON FUNCTION public.reports_require_open_day(), public.reports_require_open_hour(),
    public.reports_set_transaction(), public.reports_require_completed_round() FROM PUBLIC;
