-- Transfers other than plain stakes and settlements (those: write.sql).

CREATE FUNCTION public.wallet_require_currency(p_currency text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM wallet_currency WHERE code = p_currency) THEN
        RAISE EXCEPTION 'there is no currency %', p_currency USING ERRCODE = 'LW003';
    END IF;
END
$$;

-- Release a part of a round's stake to the player. A settlement always takes all of it.
CREATE FUNCTION public.wallet_release_stake(p_transfer public.wallet_transfer, p_amount bigint)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    UPDATE wallet_open_stake SET amount = amount - p_amount
    WHERE round_id = p_transfer.round_id AND player_id = p_transfer.player_id
      AND currency_id = p_transfer.currency_id AND amount > p_amount
      AND p_transfer.kind <> 'settle';
    IF NOT found THEN
        PERFORM wallet_require_currency(p_transfer.currency_id);
        RAISE EXCEPTION 'round % does not hold % % to %', p_transfer.round_id, p_amount,
            p_transfer.currency_id, p_transfer.kind USING ERRCODE = 'LW009';
    END IF;
END
$$;

-- Hold a withdrawal's amount from its request until it is paid or cancelled, once. The row stays, so
-- that no second request has its number. Withdrawal transfers are never reversed: the withdrawal's
-- record would still read paid, or open.
CREATE FUNCTION public.wallet_hold_withdrawal(p_transfer public.wallet_transfer) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF p_transfer.kind = 'withdraw' THEN
        INSERT INTO wallet_withdrawal_hold (withdrawal_id, player_id, currency_id, amount, is_open)
        VALUES (p_transfer.withdrawal_id, p_transfer.player_id, p_transfer.currency_id,
                p_transfer.amount, true)
        ON CONFLICT (withdrawal_id) DO NOTHING;
    ELSE
        UPDATE wallet_withdrawal_hold SET is_open = false
        WHERE withdrawal_id = p_transfer.withdrawal_id AND player_id = p_transfer.player_id
          AND currency_id = p_transfer.currency_id AND amount = p_transfer.amount
          AND is_open;
    END IF;
    IF NOT found THEN
        RAISE EXCEPTION 'withdrawal % does not hold % % to %', p_transfer.withdrawal_id,
            p_transfer.amount, p_transfer.currency_id, p_transfer.kind USING ERRCODE = 'LW010';
    END IF;
END
$$;

