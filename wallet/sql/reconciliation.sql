-- The lines of the reconciliation: one query each under its name, every row that it returns
-- breaks the line and says where. Each query reads one snapshot, so it may run at any time.

-- line: transfers add up to zero in each currency
SELECT format('transfer %s: %s %s left over', transfer_id, sum(amount), currency_id)
FROM wallet_entry GROUP BY transfer_id, currency_id HAVING sum(amount) <> 0
ORDER BY transfer_id

-- line: currencies net to zero
SELECT format('%s: %s left over', currency_id, sum(amount))
FROM wallet_entry GROUP BY currency_id HAVING sum(amount) <> 0
ORDER BY currency_id

-- line: transfers have entries
SELECT format('transfer %s: no entries', transfer.id)
FROM wallet_transfer AS transfer
WHERE NOT EXISTS (SELECT FROM wallet_entry WHERE transfer_id = transfer.id)
ORDER BY transfer.id

-- line: transfers have one key
SELECT format('transfer %s: no key', transfer.id)
FROM wallet_transfer AS transfer
WHERE NOT EXISTS (SELECT FROM wallet_idempotency WHERE transfer_id = transfer.id)
ORDER BY transfer.id

-- line: entries are as old as their transfer
SELECT format('entry %s: not written with transfer %s', entry.id, entry.transfer_id)
FROM wallet_entry AS entry LEFT JOIN wallet_transfer AS transfer ON transfer.id = entry.transfer_id
WHERE (entry.xact, entry.created_at) IS DISTINCT FROM (transfer.xact, transfer.created_at)
ORDER BY entry.id

-- line: entries stand on an account of their currency and player
SELECT format('entry %s: does not belong on account %s', entry.id, entry.account_id)
FROM wallet_entry AS entry
     JOIN wallet_transfer AS transfer ON transfer.id = entry.transfer_id
     LEFT JOIN wallet_account AS account ON account.id = entry.account_id
WHERE account.id IS NULL OR account.currency_id <> entry.currency_id
   OR (account.player_id IS NULL) <> (entry.seq IS NULL)
   OR account.player_id <> transfer.player_id
ORDER BY entry.id

-- line: stored balances are the sum of their entries
SELECT format('account %s: stores %s, its entries add up to %s',
              account.id, account.balance, coalesce(entry.total, 0))
FROM wallet_account AS account
     LEFT JOIN (SELECT account_id, sum(amount) AS total FROM wallet_entry GROUP BY account_id) AS entry
     ON entry.account_id = account.id
WHERE account.player_id IS NOT NULL AND account.balance <> coalesce(entry.total, 0)
ORDER BY account.id

-- line: entries of an account are numbered without a gap
SELECT format('account %s: number %s follows %s', account_id, seq, before)
FROM (SELECT account_id, seq, lag(seq, 1, 0::bigint) OVER (PARTITION BY account_id ORDER BY seq) AS before
      FROM wallet_entry WHERE seq IS NOT NULL
      UNION ALL
      SELECT account.id, account.seq + 1, coalesce(max(entry.seq), 0)
      FROM wallet_account AS account
           LEFT JOIN wallet_entry AS entry ON entry.account_id = account.id AND entry.seq IS NOT NULL
      WHERE account.player_id IS NOT NULL GROUP BY account.id) AS numbered
WHERE seq <> before + 1
ORDER BY account_id, seq

-- line: running balances follow their amounts
SELECT format('entry %s: %s after %s is not %s', id, amount, before, balance_after)
FROM (SELECT id, amount, balance_after,
             lag(balance_after, 1, 0::bigint) OVER (PARTITION BY account_id ORDER BY seq) AS before
      FROM wallet_entry WHERE seq IS NOT NULL) AS running
WHERE balance_after <> before + amount
ORDER BY id

-- line: no balance of real money is or was negative
SELECT format('account %s: %s %s', id, balance, currency_id)
FROM wallet_account WHERE balance < 0 AND currency_id <> 'PLY'
UNION ALL
SELECT format('entry %s: %s %s after it', id, balance_after, currency_id)
FROM wallet_entry WHERE balance_after < 0 AND currency_id <> 'PLY'
ORDER BY 1

-- line: rounds hold their open stakes
SELECT format('round %s of player %s: %s %s in play, %s held',
              round_id, player_id, coalesce(amount, 0), currency_id, coalesce(held, 0))
FROM (SELECT transfer.round_id, transfer.player_id, entry.currency_id, sum(entry.amount) AS amount
      FROM wallet_entry AS entry
           JOIN wallet_account AS account
           ON account.id = entry.account_id AND account.house_code = 'in_play'
           JOIN wallet_transfer AS transfer ON transfer.id = entry.transfer_id
      GROUP BY transfer.round_id, transfer.player_id, entry.currency_id) AS played
     FULL JOIN (SELECT round_id, player_id, currency_id, amount AS held FROM wallet_open_stake) AS stake
     USING (round_id, player_id, currency_id)
WHERE coalesce(amount, 0) <> coalesce(held, 0) OR amount < 0
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

-- line: reversals are exact opposites
SELECT format('transfer %s: does not undo %s on account %s',
              reversal.transfer_id, reversal.original_id, entry.account_id)
FROM wallet_reversal AS reversal
     JOIN wallet_entry AS entry ON entry.transfer_id IN (reversal.original_id, reversal.transfer_id)
GROUP BY reversal.transfer_id, reversal.original_id, entry.account_id HAVING sum(entry.amount) <> 0
UNION ALL
SELECT format('transfer %s: a reversal of nothing', transfer.id)
FROM wallet_transfer AS transfer
WHERE (transfer.kind = 'reverse')
      <> EXISTS (SELECT FROM wallet_reversal WHERE transfer_id = transfer.id)
ORDER BY 1
