CREATE OR REPLACE FUNCTION public.wallet_admit_rate() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('wallet_rate ' || new.currency_id, 0));
    new.created_at := clock_timestamp();
    PERFORM wallet_see_staff(new.entered_by_id);
    IF new.as_of > new.created_at + interval '1 minute' THEN
        RAISE EXCEPTION 'a rate of %', new.as_of USING ERRCODE = 'LW101';
    END IF;
    IF (wallet_present_rate(new.currency_id)).as_of >= new.as_of THEN
        RAISE EXCEPTION 'a rate of %', new.as_of USING ERRCODE = 'LW102';
    END IF;
    RETURN new;
END
$$;

CREATE OR REPLACE FUNCTION public.wallet_check_decision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    decided wallet_rate;
BEGIN
    SELECT * INTO decided FROM wallet_rate WHERE id = new.rate_id;
    PERFORM pg_advisory_xact_lock(hashtextextended('wallet_rate ' || decided.currency_id, 0));
    new.at := clock_timestamp();
    PERFORM wallet_see_staff(new.decided_by_id);
    IF new.decided_by_id = decided.entered_by_id THEN
        RAISE EXCEPTION 'rate % was entered by %', new.rate_id, new.decided_by_id
            USING ERRCODE = 'LW103';
    END IF;
    IF new.verdict = 'refused' THEN
        RETURN new;
    END IF;
    IF (wallet_present_rate(decided.currency_id)).as_of >= decided.as_of THEN
        RAISE EXCEPTION 'rate % is older than what is in effect', new.rate_id
            USING ERRCODE = 'LW104';
    END IF;
    IF new.verdict = 'automatic' AND wallet_rate_jumps(decided.currency_id, decided.rate) THEN
        RAISE EXCEPTION 'rate % waits for a person', new.rate_id USING ERRCODE = 'LW105';
    END IF;
    RETURN new;
END
$$;
