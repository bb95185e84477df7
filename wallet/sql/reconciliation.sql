-- The lines of the reconciliation: one query each under its name; every row it returns breaks the
-- line and says where. Each query reads one snapshot, so it may run at any time.
--
-- `wallet.ledger.selectors.slices` fills in what a query reads: `:whole`, true if it reads everything and
-- false if only what came after the proven block; `:since`, the first transfer after it; `:horizon`,
-- the first transaction after it; `:block` and `:sealed`, that block and the number of entries up to it.
-- Entries of detached months are not here (archive.sql): their sums are in `wallet_carried_balance` and `wallet_carried_hold`,
-- and `verify_archive` proves those from the archive.
-- A line that reads nothing without `:whole` follows from the checkpoint and all movements since:
-- states.sql.

-- line: transfers add up to zero in each currency
SELECT format('transfer %s: %s %s left over', transfer_id, sum(amount), currency_id)
FROM wallet_entry WHERE transfer_id >= :since
GROUP BY transfer_id, currency_id HAVING sum(amount) <> 0
ORDER BY transfer_id

-- line: currencies net to zero
SELECT format('%s: %s left over', currency_id, sum(amount))
FROM wallet_entry WHERE transfer_id >= :since GROUP BY currency_id HAVING sum(amount) <> 0
ORDER BY currency_id

-- line: transfers have entries
SELECT format('transfer %s: no entries', transfer.id)
FROM wallet_transfer AS transfer
WHERE transfer.id >= :since AND NOT EXISTS (
    SELECT FROM wallet_entry WHERE transfer_id = transfer.id AND transfer_id >= :since)
  AND NOT wallet_is_detached(transfer.created_at)
ORDER BY transfer.id

-- line: transfers are what their entries say
SELECT format('transfer %s: %s of %s %s is not what its entries moved', id, kind, amount, currency_id)
FROM (SELECT transfer.id, transfer.kind, transfer.amount, transfer.currency_id, transfer.received,
             coalesce(original.kind, transfer.kind) AS of_kind,
             CASE WHEN original.id IS NULL THEN 1 ELSE -1 END AS sign
      FROM wallet_transfer AS transfer
           LEFT JOIN wallet_reversal AS reversal
           ON reversal.transfer_id = transfer.id AND reversal.transfer_id >= :since
           LEFT JOIN wallet_transfer AS original ON original.id = reversal.original_id
      WHERE transfer.id >= :since) AS said
     JOIN (SELECT entry.transfer_id,
                  sum(entry.amount) FILTER (WHERE account.player_id IS NOT NULL
                      AND account.currency_id = transfer.currency_id) AS paid,
                  sum(entry.amount) FILTER (WHERE account.player_id IS NOT NULL
                      AND account.currency_id <> transfer.currency_id) AS exchanged,
                  sum(entry.amount) FILTER (
                      WHERE account.house_code IN ('in_play', 'withdrawal_pending')) AS held,
                  sum(entry.amount) FILTER (WHERE account.house_code = 'receivable') AS owed,
                  sum(entry.amount) FILTER (WHERE account.house_code = 'suspense') AS suspended
           FROM wallet_entry AS entry
                JOIN wallet_account AS account ON account.id = entry.account_id
                JOIN wallet_transfer AS transfer ON transfer.id = entry.transfer_id
           WHERE entry.transfer_id >= :since AND transfer.id >= :since
           GROUP BY entry.transfer_id) AS moved ON moved.transfer_id = said.id
WHERE (coalesce(paid, 0), coalesce(exchanged, 0), coalesce(held, 0), coalesce(owed, 0),
       coalesce(suspended, 0)) IS DISTINCT FROM (
    sign * CASE WHEN of_kind IN ('bet', 'withdraw', 'exchange', 'collect', 'repay', 'withhold') THEN -amount
                WHEN of_kind = 'settle' THEN received
                WHEN of_kind IN ('pay_out', 'owe', 'suspend', 'remit') THEN 0
                ELSE amount END,
    sign * CASE WHEN of_kind = 'exchange' THEN received ELSE 0 END,
    sign * CASE WHEN of_kind IN ('bet', 'withdraw') THEN amount
                WHEN of_kind IN ('settle', 'refund', 'pay_out', 'cancel_withdrawal') THEN -amount
                ELSE 0 END,
    sign * CASE WHEN of_kind IN ('owe', 'advance') THEN -amount
                WHEN of_kind IN ('collect', 'repay') THEN amount ELSE 0 END,
    sign * CASE of_kind WHEN 'suspend' THEN amount ELSE 0 END)
ORDER BY id

-- line: entries are as old as their transfer
SELECT format('transfer %s: its entry on account %s was not written with it',
              entry.transfer_id, entry.account_id)
