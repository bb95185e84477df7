-- Debts: what a player owes has a cause, and is paid before money leaves. `repay` pays it from a balance; `advance` puts on a
-- balance what the reversal of a deposit takes and is not there. The functions of 0009_redeem.sql and 0003_plan.sql, made anew.

-- What a player owes, by its cause: a settled round that was voided, or a deposit that was taken back. No more of it is ever
-- collected than is owed. A round that was never settled has nothing to void: the stakes of a running one are refunded.
-- `round_id` of an `advance`, and of what repays it, is the reference of the deposit.
CREATE OR REPLACE FUNCTION public.wallet_see_settled(p_transfer public.wallet_transfer) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF p_transfer.kind IN ('owe', 'advance') THEN
        INSERT INTO wallet_receivable AS owed (round_id, player_id, currency_id, amount, cause, since)
        VALUES (p_transfer.round_id, p_transfer.player_id, p_transfer.currency_id, p_transfer.amount,
                CASE p_transfer.kind WHEN 'owe' THEN 'round' ELSE 'deposit' END, p_transfer.created_at)
        ON CONFLICT (player_id, round_id) DO UPDATE SET amount = owed.amount + excluded.amount
        WHERE owed.currency_id = excluded.currency_id AND owed.cause = excluded.cause;
    ELSIF p_transfer.kind IN ('collect', 'repay') THEN
        -- In this order: what somebody else leaves while the first waits, the second sees.
        UPDATE wallet_receivable SET amount = amount - p_transfer.amount
        WHERE player_id = p_transfer.player_id AND round_id = p_transfer.round_id
          AND currency_id = p_transfer.currency_id AND amount > p_transfer.amount
          AND (cause = 'round' OR p_transfer.kind = 'repay');
        IF NOT found THEN
            DELETE FROM wallet_receivable
            WHERE player_id = p_transfer.player_id AND round_id = p_transfer.round_id
              AND currency_id = p_transfer.currency_id AND amount = p_transfer.amount
              AND (cause = 'round' OR p_transfer.kind = 'repay');
        END IF;
    END IF;
    IF p_transfer.kind IN ('owe', 'collect', 'repay', 'advance') AND NOT found THEN
        RAISE EXCEPTION '% does not owe % % to %', p_transfer.round_id, p_transfer.amount,
            p_transfer.currency_id, p_transfer.kind USING ERRCODE = 'LW011';
    ELSIF p_transfer.kind = 'advance' THEN
        IF NOT EXISTS (
            SELECT FROM wallet_deposit
            WHERE reference = p_transfer.round_id AND player_id = p_transfer.player_id
              AND currency_id = p_transfer.currency_id AND state = 'credited'
              AND p_transfer.amount <= units
        ) THEN
            RAISE EXCEPTION '% is no credited deposit of so much', p_transfer.round_id USING ERRCODE = 'LW002';
        END IF;
    ELSIF p_transfer.kind <> 'repay' AND NOT EXISTS (
        SELECT FROM wallet_transfer AS settled
        WHERE settled.round_id = p_transfer.round_id AND settled.player_id = p_transfer.player_id
          AND settled.currency_id = p_transfer.currency_id AND settled.kind = 'settle'
          AND NOT EXISTS (SELECT FROM wallet_reversal WHERE original_id = settled.id)
    ) THEN
        RAISE EXCEPTION 'round % is not settled', p_transfer.round_id USING ERRCODE = 'LW009';
    END IF;
END
$$;

