-- Points that are redeemed: loyalty → player. The account of the house that pays them has the number that was left, before the
-- bank's. What 0003 made is made anew here: these are the functions as they are.

-- An account is opened empty, for one owner, and moves with its entries: no lower than zero, but
-- without a floor in play money (the CHECK wallet_account_not_negative).
CREATE OR REPLACE FUNCTION public.wallet_open_account() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF new.balance <> 0 OR new.seq <> 0 THEN
        RAISE EXCEPTION 'an account is opened empty' USING ERRCODE = 'insufficient_privilege';
    ELSIF num_nonnulls(new.player_id, new.house_code) <> 1 OR new.house_code NOT IN (
        'bank', 'in_play', 'game_result', 'fx', 'bonus', 'adjustment', 'withdrawal_pending',
        'receivable', 'suspense', 'loyalty'
    ) THEN
        RAISE EXCEPTION 'an account is one player''s, or one of the house''s' USING
            ERRCODE = 'check_violation', CONSTRAINT = 'wallet_account_one_owner';
    END IF;
    new.floor := CASE WHEN new.currency_id <> 'PLY' THEN 0 END;
    RETURN new;
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
    IF v_back AND v_kind = 'redeem' THEN
        RAISE EXCEPTION 'points that are redeemed do not come back by a reversal' USING ERRCODE = 'LW008';
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

INSERT INTO public.wallet_account (id, house_code, currency_id)
SELECT 10 * currency.number, 'loyalty', currency.code
FROM (VALUES (1, 'USD'), (2, 'VES'), (3, 'COP'), (4, 'DOP'), (5, 'EUR'), (6, 'PLY')
     ) AS currency (number, code)
ORDER BY 1
ON CONFLICT DO NOTHING;