FROM wallet_entry AS entry
     LEFT JOIN wallet_transfer AS transfer
     ON transfer.id = entry.transfer_id AND transfer.id >= :since
WHERE entry.transfer_id >= :since
  AND (entry.xact, entry.created_at) IS DISTINCT FROM (transfer.xact, transfer.created_at)
ORDER BY entry.transfer_id, entry.account_id

-- line: entries are on an account of their currency and player
SELECT format('transfer %s: does not belong on account %s', entry.transfer_id, entry.account_id)
FROM wallet_entry AS entry
     JOIN wallet_transfer AS transfer ON transfer.id = entry.transfer_id
     LEFT JOIN wallet_account AS account ON account.id = entry.account_id
WHERE entry.transfer_id >= :since AND transfer.id >= :since
  AND (account.id IS NULL OR account.currency_id <> entry.currency_id
       OR (account.player_id IS NULL) <> (entry.seq IS NULL)
       OR account.player_id <> transfer.player_id)
ORDER BY entry.transfer_id, entry.account_id

-- line: stored balances are the sum of their entries
SELECT format('account %s: stores %s, its entries add up to %s',
              account.id, account.balance, coalesce(entry.total, 0))
FROM wallet_account AS account
     LEFT JOIN (SELECT account_id, sum(amount) AS total
                FROM (SELECT account_id, amount FROM wallet_entry
                      UNION ALL SELECT account_id, amount FROM wallet_carried_balance) AS every_month
                GROUP BY account_id) AS entry
     ON entry.account_id = account.id
WHERE :whole AND account.player_id IS NOT NULL AND account.balance <> coalesce(entry.total, 0)
ORDER BY account.id

-- line: entries of an account are numbered without a gap
SELECT format('account %s: number %s follows %s', account_id, seq, before)
FROM (SELECT account_id, seq, first,
             lag(seq, 1, 0::bigint) OVER (PARTITION BY account_id ORDER BY seq) AS before
      FROM :numbered AS entry
      UNION ALL
      SELECT id, seq + 1, 0, coalesce(
                 (SELECT max(entry.seq) FROM wallet_entry AS entry
                  WHERE entry.account_id = account.id AND entry.seq IS NOT NULL),
                 (SELECT max(last_seq) FROM wallet_carried_balance WHERE account_id = account.id), 0)
      FROM wallet_account AS account
      WHERE player_id IS NOT NULL AND (:whole OR id = ANY (ARRAY(
          SELECT account_id FROM wallet_entry WHERE transfer_id >= :since AND seq IS NOT NULL)))
     ) AS numbered
WHERE seq <> before + 1 AND seq >= first
ORDER BY account_id, seq

-- line: running balances follow their amounts
SELECT format('account %s, number %s: %s after %s is not %s',
              account_id, seq, amount, before, balance_after)
FROM (SELECT account_id, seq, first, amount, balance_after,
             lag(balance_after, 1, 0::bigint) OVER (PARTITION BY account_id ORDER BY seq) AS before
      FROM :numbered AS entry) AS running
WHERE balance_after <> before + amount AND seq >= first
ORDER BY account_id, seq

-- line: no balance of real money is or was negative
SELECT format('account %s: %s %s', id, balance, currency_id)
FROM wallet_account
WHERE balance < 0 AND currency_id NOT IN (SELECT code FROM wallet_currency WHERE is_play_money)
UNION ALL
SELECT format('account %s, number %s: %s %s', account_id, seq, balance_after, currency_id)
FROM wallet_entry
WHERE transfer_id >= :since AND balance_after < 0
  AND currency_id NOT IN (SELECT code FROM wallet_currency WHERE is_play_money)
ORDER BY 1

-- line: rounds hold their open stakes
SELECT format('round %s of player %s: %s %s in play, %s held',
              round_id, player_id, coalesce(amount, 0), currency_id, coalesce(held, 0))
FROM (SELECT round_id, player_id, currency_id, sum(amount) AS amount
      FROM (SELECT transfer.round_id, transfer.player_id, entry.currency_id, entry.amount
            FROM wallet_entry AS entry
                 JOIN wallet_account AS account
                 ON account.id = entry.account_id AND account.house_code = 'in_play'
                 JOIN wallet_transfer AS transfer ON transfer.id = entry.transfer_id
            UNION ALL SELECT reference, player_id, currency_id, amount FROM wallet_carried_hold
            WHERE house_code = 'in_play') AS every_month
      GROUP BY round_id, player_id, currency_id) AS played
     FULL JOIN (SELECT round_id, player_id, currency_id, amount AS held FROM wallet_open_stake) AS stake
     USING (round_id, player_id, currency_id)
WHERE :whole AND (coalesce(amount, 0) <> coalesce(held, 0) OR amount < 0)
ORDER BY round_id, player_id

