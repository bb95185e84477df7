-- Debts: what a player owes has a cause, and is paid before money leaves. `repay` pays it from the balance; `advance` credits
-- the part that the reversal of a deposit takes and the balance does not cover.

-- Record or reduce a debt. Its cause is a settled round that was voided, or a deposit that was reversed. No more is collected than
-- is owed. A round that was never settled cannot be voided: the stakes of a running one are refunded.
-- In an `advance`, and in what repays it, `round_id` is the reference of the deposit.
CREATE FUNCTION public.wallet_require_settled(p_transfer public.wallet_transfer) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF p_transfer.kind IN ('owe', 'advance') THEN
        INSERT INTO wallet_receivable AS owed (round_id, player_id, currency_id, amount, cause, since)
        VALUES (p_transfer.round_id, p_transfer.player_id, p_transfer.currency_id, p_transfer.amount,
                CASE p_transfer.kind WHEN 'owe' THEN 'round' ELSE 'deposit' END, p_transfer.created_at)
        ON CONFLICT (player_id, round_id) DO UPDATE SET amount = owed.amount + excluded.amount
        WHERE owed.currency_id = excluded.currency_id AND owed.cause = excluded.cause;
    ELSIF p_transfer.kind IN ('collect', 'repay') THEN
        -- In this order: if the row changes while the first statement waits for it, the second sees what is left.
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

-- A player's disputed debts, which are reserved and not collected. The wallet has no disputes: compliance replaces this function
-- (`compliance/sql/disputed_debts.sql`).
CREATE FUNCTION public.wallet_disputed_debts(p_player bigint) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT round_id FROM wallet_receivable WHERE false
$$;

REVOKE ALL ON FUNCTION
    public.wallet_require_settled(public.wallet_transfer),
    public.wallet_disputed_debts(bigint)
FROM PUBLIC;
