-- A player's own break from play lasts a day at least, whoever writes its row.
CREATE FUNCTION public.accounts_see_break() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF new.until < clock_timestamp() + interval '23 hours 59 minutes' THEN
        RAISE EXCEPTION 'a player''s own break lasts at least a day' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER own_break BEFORE INSERT ON public.accounts_restriction
FOR EACH ROW WHEN (new.kind = 'self_excluded' AND new.imposed_by_id = new.player_id)
EXECUTE FUNCTION public.accounts_see_break();

REVOKE ALL ON FUNCTION public.accounts_see_break() FROM PUBLIC;
