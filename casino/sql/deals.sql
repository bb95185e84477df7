-- A deal groups rounds: its source and its end are fixed, and it ends together with its rounds. Errors are 42501.

CREATE FUNCTION public.casino_deal_guard() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF OLD.status <> 'in_progress' AND NEW IS DISTINCT FROM OLD THEN
        RAISE EXCEPTION 'deal %: it is over', OLD.id USING ERRCODE = '42501';
    END IF;
    IF (NEW.place_id, NEW.shoe_id, NEW.nonce, NEW.boxes, NEW.entropy, NEW.library_version, NEW.rules_hash)
        IS DISTINCT FROM
       (OLD.place_id, OLD.shoe_id, OLD.nonce, OLD.boxes, OLD.entropy, OLD.library_version, OLD.rules_hash) THEN
        RAISE EXCEPTION 'deal %: how it began is fixed', OLD.id USING ERRCODE = '42501';
    END IF;
    IF NEW.state_hash <> OLD.state_hash AND EXISTS (
        SELECT FROM casino_round WHERE deal_id = OLD.id AND frozen) THEN
        RAISE EXCEPTION 'deal %: it is frozen', OLD.id USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE ON public.casino_deal
FOR EACH ROW EXECUTE FUNCTION public.casino_deal_guard();

-- At commit: each round has the place, rules, boxes and status of its deal, and the place and player of its participant.
CREATE FUNCTION public.casino_round_of_deal() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_deal bigint := CASE TG_TABLE_NAME WHEN 'casino_deal' THEN to_jsonb(new) ->> 'id' ELSE to_jsonb(new) ->> 'deal_id' END;
BEGIN
    -- A live-table deal whose seed exchange failed has no bets and no cards; it only consumes its nonce.
    IF NOT EXISTS (SELECT FROM casino_round WHERE deal_id = v_deal) AND NOT EXISTS (
        SELECT FROM casino_deal AS deal JOIN casino_seedexchange AS failed USING (shoe_id, nonce)
        WHERE deal.id = v_deal AND deal.status = 'cancelled' AND cards_drawn = 0 AND failed.status = 'aborted')
       OR EXISTS (
        SELECT FROM casino_deal AS deal
             JOIN casino_round AS round ON round.deal_id = deal.id
             JOIN casino_shoe AS shoe ON shoe.id = deal.shoe_id
             JOIN casino_participant AS participant ON participant.id = round.participant_id
        WHERE deal.id = v_deal
          AND ((round.status, round.place_id, round.version_id)
               IS DISTINCT FROM (deal.status, deal.place_id, shoe.version_id)
               OR shoe.place_id <> deal.place_id OR NOT round.boxes <@ deal.boxes OR cardinality(round.bettors) <> cardinality(round.boxes)
               OR (participant.place_id, participant.player_id) <> (round.place_id, round.player_id))) THEN
        RAISE EXCEPTION 'deal %: its rounds say otherwise', v_deal USING ERRCODE = '42501';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER of_deal AFTER INSERT OR UPDATE OF status ON public.casino_round
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.casino_round_of_deal();
CREATE CONSTRAINT TRIGGER has_rounds AFTER INSERT OR UPDATE OF status ON public.casino_deal
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.casino_round_of_deal();

REVOKE ALL ON FUNCTION public.casino_deal_guard(), public.casino_round_of_deal() FROM PUBLIC;
