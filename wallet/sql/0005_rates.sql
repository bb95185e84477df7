-- Whether a rate takes effect at once or waits for a second person is decided here, whoever
-- writes it: a first rate waits, and one more than 5 % from the last one in effect or from the
-- one that was in effect 24 hours ago (before the first day is over: from the first one).

CREATE FUNCTION public.wallet_rate_jumps(code text, offered numeric) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    present numeric;
    earlier numeric;
BEGIN
    SELECT r.rate INTO present
    FROM wallet_rate r JOIN wallet_rate_decision d ON d.rate_id = r.id
    WHERE r.currency_id = code AND d.verdict <> 'refused'
    ORDER BY r.as_of DESC, r.id DESC LIMIT 1;
    IF present IS NULL THEN
        RETURN true;
    END IF;
    SELECT r.rate INTO earlier
    FROM wallet_rate r JOIN wallet_rate_decision d ON d.rate_id = r.id
    WHERE r.currency_id = code AND d.verdict <> 'refused'
    ORDER BY (d.at <= clock_timestamp() - interval '24 hours') DESC,
             CASE WHEN d.at <= clock_timestamp() - interval '24 hours' THEN r.as_of END DESC,
             r.as_of, r.id LIMIT 1;
    RETURN abs(offered - present) * 20 > present OR abs(offered - earlier) * 20 > earlier;
END
$$;

-- One rate of a currency at a time: what is compared must not move meanwhile.
CREATE FUNCTION public.wallet_admit_rate() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('wallet_rate ' || new.currency_id, 0));
    new.created_at := clock_timestamp();
    IF new.as_of > new.created_at + interval '1 minute' THEN
        RAISE EXCEPTION 'a rate of %', new.as_of USING ERRCODE = 'LW101';
    END IF;
    IF EXISTS (
        SELECT FROM wallet_rate r JOIN wallet_rate_decision d ON d.rate_id = r.id
        WHERE r.currency_id = new.currency_id AND d.verdict <> 'refused' AND r.as_of >= new.as_of
    ) THEN
        RAISE EXCEPTION 'a rate of %', new.as_of USING ERRCODE = 'LW102';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER admitted BEFORE INSERT ON public.wallet_rate
FOR EACH ROW EXECUTE FUNCTION public.wallet_admit_rate();

CREATE FUNCTION public.wallet_judge_rate() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT wallet_rate_jumps(new.currency_id, new.rate) THEN
        INSERT INTO wallet_rate_decision (rate_id, verdict, reason) VALUES (new.id, 'automatic', '');
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER judged AFTER INSERT ON public.wallet_rate
FOR EACH ROW EXECUTE FUNCTION public.wallet_judge_rate();

-- A decision is by somebody else than the rate; what takes effect is newer than what is in
-- effect; and nothing that has to wait decides itself.
CREATE FUNCTION public.wallet_check_decision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    decided wallet_rate;
BEGIN
    SELECT * INTO decided FROM wallet_rate WHERE id = new.rate_id;
    PERFORM pg_advisory_xact_lock(hashtextextended('wallet_rate ' || decided.currency_id, 0));
    new.at := clock_timestamp();
    IF new.decided_by_id = decided.entered_by_id THEN
        RAISE EXCEPTION 'rate % was entered by %', new.rate_id, new.decided_by_id
            USING ERRCODE = 'LW103';
    END IF;
    IF new.verdict = 'refused' THEN
        RETURN new;
    END IF;
    IF EXISTS (
        SELECT FROM wallet_rate r JOIN wallet_rate_decision d ON d.rate_id = r.id
        WHERE r.currency_id = decided.currency_id AND d.verdict <> 'refused'
          AND r.as_of >= decided.as_of
    ) THEN
        RAISE EXCEPTION 'rate % is older than what is in effect', new.rate_id
            USING ERRCODE = 'LW104';
    END IF;
    IF new.verdict = 'automatic' AND wallet_rate_jumps(decided.currency_id, decided.rate) THEN
        RAISE EXCEPTION 'rate % waits for a person', new.rate_id USING ERRCODE = 'LW105';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER decided BEFORE INSERT ON public.wallet_rate_decision
FOR EACH ROW EXECUTE FUNCTION public.wallet_check_decision();

REVOKE ALL ON FUNCTION
    public.wallet_rate_jumps(text, numeric), public.wallet_admit_rate(),
    public.wallet_judge_rate(), public.wallet_check_decision()
FROM PUBLIC;

-- What holds until somebody sets something else: four days bridge a weekend with a holiday.
INSERT INTO public.wallet_rate_limit (currency_id, max_age_hours, reason)
SELECT code, 96, 'initial value' FROM public.wallet_currency
WHERE code NOT IN ('USD', 'PLY') ORDER BY code;

INSERT INTO public.wallet_spread (share, reason) VALUES (0.01, 'initial value');
