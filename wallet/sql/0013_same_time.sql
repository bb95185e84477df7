-- A person may correct a rate of the same time: a form has minutes, and who mistyped corrects at once. The later row counts.
-- The feed may not: it would put back what a person has corrected.
CREATE OR REPLACE FUNCTION public.wallet_admit_rate() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_present wallet_rate;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('wallet_rate ' || new.currency_id, 0));
    new.created_at := clock_timestamp();
    PERFORM wallet_see_staff(new.entered_by_id);
    IF new.as_of > new.created_at + interval '1 minute' THEN
        RAISE EXCEPTION 'a rate of %', new.as_of USING ERRCODE = 'LW101';
    END IF;
    v_present := wallet_present_rate(new.currency_id);
    IF v_present.as_of > new.as_of
       OR v_present.as_of = new.as_of AND (new.entered_by_id IS NULL OR v_present.rate = new.rate)
    THEN
        RAISE EXCEPTION 'a rate of %', new.as_of USING ERRCODE = 'LW102';
    END IF;
    RETURN new;
END
$$;

-- What takes effect is newer than what is in effect, or a later row of the same time.
CREATE OR REPLACE FUNCTION public.wallet_check_decision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    decided wallet_rate;
    present wallet_rate;
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
    present := wallet_present_rate(decided.currency_id);
    IF (present.as_of, present.id) >= (decided.as_of, decided.id) THEN
        RAISE EXCEPTION 'rate % is older than what is in effect', new.rate_id
            USING ERRCODE = 'LW104';
    END IF;
    IF new.verdict = 'automatic' AND wallet_rate_jumps(decided.currency_id, decided.rate) THEN
        RAISE EXCEPTION 'rate % waits for a person', new.rate_id USING ERRCODE = 'LW105';
    END IF;
    RETURN new;
END
$$;
