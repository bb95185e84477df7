-- Debts that the wallet does not collect: those of a round with an open dispute, and those of a deposit while a later dispute
-- about money is open. Replaces the default in `wallet/sql/debts.sql`.
CREATE OR REPLACE FUNCTION public.wallet_disputed_debts(p_player bigint) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT owed.round_id FROM wallet_receivable AS owed
    WHERE owed.player_id = p_player AND EXISTS (
        SELECT FROM compliance_dispute AS dispute LEFT JOIN casino_round AS round ON round.id = dispute.round_id
        WHERE dispute.player_id = p_player AND dispute.state <> 'closed' AND CASE owed.cause
            WHEN 'round' THEN round.public_id = owed.round_id
            ELSE dispute.subject = 'money' AND dispute.at >= owed.since END)
$$;
