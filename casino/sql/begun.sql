-- A deal starts as in progress or, if its first cards end it, as completed; never as cancelled. A round starts with its stakes
-- held: a row without money, or with a result that the ledger does not have, is refused.
-- A round that its first cards end is inserted as completed, with its bet and its settlement in the same transaction.

CREATE FUNCTION public.casino_guard_initial_status() RETURNS trigger
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF new.status = 'cancelled' THEN
        RAISE EXCEPTION '% %: it is cancelled later', TG_TABLE_NAME, new.id USING ERRCODE = '42501';
    END IF;
    RETURN new;
END $$;
CREATE TRIGGER begins BEFORE INSERT ON public.casino_round
FOR EACH ROW EXECUTE FUNCTION public.casino_guard_initial_status();
CREATE TRIGGER begins BEFORE INSERT ON public.casino_deal
FOR EACH ROW EXECUTE FUNCTION public.casino_guard_initial_status();

-- At commit: the transaction that inserts a round has posted its bet, or has ended as dealt the wager that held it; and it holds
-- the stakes or has settled the round.
CREATE FUNCTION public.casino_round_staked() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_round casino_round;
BEGIN
    SELECT * INTO v_round FROM casino_round WHERE id = new.id;
    IF NOT EXISTS (
        SELECT FROM wallet_transfer
        WHERE round_id = v_round.public_id AND player_id = v_round.player_id AND kind = 'bet'
          AND currency_id = v_round.currency AND amount = v_round.amount
          AND (xact = pg_current_xact_id() OR EXISTS (
              SELECT FROM casino_wager
              WHERE public_id = v_round.public_id AND participant_id = v_round.participant_id AND "end" = 'dealt'
                AND (currency, amount) = (v_round.currency, v_round.amount))))
       OR v_round.status = 'in_progress' AND NOT EXISTS (
        SELECT FROM wallet_open_stake
        WHERE round_id = v_round.public_id AND player_id = v_round.player_id
          AND currency_id = v_round.currency AND amount = v_round.staked + (
              SELECT coalesce(sum(amount), 0) FROM casino_answer WHERE round_id = v_round.id AND state = 'kept'))
       OR new.status = 'completed' AND NOT EXISTS (
        SELECT FROM wallet_transfer
        WHERE round_id = v_round.public_id AND player_id = v_round.player_id AND kind = 'settle'
          AND received = v_round.returned AND xact = pg_current_xact_id()) THEN
        RAISE EXCEPTION 'round %: its money is not in the ledger', new.id USING ERRCODE = '42501';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER staked AFTER INSERT ON public.casino_round
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.casino_round_staked();

REVOKE ALL ON FUNCTION public.casino_guard_initial_status(), public.casino_round_staked() FROM PUBLIC;
