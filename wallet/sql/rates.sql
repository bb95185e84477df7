-- Decides, for every writer, if a rate takes effect at once or waits for a second person: a first
-- rate waits, and one more than 5 % from the last one in effect or from the one in effect 24 hours
-- ago (before the first day is over: from the first one).

-- True if a rate took effect and two people have not recalled it.
CREATE FUNCTION public.wallet_is_rate_usable(p_rate bigint) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM wallet_rate_decision WHERE proposal_id = p_rate AND approved
    ) AND NOT EXISTS (
        SELECT FROM wallet_rate_recall asked JOIN wallet_rate_recall_decision word
               ON word.proposal_id = asked.id
        WHERE asked.rate_id = p_rate AND word.approved)
$$;

CREATE FUNCTION public.wallet_rate_in_effect(p_currency text) RETURNS public.wallet_rate
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT r.* FROM wallet_rate r
    WHERE r.currency_id = p_currency AND wallet_is_rate_usable(r.id)
    ORDER BY r.as_of DESC, r.id DESC LIMIT 1
$$;

CREATE FUNCTION public.wallet_is_rate_jump(code text, offered numeric) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    present numeric := (wallet_rate_in_effect(code)).rate;
    earlier numeric;
BEGIN
    IF present IS NULL THEN
        RETURN true;
    END IF;
    SELECT r.rate INTO earlier
    FROM wallet_rate r JOIN wallet_rate_decision d ON d.proposal_id = r.id
    WHERE r.currency_id = code AND wallet_is_rate_usable(r.id)
    ORDER BY (d.decided_at <= clock_timestamp() - interval '24 hours') DESC,
             CASE WHEN d.decided_at <= clock_timestamp() - interval '24 hours' THEN r.as_of END DESC,
             r.as_of, r.id LIMIT 1;
    RETURN abs(offered - present) * 20 > present OR abs(offered - earlier) * 20 > earlier;
END
$$;

-- Serialise the rates of a currency: the rate compared with must not change meanwhile.
-- A person may correct a rate of the same time: a form has minutes, and typing errors are corrected at once. The later row counts.
-- The feed may not: it would restore what a person has corrected.
CREATE FUNCTION public.wallet_guard_rate() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_present wallet_rate;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('wallet_rate ' || new.currency_id, 0));
    new.proposed_at := clock_timestamp();
    PERFORM approvals_require_staff(new.proposed_by_id);
    IF new.as_of > new.proposed_at + interval '1 minute' THEN
        RAISE EXCEPTION 'a rate of %', new.as_of USING ERRCODE = 'LW101';
    END IF;
    v_present := wallet_rate_in_effect(new.currency_id);
    IF v_present.as_of > new.as_of
       OR v_present.as_of = new.as_of AND (new.proposed_by_id IS NULL OR v_present.rate = new.rate)
    THEN
        RAISE EXCEPTION 'a rate of %', new.as_of USING ERRCODE = 'LW102';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER admitted BEFORE INSERT ON public.wallet_rate
FOR EACH ROW EXECUTE FUNCTION public.wallet_guard_rate();

CREATE FUNCTION public.wallet_accept_small_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT wallet_is_rate_jump(new.currency_id, new.rate) THEN
        INSERT INTO wallet_rate_decision (proposal_id, approved) VALUES (new.id, true);
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER judged AFTER INSERT ON public.wallet_rate
FOR EACH ROW EXECUTE FUNCTION public.wallet_accept_small_change();

-- A rate that takes effect is newer than the one in effect, or a later row of the same
-- time; a rate that must wait is never approved without a person.
CREATE FUNCTION public.wallet_guard_rate_decision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    decided wallet_rate;
    present wallet_rate;