-- What a transfer moves that is no plain stake or settlement: `player` is what the player gets,
-- `rest` what the house's account `rest_place` gets, both together leave `place` (the numbers of
-- 0002_reference.sql), and the round holds `stake` more. An exchange moves two currencies: it is
-- written here, and nothing is left to move.
CREATE OR REPLACE FUNCTION public.wallet_plan(
    p_transfer public.wallet_transfer,
    OUT place integer, OUT player bigint, OUT rest_place integer, OUT rest bigint, OUT stake bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_back boolean := p_transfer.kind = 'reverse';
    v_sign integer := CASE WHEN p_transfer.kind = 'reverse' THEN -1 ELSE 1 END;
    v_kind text := p_transfer.kind;
    v_amount bigint := p_transfer.amount;
BEGIN
    IF p_transfer.xact <> pg_current_xact_id() THEN
        RAISE EXCEPTION 'transfer % claims another transaction', p_transfer.id
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF v_back THEN
        v_kind := wallet_reversed_kind(p_transfer);
    END IF;
    IF v_back AND v_kind IN ('redeem', 'advance', 'repay') THEN
        RAISE EXCEPTION 'a % is not undone by a reversal', v_kind USING ERRCODE = 'LW008';
    END IF;
    player := v_amount;
    rest := 0;
    stake := 0;
    CASE v_kind
        WHEN 'bet' THEN place := 2; player := -v_amount; stake := v_amount;
        WHEN 'settle' THEN place := 2; player := p_transfer.received; stake := -v_amount;
            rest_place := 3; rest := v_amount - player;
        WHEN 'refund' THEN place := 2; stake := -v_amount;
        WHEN 'deposit' THEN place := 1;
        WHEN 'exchange' THEN place := 4;
        WHEN 'bonus' THEN place := 5;
        WHEN 'adjust' THEN place := 6;
        WHEN 'withdraw' THEN place := 7; player := -v_amount;
        WHEN 'cancel_withdrawal' THEN place := 7;
        WHEN 'pay_out' THEN place := 7; player := 0; rest_place := 1; rest := v_amount;
        WHEN 'void' THEN place := 3;
        WHEN 'owe' THEN place := 8; player := 0; rest_place := 3; rest := v_amount;
        WHEN 'collect' THEN place := 8; player := -v_amount;
        WHEN 'repay' THEN place := 8; player := -v_amount;
        WHEN 'advance' THEN place := 8;
        WHEN 'suspend' THEN place := 3; player := 0; rest_place := 9; rest := v_amount;
        WHEN 'redeem' THEN place := 0;
        ELSE RAISE EXCEPTION 'no transfer is of kind %', v_kind USING ERRCODE = 'LW006';
    END CASE;
    IF ((v_amount > 0 OR v_kind IN ('adjust', 'void') AND v_amount <> 0)
        AND (place IN (2, 3, 8)) = (p_transfer.round_id IS NOT NULL)
        AND (place = 7) = (p_transfer.withdrawal_id IS NOT NULL)
        AND (place = 4) = (p_transfer.received_currency_id IS NOT NULL)
        AND (v_kind IN ('exchange', 'settle')) = (p_transfer.received IS NOT NULL)
        AND (place NOT IN (0, 1, 4, 7, 8) OR p_transfer.currency_id <> 'PLY')) IS NOT TRUE THEN
        RAISE EXCEPTION 'a % does not move money so', v_kind USING ERRCODE = 'LW002';
    ELSIF NOT EXISTS (SELECT FROM wallet_currency WHERE code = p_transfer.currency_id) THEN
        RAISE EXCEPTION 'there is no currency %', p_transfer.currency_id USING ERRCODE = 'LW003';
    ELSIF v_kind = 'settle' AND player < 0 AND p_transfer.currency_id <> 'PLY' THEN
        RAISE EXCEPTION 'a round takes its loss at settlement in play money only' USING
            ERRCODE = 'check_violation', CONSTRAINT = 'wallet_transfer_loss_in_play_money';
    ELSIF place IN (3, 8) THEN
        PERFORM wallet_see_settled(p_transfer);
    ELSIF place = 7 THEN
        PERFORM wallet_hold_withdrawal(p_transfer);
    ELSIF place = 4 THEN
        PERFORM wallet_exchange(p_transfer, v_sign);
        player := 0;
    END IF;
    player := v_sign * player;
    rest := v_sign * rest;
    stake := v_sign * stake;
END
$$;

-- Which of a player's debts are disputed: they are reserved, not collected. The wallet knows no disputes; what does puts its own
-- answer in the place of this one (`compliance/sql/disputed_debts.sql`).
CREATE FUNCTION public.wallet_disputed_debts(p_player bigint) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT round_id FROM wallet_receivable WHERE false
$$;

REVOKE ALL ON FUNCTION public.wallet_disputed_debts(bigint) FROM PUBLIC;
