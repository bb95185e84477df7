-- The present states carried back to a block's end: what each account has without later movements, who
-- owns it, what rounds and withdrawals hold, and the roll-ups of the house's accounts. In a sound ledger
-- the result is the same at any later time. It is one hash of everything, so it does not say what differs.
-- What had not moved by then is left out, because it may not have existed. Whoever changes what this
-- reads or returns renames the checkpoint file (`wallet.ledger.services.checkpoint`).
WITH fresh AS (
    SELECT transfer_id, account_id, currency_id, amount, seq, xact
    FROM wallet_entry WHERE transfer_id >= :since AND xact >= :horizon
), head AS (
    SELECT to_xact FROM wallet_seal ORDER BY number DESC LIMIT 1
), account AS (
    SELECT account.id, account.player_id, account.house_code, account.currency_id,
           account.balance - coalesce(sum(fresh.amount) FILTER (WHERE fresh.seq IS NOT NULL), 0) AS balance,
           account.seq - count(fresh.seq) AS seq,
           coalesce(rollup.balance, 0) - coalesce(sum(fresh.amount) FILTER (
               WHERE fresh.seq IS NULL AND fresh.xact < rollup.horizon), 0) AS house
    FROM wallet_account AS account
         LEFT JOIN wallet_rollup AS rollup ON rollup.account_id = account.id
         LEFT JOIN fresh ON fresh.account_id = account.id
    GROUP BY account.id, rollup.account_id
), held AS (
    SELECT 'round' AS what, round_id AS id, player_id, currency_id, amount FROM wallet_open_stake
    UNION ALL
    SELECT 'withdrawal', withdrawal_id, player_id, currency_id, amount FROM wallet_withdrawal_hold
    WHERE is_open
    UNION ALL
    SELECT 'receivable', round_id, player_id, currency_id, -amount FROM wallet_receivable
    UNION ALL
    SELECT CASE house_code WHEN 'in_play' THEN 'round' WHEN 'receivable' THEN house_code
                           ELSE 'withdrawal' END,
           CASE house_code WHEN 'withdrawal_pending' THEN withdrawal_id ELSE round_id END,
           transfer.player_id, fresh.currency_id, -fresh.amount
    FROM fresh
         JOIN wallet_transfer AS transfer ON transfer.id = fresh.transfer_id
         JOIN wallet_account AS account ON account.id = fresh.account_id
    WHERE house_code IN ('in_play', 'withdrawal_pending', 'receivable')
), states (place, said) AS (
    SELECT id / 10000, concat_ws('|', 'account', id, coalesce(player_id::text, house_code),
                                 currency_id, balance, seq, house)
    FROM account WHERE (balance, seq, house) <> (0, 0, 0)
    UNION ALL
    SELECT -1, concat_ws('|', what, coalesce(id::text, '-'), player_id, currency_id, sum(amount))
    FROM held GROUP BY what, id, player_id, currency_id HAVING sum(amount) <> 0
    UNION ALL
    SELECT -1, concat_ws('|', 'entries in the blocks', :sealed)
    UNION ALL
    SELECT -1, concat_ws('|', 'rolled up to another block', rollup.account_id)
    FROM wallet_rollup AS rollup, head WHERE rollup.horizon <> head.to_xact
)
SELECT encode(sha256(coalesce(string_agg(part, '' ORDER BY place), '')), 'hex')
FROM (SELECT place, sha256(convert_to(string_agg(said, E'\n' ORDER BY said COLLATE "C"), 'UTF8')) AS part
      FROM states GROUP BY place) AS parts