BEGIN
    SELECT * INTO decided FROM wallet_rate WHERE id = new.proposal_id;
    PERFORM pg_advisory_xact_lock(hashtextextended('wallet_rate ' || decided.currency_id, 0));
    new.decided_at := clock_timestamp();
    IF NOT new.approved THEN
        RETURN new;
    END IF;
    present := wallet_rate_in_effect(decided.currency_id);
    IF (present.as_of, present.id) >= (decided.as_of, decided.id) THEN
        RAISE EXCEPTION 'rate % is older than what is in effect', new.proposal_id
            USING ERRCODE = 'LW104';
    END IF;
    IF new.decided_by_id IS NULL AND wallet_is_rate_jump(decided.currency_id, decided.rate) THEN
        RAISE EXCEPTION 'rate % waits for a person', new.proposal_id USING ERRCODE = 'LW105';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER decided BEFORE INSERT ON public.wallet_rate_decision
FOR EACH ROW EXECUTE FUNCTION public.wallet_guard_rate_decision();

-- Recall of a wrong rate by two people: one asks, another decides. Only the rate in effect can be
-- recalled; the one before it is then in effect again. The recalled rate's own rows do not change.
CREATE FUNCTION public.wallet_guard_recall() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_currency text := (SELECT currency_id FROM wallet_rate WHERE id = new.rate_id);
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('wallet_rate ' || v_currency, 0));
    IF (wallet_rate_in_effect(v_currency)).id IS DISTINCT FROM new.rate_id THEN
        RAISE EXCEPTION 'rate % is not in effect', new.rate_id USING ERRCODE = 'LW106';
    END IF;
    IF EXISTS (
        SELECT FROM wallet_rate_recall asked WHERE asked.rate_id = new.rate_id AND NOT EXISTS (
            SELECT FROM wallet_rate_recall_decision WHERE proposal_id = asked.id)
    ) THEN
        RAISE EXCEPTION 'rate % is asked about already', new.rate_id USING ERRCODE = 'LW107';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER asked BEFORE INSERT ON public.wallet_rate_recall
FOR EACH ROW EXECUTE FUNCTION public.wallet_guard_recall();

CREATE FUNCTION public.wallet_guard_recall_decision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_asked wallet_rate_recall;
    v_currency text;
BEGIN
    SELECT * INTO v_asked FROM wallet_rate_recall WHERE id = new.proposal_id;
    SELECT currency_id INTO v_currency FROM wallet_rate WHERE id = v_asked.rate_id;
    PERFORM pg_advisory_xact_lock(hashtextextended('wallet_rate ' || v_currency, 0));
    IF new.approved AND (wallet_rate_in_effect(v_currency)).id IS DISTINCT FROM v_asked.rate_id THEN
        RAISE EXCEPTION 'rate % is not in effect', v_asked.rate_id USING ERRCODE = 'LW106';
    END IF;
    RETURN new;
END
$$;

CREATE TRIGGER in_effect BEFORE INSERT ON public.wallet_rate_recall_decision
FOR EACH ROW EXECUTE FUNCTION public.wallet_guard_recall_decision();

REVOKE ALL ON FUNCTION
    public.wallet_is_rate_usable(bigint), public.wallet_rate_in_effect(text),
    public.wallet_is_rate_jump(text, numeric),
    public.wallet_guard_rate(),
    public.wallet_accept_small_change(), public.wallet_guard_rate_decision(),
    public.wallet_guard_recall(), public.wallet_guard_recall_decision()
FROM PUBLIC;

-- Initial value until staff set another one: four days bridge a weekend with a holiday.
CREATE FUNCTION public.wallet_first_rate_max_age() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    WITH first AS (
        INSERT INTO wallet_rate_max_age (currency_id, max_age_hours, reason)
        SELECT code, 96, 'initial value' FROM made WHERE NOT is_base AND NOT is_play_money ORDER BY code
        RETURNING id
    )
    INSERT INTO wallet_rate_max_age_decision (proposal_id, approved) SELECT id, true FROM first;
    RETURN NULL;
END
$$;

CREATE TRIGGER first_rate_max_age AFTER INSERT ON public.wallet_currency REFERENCING NEW TABLE AS made
FOR EACH STATEMENT EXECUTE FUNCTION public.wallet_first_rate_max_age();

INSERT INTO public.wallet_spread (share, reason) VALUES (0.01, 'initial value');
INSERT INTO public.wallet_spread_decision (proposal_id, approved)
SELECT id, true FROM public.wallet_spread;

REVOKE ALL ON FUNCTION public.wallet_first_rate_max_age() FROM PUBLIC;
