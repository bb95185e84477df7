-- A round frozen by staff cannot be played until another staff member has decided. Errors are 42501.

CREATE FUNCTION public.casino_frozen_guard() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_open boolean := EXISTS (
        SELECT FROM casino_freeze AS asked WHERE asked.round_id = NEW.id AND NOT EXISTS (
            SELECT FROM casino_freezedecision WHERE proposal_id = asked.id));
BEGIN
    IF NEW.frozen AND NOT OLD.frozen AND NOT v_open THEN
        RAISE EXCEPTION 'round %: nobody froze it', NEW.id USING ERRCODE = '42501';
    END IF;
    IF OLD.frozen AND NOT NEW.frozen AND v_open THEN
        RAISE EXCEPTION 'round %: another person decides first', NEW.id USING ERRCODE = '42501';
    END IF;
    IF OLD.frozen AND (NEW.status = 'completed' OR NEW.status = 'in_progress'
       AND NEW.staked IS DISTINCT FROM OLD.staked) THEN
        RAISE EXCEPTION 'round %: it is frozen', NEW.id USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER frozen BEFORE UPDATE ON public.casino_round
FOR EACH ROW WHEN (OLD.status = 'in_progress' AND (OLD.frozen OR NEW.frozen))
EXECUTE FUNCTION public.casino_frozen_guard();
