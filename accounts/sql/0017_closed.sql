-- No state is weaker than what counts, and a closed account stays closed.
CREATE OR REPLACE FUNCTION public.accounts_keep_state() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF old.state = 'closed' THEN
        RAISE EXCEPTION 'account % is closed: it does not become %', new.id, new.state
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF accounts_strength(new.state) < accounts_held(new.id) THEN
        RAISE EXCEPTION 'account % is restricted: it does not become %', new.id, new.state
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN new;
END
$$;
