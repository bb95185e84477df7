-- Rows of a round are inserted while it runs. These functions are STABLE: they see the round as it was before the inserting
-- statement, which may start a round with its bets or end it with its last decision.

CREATE FUNCTION public.casino_bet_with_round() RETURNS trigger
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM casino_round WHERE id = new.round_id) THEN
        RAISE EXCEPTION 'round %: bets come with the round', new.round_id USING ERRCODE = '42501';
    END IF;
    RETURN new;
END $$;
CREATE TRIGGER with_round BEFORE INSERT ON public.casino_bet
FOR EACH ROW EXECUTE FUNCTION public.casino_bet_with_round();

-- The same for bets placed before a deal: they are inserted with their wager.
CREATE FUNCTION public.casino_bet_with_wager() RETURNS trigger
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM casino_wager WHERE id = new.wager_id) THEN
        RAISE EXCEPTION 'wager %: bets come with the wager', new.wager_id USING ERRCODE = '42501';
    END IF;
    RETURN new;
END $$;
CREATE TRIGGER with_wager BEFORE INSERT ON public.casino_wagerbet
FOR EACH ROW EXECUTE FUNCTION public.casino_bet_with_wager();

CREATE FUNCTION public.casino_require_round_in_progress() RETURNS trigger
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM casino_round WHERE id = new.round_id AND status = 'in_progress') THEN
        RAISE EXCEPTION 'round %: it is not in progress', new.round_id USING ERRCODE = '42501';
    END IF;
    RETURN new;
END $$;

-- A decision belongs to the deal of its round.
CREATE FUNCTION public.casino_decision_in_deal() RETURNS trigger
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM casino_round
                   WHERE id = new.round_id AND deal_id = new.deal_id AND status = 'in_progress') THEN
        RAISE EXCEPTION 'round %: it is not in progress in deal %', new.round_id, new.deal_id USING ERRCODE = '42501';
    END IF;
    RETURN new;
END $$;
CREATE TRIGGER in_progress BEFORE INSERT ON public.casino_decision
FOR EACH ROW EXECUTE FUNCTION public.casino_decision_in_deal();

-- A stake that a decision takes from a bettor behind belongs to another round in the same deal.
CREATE FUNCTION public.casino_follower_in_deal() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM casino_decision AS decision JOIN casino_round AS round USING (deal_id)
                   WHERE decision.id = new.decision_id AND round.id = new.round_id
                     AND decision.round_id <> round.id) THEN
        RAISE EXCEPTION 'round %: it is no follower''s in decision %', new.round_id, new.decision_id USING ERRCODE = '42501';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER in_deal AFTER INSERT ON public.casino_followerstake
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.casino_follower_in_deal();
CREATE TRIGGER in_progress BEFORE INSERT ON public.casino_followerstake
FOR EACH ROW EXECUTE FUNCTION public.casino_require_round_in_progress();
CREATE TRIGGER in_progress BEFORE INSERT ON public.casino_hint
FOR EACH ROW EXECUTE FUNCTION public.casino_require_round_in_progress();

-- At commit, a line of the public log is true of its shoe.
CREATE FUNCTION public.casino_logline_true() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM casino_shoe WHERE public_id = new.shoe AND commitment = new.commitment AND CASE new.kind
            WHEN 'announced' THEN true
            WHEN 'opened' THEN opened_at IS NOT NULL
            ELSE status = new.kind END) THEN
        RAISE EXCEPTION 'fairness log line %: shoe % is not %', new.id, new.shoe, new.kind USING ERRCODE = '42501';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER is_true AFTER INSERT ON public.casino_logline
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.casino_logline_true();

REVOKE ALL ON FUNCTION
    public.casino_bet_with_round(), public.casino_bet_with_wager(), public.casino_require_round_in_progress(),
    public.casino_decision_in_deal(), public.casino_follower_in_deal(), public.casino_logline_true()
FROM PUBLIC;