-- line: settled rounds hold nothing
SELECT format('round %s of player %s: settled, and %s %s held',
              stake.round_id, stake.player_id, stake.amount, stake.currency_id)
FROM wallet_open_stake AS stake
WHERE EXISTS (
    SELECT FROM wallet_transfer AS settled
    WHERE settled.round_id = stake.round_id AND settled.player_id = stake.player_id
      AND settled.kind = 'settle'
      AND NOT EXISTS (SELECT FROM wallet_reversal WHERE original_id = settled.id))
ORDER BY stake.round_id, stake.player_id

-- line: withdrawals hold what is pending
SELECT format('withdrawal %s of player %s: %s %s pending, %s held',
              withdrawal_id, player_id, coalesce(amount, 0), currency_id, coalesce(held, 0))
FROM (SELECT withdrawal_id, player_id, currency_id, sum(amount) AS amount
      FROM (SELECT transfer.withdrawal_id, transfer.player_id, entry.currency_id, entry.amount
            FROM wallet_entry AS entry
                 JOIN wallet_account AS account
                 ON account.id = entry.account_id AND account.house_code = 'withdrawal_pending'
                 JOIN wallet_transfer AS transfer ON transfer.id = entry.transfer_id
            UNION ALL SELECT reference, player_id, currency_id, amount FROM wallet_carried_hold
            WHERE house_code = 'withdrawal_pending') AS every_month
      GROUP BY withdrawal_id, player_id, currency_id) AS moved
     FULL JOIN (SELECT withdrawal_id, player_id, currency_id,
                       CASE WHEN is_open THEN amount ELSE 0 END AS held
                FROM wallet_withdrawal_hold) AS hold
     USING (withdrawal_id, player_id, currency_id)
WHERE :whole AND coalesce(amount, 0) <> coalesce(held, 0)
ORDER BY withdrawal_id

-- line: players owe what their rounds and deposits say
SELECT format('round or deposit %s of player %s: %s %s receivable, %s owed',
              round_id, player_id, coalesce(amount, 0), currency_id, coalesce(held, 0))
FROM (SELECT round_id, player_id, currency_id, -sum(amount) AS amount
      FROM (SELECT transfer.round_id, transfer.player_id, entry.currency_id, entry.amount
            FROM wallet_entry AS entry
                 JOIN wallet_account AS account
                 ON account.id = entry.account_id AND account.house_code = 'receivable'
                 JOIN wallet_transfer AS transfer ON transfer.id = entry.transfer_id
            UNION ALL SELECT reference, player_id, currency_id, amount FROM wallet_carried_hold
            WHERE house_code = 'receivable') AS every_month
      GROUP BY round_id, player_id, currency_id) AS moved
     FULL JOIN (SELECT round_id, player_id, currency_id, amount AS held FROM wallet_receivable) AS owed
     USING (round_id, player_id, currency_id)
WHERE :whole AND coalesce(amount, 0) <> coalesce(held, 0)
ORDER BY round_id, player_id

-- line: taxes withheld are what their transfers moved
SELECT format('transfer %s: %s %s of tax noted, %s moved', coalesce(noted.transfer_id, moved.transfer_id),
              coalesce(noted.amount, 0), coalesce(noted.currency_id, moved.currency_id), coalesce(moved.amount, 0))
FROM (SELECT transfer_id, currency_id, amount FROM wallet_withheld_tax
      WHERE transfer_id >= :since AND NOT wallet_is_detached(at)) AS noted
     FULL JOIN (SELECT entry.transfer_id, entry.currency_id, sum(entry.amount) AS amount
                FROM wallet_entry AS entry
                     JOIN wallet_account AS account
                     ON account.id = entry.account_id AND account.house_code = 'tax'
                WHERE entry.transfer_id >= :since
                GROUP BY entry.transfer_id, entry.currency_id) AS moved
     ON moved.transfer_id = noted.transfer_id AND moved.currency_id = noted.currency_id
WHERE noted.amount IS DISTINCT FROM moved.amount
ORDER BY 1

-- line: the months to come have their partition
SELECT format('month %s: no partition of wallet_entry', to_char(month, 'YYYY-MM'))
FROM generate_series(date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC'),
                     clock_timestamp() AT TIME ZONE 'UTC' + interval '1 month', '1 month') AS month
WHERE to_regclass('public.' || to_char(month, '"wallet_entry_"YYYY_MM')) IS NULL
   OR NOT EXISTS (
       SELECT FROM pg_inherits
       WHERE inhrelid = to_regclass('public.' || to_char(month, '"wallet_entry_"YYYY_MM')))
ORDER BY 1

-- line: reversals are exact opposites
SELECT format('transfer %s: does not undo %s on account %s',
              reversal.transfer_id, reversal.original_id, entry.account_id)
