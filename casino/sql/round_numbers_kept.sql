-- A round keeps its number.
CREATE FUNCTION public.casino_round_number_kept() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'round %: its number is fixed', OLD.id USING ERRCODE = '42501';
END $$;
CREATE TRIGGER number_kept BEFORE UPDATE OF number ON public.casino_round
FOR EACH ROW WHEN (NEW.number IS DISTINCT FROM OLD.number)
EXECUTE FUNCTION public.casino_round_number_kept();
