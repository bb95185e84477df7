-- The start of a day that has begun never changes: a row is for a future day in its own zone, later than every other row.
CREATE FUNCTION public.journal_guard_gaming_day() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF new.from_day <= (clock_timestamp() AT TIME ZONE new.zone)::date
       OR new.from_day <= (SELECT max(from_day) FROM journal_gamingday) THEN
        RAISE EXCEPTION 'the gaming day of % is set already', new.from_day
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN new;
END $$;
REVOKE ALL ON FUNCTION public.journal_guard_gaming_day() FROM PUBLIC;

CREATE TRIGGER gaming_day_to_come BEFORE INSERT ON public.journal_gamingday
FOR EACH ROW EXECUTE FUNCTION public.journal_guard_gaming_day();