FROM wallet_reversal AS reversal
     JOIN wallet_entry AS entry ON entry.transfer_id IN (reversal.original_id, reversal.transfer_id)
WHERE reversal.transfer_id >= :since AND NOT EXISTS (
    SELECT FROM wallet_transfer
    WHERE id IN (reversal.original_id, reversal.transfer_id) AND wallet_is_detached(created_at))
GROUP BY reversal.transfer_id, reversal.original_id, entry.account_id HAVING sum(entry.amount) <> 0
UNION ALL
SELECT format('transfer %s: a reversal of nothing', transfer.id)
FROM wallet_transfer AS transfer
WHERE transfer.id >= :since
  AND (transfer.kind = 'reverse') <> EXISTS (
      SELECT FROM wallet_reversal WHERE transfer_id = transfer.id AND transfer_id >= :since)
ORDER BY 1

-- line: the house has one account of each kind and currency, and stores no balance
SELECT format('%s %s: %s', house.code, currency.code,
              CASE WHEN account.id IS NULL THEN 'no account'
                   WHEN number IS DISTINCT FROM account.id
                   THEN format('account %s, and movements go to %s', account.id, coalesce(number, 0))
                   ELSE format('account %s stores %s after %s', account.id, balance, seq) END)
FROM wallet_currency AS currency
     CROSS JOIN wallet_house_kind AS house
     CROSS JOIN LATERAL wallet_house_account(house.code, currency.code) AS number
     LEFT JOIN wallet_account AS account
     ON account.house_code = house.code AND account.currency_id = currency.code
WHERE account.id IS NULL OR number IS DISTINCT FROM account.id OR balance <> 0 OR seq <> 0
UNION ALL
SELECT format('account %s: of no owner, or of two', id) FROM wallet_account
WHERE num_nonnulls(player_id, house_code) <> 1
ORDER BY 1

-- line: rolled-up balances are the sum of their entries
SELECT format('account %s: rolled up as %s, its entries add up to %s',
              account.id, coalesce(rollup.balance, 0), coalesce(sum(entry.amount), 0))
FROM wallet_account AS account
     LEFT JOIN (SELECT to_xact AS horizon FROM wallet_seal ORDER BY number DESC LIMIT 1) AS sealed
     ON true
     LEFT JOIN wallet_rollup AS rollup ON rollup.account_id = account.id
     LEFT JOIN (SELECT account_id, amount, xact FROM wallet_entry WHERE seq IS NULL
                UNION ALL SELECT account_id, amount, '0'::xid8 FROM wallet_carried_balance) AS entry
     ON entry.account_id = account.id AND entry.xact < coalesce(rollup.horizon, sealed.horizon)
WHERE :whole AND (account.house_code IS NOT NULL OR rollup.account_id IS NOT NULL)
GROUP BY account.id, rollup.account_id, rollup.balance, rollup.horizon, sealed.horizon
HAVING coalesce(rollup.balance, 0) <> coalesce(sum(entry.amount), 0)
    OR rollup.account_id IS NOT NULL AND rollup.horizon IS DISTINCT FROM sealed.horizon
ORDER BY account.id

-- Entries held back by an open transaction, even one of another database on the same server, cannot be
-- sealed: they are reported, but only after an hour.
-- line: entries are sealed within ten minutes
SELECT format('%s transfers since %s UTC, from %s on: not sealed%s', count(*),
              to_char(min(created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'), min(id),
              CASE WHEN held THEN format(', held back by transaction %s, of whatever database of this'
                                         ' server, which is still open', horizon) END)
FROM (SELECT id, created_at, horizon, xact >= horizon AS held
      FROM wallet_transfer, pg_snapshot_xmin(pg_current_snapshot()) AS horizon
      WHERE xact >= coalesce((SELECT to_xact FROM wallet_seal ORDER BY number DESC LIMIT 1), '0')
        AND created_at < clock_timestamp() - interval '10 minutes') AS late
WHERE NOT held OR created_at < clock_timestamp() - interval '1 hour'
GROUP BY held, horizon
ORDER BY held

-- Rows restored into another server carry transaction numbers of the old one: new rows would fall into
-- sealed blocks.
-- line: no transaction is of a number that this server has still to give
SELECT format('%s up to transaction %s; this server counts from %s: raise its epoch', what, number, horizon)
FROM ((SELECT 'sealed' AS what, to_xact AS number FROM wallet_seal ORDER BY wallet_seal.number DESC LIMIT 1)
      UNION ALL SELECT 'transfers', max(xact) FROM wallet_transfer) AS known,
     greatest(pg_snapshot_xmax(pg_current_snapshot()), pg_current_xact_id_if_assigned()) AS horizon
WHERE number > horizon
ORDER BY what