-- Move the player's account by an amount; open the account if there is none.
CREATE FUNCTION public.wallet_change_balance(
    p_player bigint, p_currency text, p_amount bigint,
    OUT account bigint, OUT number bigint, OUT after bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    INSERT INTO wallet_account (player_id, currency_id)
    SELECT person.id, currency.code
    FROM accounts_user AS person, wallet_currency AS currency
    WHERE person.id = p_player AND currency.code = p_currency AND NOT EXISTS (
        SELECT FROM wallet_account WHERE player_id = p_player AND currency_id = p_currency)
    ON CONFLICT DO NOTHING;
    UPDATE wallet_account SET balance = balance + p_amount, seq = seq + 1
    WHERE player_id = p_player AND currency_id = p_currency
    RETURNING id, seq, balance INTO account, number, after;
    IF NOT found THEN
        PERFORM wallet_require_currency(p_currency);
        RAISE EXCEPTION 'there is no player %', p_player USING ERRCODE = 'LW005';
    END IF;
END
$$;

-- Return the kind of a reversal's original, of which it is the exact opposite.
CREATE FUNCTION public.wallet_reversed_kind(p_transfer public.wallet_transfer) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_kind text;
BEGIN
    SELECT original.kind INTO v_kind
    FROM wallet_reversal AS reversal
         JOIN wallet_transfer AS original ON original.id = reversal.original_id
    WHERE reversal.transfer_id = p_transfer.id
      AND original.kind NOT IN ('reverse', 'withdraw', 'pay_out', 'cancel_withdrawal',
                                'void', 'owe', 'collect')
      AND (original.player_id, original.currency_id, original.amount, original.received,
           original.received_currency_id, original.round_id, original.withdrawal_id)
          IS NOT DISTINCT FROM
          (p_transfer.player_id, p_transfer.currency_id, p_transfer.amount, p_transfer.received,
           p_transfer.received_currency_id, p_transfer.round_id, p_transfer.withdrawal_id);
    IF NOT found THEN
        RAISE EXCEPTION 'transfer % and its reversal disagree', p_transfer.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN v_kind;
END
$$;

-- Move both sides of an exchange; the player's two accounts are locked in ascending order.
CREATE FUNCTION public.wallet_exchange(p_transfer public.wallet_transfer, p_sign integer)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_leg record;
    v_moved record;
BEGIN
    IF p_transfer.received <= 0 OR p_transfer.received_currency_id = p_transfer.currency_id
       OR EXISTS (
           SELECT FROM wallet_currency WHERE code = p_transfer.received_currency_id AND is_play_money) THEN
        RAISE EXCEPTION 'an exchange gives one real currency for another' USING ERRCODE = 'LW002';
    END IF;
    FOR v_leg IN
        SELECT leg.currency, leg.amount, account.id
        FROM (VALUES (p_transfer.currency_id, -p_sign * p_transfer.amount),
                     (p_transfer.received_currency_id, p_sign * p_transfer.received)
             ) AS leg (currency, amount)
             LEFT JOIN wallet_account AS account
             ON account.player_id = p_transfer.player_id AND account.currency_id = leg.currency
        ORDER BY account.id NULLS LAST, leg.currency
    LOOP
        SELECT * INTO v_moved
        FROM wallet_change_balance(p_transfer.player_id, v_leg.currency, v_leg.amount);
        INSERT INTO wallet_entry
            (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at)
        VALUES (p_transfer.id, wallet_house_account('fx', v_leg.currency), v_leg.currency, -v_leg.amount, NULL, NULL,
                p_transfer.created_at),
               (p_transfer.id, v_moved.account, v_leg.currency, v_leg.amount, v_moved.number,
                v_moved.after, p_transfer.created_at);
    END LOOP;
END
$$;

-- Amounts of a transfer other than a plain stake or settlement: `player` to the player, `rest` to the
-- house account `rest_place`, both out of `place` (kinds of house account), and `stake` more held by
-- the round. An exchange moves two currencies: it is written here, and nothing is left to move.
CREATE FUNCTION public.wallet_plan_transfer(
    p_transfer public.wallet_transfer,
    OUT place text, OUT player bigint, OUT rest_place text, OUT rest bigint, OUT stake bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_back boolean := p_transfer.kind = 'reverse';
    v_sign integer := CASE WHEN p_transfer.kind = 'reverse' THEN -1 ELSE 1 END;
    v_kind text := p_transfer.kind;
    v_amount bigint := p_transfer.amount;
    v_play_money boolean := (SELECT is_play_money FROM wallet_currency WHERE code = p_transfer.currency_id);
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
        WHEN 'bet' THEN place := 'in_play'; player := -v_amount; stake := v_amount;
        WHEN 'settle' THEN place := 'in_play'; player := p_transfer.received; stake := -v_amount;
            rest_place := 'game_result'; rest := v_amount - player;
        WHEN 'refund' THEN place := 'in_play'; stake := -v_amount;
        WHEN 'deposit' THEN place := 'bank';
        WHEN 'exchange' THEN place := 'fx';
        WHEN 'bonus' THEN place := 'bonus';
        WHEN 'adjust' THEN place := 'adjustment';
        WHEN 'withdraw' THEN place := 'withdrawal_pending'; player := -v_amount;
        WHEN 'cancel_withdrawal' THEN place := 'withdrawal_pending';
        WHEN 'pay_out' THEN place := 'withdrawal_pending'; player := 0; rest_place := 'bank'; rest := v_amount;
        WHEN 'void' THEN place := 'game_result';
        WHEN 'owe' THEN place := 'receivable'; player := 0; rest_place := 'game_result'; rest := v_amount;
        WHEN 'collect' THEN place := 'receivable'; player := -v_amount;
        WHEN 'repay' THEN place := 'receivable'; player := -v_amount;
        WHEN 'advance' THEN place := 'receivable';
        WHEN 'suspend' THEN place := 'game_result'; player := 0; rest_place := 'suspense'; rest := v_amount;
        WHEN 'redeem' THEN place := 'loyalty';
        ELSE RAISE EXCEPTION 'no transfer is of kind %', v_kind USING ERRCODE = 'LW006';
    END CASE;
    IF ((v_amount > 0 OR v_kind IN ('adjust', 'void') AND v_amount <> 0)
        AND (place IN ('in_play', 'game_result', 'receivable')) = (p_transfer.round_id IS NOT NULL)
        AND (place = 'withdrawal_pending') = (p_transfer.withdrawal_id IS NOT NULL)
        AND (place = 'fx') = (p_transfer.received_currency_id IS NOT NULL)
        AND (v_kind IN ('exchange', 'settle')) = (p_transfer.received IS NOT NULL)
        AND (v_play_money IS NOT TRUE
             OR (SELECT takes_play_money FROM wallet_house_kind WHERE code = place))) IS NOT TRUE THEN
        RAISE EXCEPTION 'a % does not move money so', v_kind USING ERRCODE = 'LW002';
    END IF;
    IF v_play_money IS NULL THEN
        PERFORM wallet_require_currency(p_transfer.currency_id);
    END IF;
    IF v_kind = 'settle' AND player < 0 AND NOT v_play_money THEN
        RAISE EXCEPTION 'a round takes its loss at settlement in play money only' USING
            ERRCODE = 'check_violation', CONSTRAINT = 'wallet_transfer_loss_in_play_money';
    ELSIF place IN ('game_result', 'receivable') THEN
        PERFORM wallet_require_settled(p_transfer);
    ELSIF place = 'withdrawal_pending' THEN
        PERFORM wallet_hold_withdrawal(p_transfer);
    ELSIF place = 'fx' THEN
        PERFORM wallet_exchange(p_transfer, v_sign);
        player := 0;
    END IF;
    player := v_sign * player;
    rest := v_sign * rest;
    stake := v_sign * stake;
END
$$;

-- Refuse to put money into a round after its settlement. A bet, or the reversal of a refund, has waited
-- for the stake row that the settlement deleted, so it sees what was committed; the reversal of a
-- settlement is marked before. A round has one stake row per player, and so one currency: if the row
-- has another one, nothing is returned, and this finds the transfer that created it.
CREATE FUNCTION public.wallet_require_unsettled(p_transfer public.wallet_transfer) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF EXISTS (
        SELECT FROM wallet_transfer AS earlier
        WHERE earlier.round_id = p_transfer.round_id AND earlier.player_id = p_transfer.player_id
          AND (earlier.currency_id <> p_transfer.currency_id OR earlier.kind = 'settle'
               AND NOT EXISTS (SELECT FROM wallet_reversal WHERE original_id = earlier.id))
    ) THEN
        RAISE EXCEPTION 'round % is settled, or of another currency', p_transfer.round_id
            USING ERRCODE = 'LW009';
    END IF;
END
$$;

-- Write a transfer other than a plain stake or settlement. Returns the player's balance after it, NULL
-- if the account did not move. What the player and `rest_place` get comes out of `place`.
CREATE FUNCTION public.wallet_write_plan(p_transfer public.wallet_transfer) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_plan record;
    v_held bigint;
    v_account bigint;
    v_seq bigint;
    v_after bigint;
BEGIN
    SELECT * INTO v_plan FROM wallet_plan_transfer(p_transfer);
    IF v_plan.stake > 0 THEN
        INSERT INTO wallet_open_stake AS stake (round_id, player_id, currency_id, amount)
        VALUES (p_transfer.round_id, p_transfer.player_id, p_transfer.currency_id, v_plan.stake)
        ON CONFLICT (player_id, round_id)
        DO UPDATE SET amount = stake.amount + excluded.amount
        WHERE stake.currency_id = excluded.currency_id RETURNING amount INTO v_held;
        IF coalesce(v_held, v_plan.stake) = v_plan.stake THEN
            PERFORM wallet_require_unsettled(p_transfer);
        END IF;
    ELSIF v_plan.stake < 0 THEN
        DELETE FROM wallet_open_stake
        WHERE round_id = p_transfer.round_id AND player_id = p_transfer.player_id
          AND currency_id = p_transfer.currency_id AND amount = -v_plan.stake;
        IF NOT found THEN
            PERFORM wallet_release_stake(p_transfer, -v_plan.stake);
        END IF;
    END IF;
    IF v_plan.player <> 0 THEN
        UPDATE wallet_account SET balance = balance + v_plan.player, seq = seq + 1
        WHERE player_id = p_transfer.player_id AND currency_id = p_transfer.currency_id
        RETURNING id, seq, balance INTO v_account, v_seq, v_after;
        IF NOT found THEN
            SELECT moved.account, moved.number, moved.after INTO v_account, v_seq, v_after
            FROM wallet_change_balance(p_transfer.player_id, p_transfer.currency_id, v_plan.player) AS moved;
        END IF;
    END IF;
    INSERT INTO wallet_entry
        (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at)
    SELECT p_transfer.id, coalesce(leg.account, wallet_house_account(leg.place, p_transfer.currency_id)),
           p_transfer.currency_id, leg.amount, leg.seq, leg.after, p_transfer.created_at
    FROM (VALUES (v_plan.place, NULL, -v_plan.player - v_plan.rest, NULL, NULL),
                 (v_plan.rest_place, NULL, v_plan.rest, NULL, NULL),
                 (NULL, v_account, v_plan.player, v_seq, v_after)) AS leg (place, account, amount, seq, after)
    WHERE leg.amount <> 0;
    RETURN v_after;
END
$$;

REVOKE ALL ON FUNCTION
    public.wallet_require_currency(text),
    public.wallet_release_stake(public.wallet_transfer, bigint),
    public.wallet_hold_withdrawal(public.wallet_transfer),
    public.wallet_change_balance(bigint, text, bigint),
    public.wallet_reversed_kind(public.wallet_transfer),
    public.wallet_exchange(public.wallet_transfer, integer),
    public.wallet_plan_transfer(public.wallet_transfer),
    public.wallet_require_unsettled(public.wallet_transfer),
    public.wallet_write_plan(public.wallet_transfer)
FROM PUBLIC;
