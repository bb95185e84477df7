-- Ledger entries by kind of transfer and place. USD amounts are those stored with the deposit, withdrawal or redemption; the reversal
-- of a deposit has the deposit's amount, so that both cancel out. Everything else but play and exchanges has the rate of its day.
-- Entries are looked up per transfer: a query for cash alone needs few of them, which the planner overestimates.
SELECT moved.day, moved.currency, kind, place, country, test, count(*) AS transfers, sum(amount) AS amount,
       CASE WHEN kind IN ('bet', 'settle', 'refund', 'exchange') THEN NULL
            ELSE sum(coalesce(sign(amount) * paid, round(amount * rate.rate)))::bigint END AS usd
FROM (
    SELECT part.day_before + width_bucket(entry.created_at, part.starts) AS day, entry.currency_id AS currency,
           transfer.kind, coalesce(account.house_code, 'player') AS place,
           person.country, person.is_test_account AS test, entry.amount, CASE
               WHEN kind IN ('deposit', 'reverse') THEN (
                   SELECT amount_usd FROM wallet_deposit_step AS step
                        JOIN wallet_deposit AS deposit ON deposit.id = step.deposit_id
                   WHERE step.transfer_id = CASE kind WHEN 'deposit' THEN transfer.id ELSE (
                       SELECT original_id FROM wallet_reversal AS undone
                       WHERE undone.transfer_id = transfer.id) END)
               WHEN kind IN ('withdraw', 'pay_out', 'cancel_withdrawal') THEN (
                   SELECT amount_usd FROM wallet_withdrawal_step AS step
                        JOIN wallet_withdrawal AS withdrawal ON withdrawal.id = step.withdrawal_id
                   WHERE step.transfer_id = transfer.id)
               WHEN kind = 'redeem' THEN (
                   SELECT round(made.amount * made.rate)::bigint FROM loyalty_redemption AS made
                   WHERE made.transfer_id = transfer.id) END AS paid
    FROM part
         JOIN wallet_transfer AS transfer
         ON transfer.created_at >= part.since AND transfer.created_at < part.until
         CROSS JOIN LATERAL (
             SELECT account_id, currency_id, amount, created_at FROM wallet_entry
             WHERE transfer_id = transfer.id AND created_at >= part.since
               AND created_at < part.until OFFSET 0
         ) AS entry
         JOIN wallet_account AS account ON account.id = entry.account_id
         JOIN accounts_user AS person ON person.id = transfer.player_id
    WHERE entry.currency_id <> 'PLY'
) AS moved LEFT JOIN rate ON rate.day = moved.day AND rate.currency = moved.currency
GROUP BY moved.day, moved.currency, kind, place, country, test
