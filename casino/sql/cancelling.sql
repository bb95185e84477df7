-- Cancelling a running round returns its stakes. It needs a decision by two people, or an alarm in which the program reported
-- the round or its shoe as broken. At a live table both concern the whole deal. Errors are 42501.
CREATE FUNCTION public.casino_cancel_guard() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM casino_freeze AS asked JOIN casino_freezedecision AS word ON word.proposal_id = asked.id
               JOIN casino_round AS round ON round.id = asked.round_id
               WHERE round.deal_id = new.deal_id AND word.approved)
       OR EXISTS (SELECT FROM journal_event JOIN casino_round AS round ON subject = round.public_id::text
                  WHERE kind = 'round_frozen' AND round.deal_id = new.deal_id)
       OR EXISTS (SELECT FROM journal_event JOIN casino_shoe AS shoe ON subject = shoe.public_id::text
                  WHERE kind = 'seed_mismatch' AND shoe.id = (SELECT shoe_id FROM casino_deal WHERE id = new.deal_id)) THEN
        RETURN new;
    END IF;
    RAISE EXCEPTION 'round %: nobody approved its cancellation, and nothing was found broken', new.id USING ERRCODE = '42501';
END $$;
CREATE TRIGGER cancelled BEFORE UPDATE OF status ON public.casino_round
FOR EACH ROW WHEN (old.status = 'in_progress' AND new.status = 'cancelled')
EXECUTE FUNCTION public.casino_cancel_guard();

REVOKE ALL ON FUNCTION public.casino_cancel_guard() FROM PUBLIC;
