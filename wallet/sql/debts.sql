-- Debts: what a player owes has a cause, and is paid before money leaves. `repay` pays it from a balance; `advance` puts on a
-- balance what the reversal of a deposit takes and is not there.

-- What a player owes, by its cause: a settled round that was voided, or a deposit that was taken back. No more of it is ever
-- collected than is owed. A round that was never settled has nothing to void: the stakes of a running one are refunded.
-- `round_id` of an `advance`, and of what repays it, is the reference of the deposit.
CREATE FUNCTION public.wallet_see_settled(p_transfer public.wallet_transfer) RETURNS void
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

-- Which of a player's debts are disputed: they are reserved, not collected. The wallet knows no disputes; what does puts its own
-- answer in the place of this one (`compliance/sql/disputed_debts.sql`).
CREATE FUNCTION public.wallet_disputed_debts(p_player bigint) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT round_id FROM wallet_receivable WHERE false
$$;

REVOKE ALL ON FUNCTION
    public.wallet_see_settled(public.wallet_transfer),
    public.wallet_disputed_debts(bigint)
FROM PUBLIC;
