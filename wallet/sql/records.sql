-- The lines between the ledger and the records of money, as in reconciliation.sql. `:invented` is
-- true if the demo's provider is enabled: only there do the demo, the tests and the faults move money
-- that no record names. In production it is false.
-- A record and its transfer are of one transaction, so `:horizon` alone selects what is new.

-- line: deposits are what was credited, and nothing else is
SELECT format('transfer %s: %s %s of player %s; deposit %s: %s %s of player %s',
              coalesce(moved.id::text, 'none'), moved.amount, moved.currency_id, moved.player_id,
              coalesce(told.deposit::text, 'none'), told.units, told.currency_id, told.player_id)
FROM (SELECT *, details ->> 'provider' AS provider FROM wallet_transfer
      WHERE kind = 'deposit' AND xact >= :horizon) AS moved
     FULL JOIN (SELECT head.id AS deposit, head.player_id, head.currency_id, head.units, head.provider,
                       step.transfer_id
                FROM wallet_deposit_step AS step JOIN wallet_deposit AS head ON head.id = step.deposit_id
                WHERE step.to_state = 'credited' AND step.xact >= :horizon) AS told
     ON told.transfer_id = moved.id
WHERE (moved.player_id, moved.currency_id, moved.amount, moved.provider)
      IS DISTINCT FROM (told.player_id, told.currency_id, told.units, told.provider)
  AND NOT (:invented AND told.deposit IS NULL AND moved.provider = 'demo')
  AND NOT (told.deposit IS NULL AND EXISTS (  -- two people have undone it
      SELECT FROM wallet_correction AS asked
             JOIN wallet_correction_decision AS word ON word.proposal_id = asked.id AND word.approved
      WHERE asked.original_id = moved.id))
ORDER BY moved.id, told.deposit

-- line: withdrawals move what was asked for, paid and refused
SELECT format('transfer %s: %s of %s %s of player %s; withdrawal %s: %s of %s %s of player %s',
              coalesce(moved.id::text, 'none'), moved.kind, moved.amount, moved.currency_id,
              moved.player_id, coalesce(told.withdrawal::text, 'none'), told.kind, told.units,
              told.currency_id, told.player_id)
FROM (SELECT * FROM wallet_transfer
      WHERE kind IN ('withdraw', 'pay_out', 'cancel_withdrawal') AND xact >= :horizon) AS moved
     FULL JOIN (SELECT head.id AS withdrawal, head.reference, head.player_id, head.currency_id,
                       head.units, step.transfer_id,
                       CASE WHEN step.n = 1 THEN 'withdraw' WHEN step.to_state = 'paid' THEN 'pay_out'
                            WHEN step.to_state = 'refused' THEN 'cancel_withdrawal' END AS kind
                FROM wallet_withdrawal_step AS step
                     JOIN wallet_withdrawal AS head ON head.id = step.withdrawal_id
                WHERE (step.n = 1 OR step.to_state IN ('paid', 'refused'))
                  AND step.xact >= :horizon) AS told
     ON told.transfer_id = moved.id
WHERE (moved.kind, moved.player_id, moved.currency_id, moved.amount, moved.withdrawal_id)
      IS DISTINCT FROM (told.kind, told.player_id, told.currency_id, told.units, told.reference)
  AND NOT (:invented AND told.withdrawal IS NULL AND NOT EXISTS (
      SELECT FROM wallet_withdrawal WHERE reference = moved.withdrawal_id))
ORDER BY moved.id, told.withdrawal

-- line: deposits and withdrawals have the state of their last step
SELECT format('deposit %s: shown as %s, its last step says %s', head.id, head.state, last.to_state)
FROM wallet_deposit AS head
     LEFT JOIN LATERAL (SELECT to_state FROM wallet_deposit_step
                        WHERE deposit_id = head.id ORDER BY n DESC LIMIT 1) AS last ON true
WHERE head.state IS DISTINCT FROM last.to_state AND (:whole OR head.id = ANY (ARRAY(
    SELECT id FROM wallet_deposit WHERE xact >= :horizon
    UNION SELECT deposit_id FROM wallet_deposit_step WHERE xact >= :horizon)))
UNION ALL
SELECT format('withdrawal %s: shown as %s, its last step says %s', head.id, head.state, last.to_state)
FROM wallet_withdrawal AS head
     LEFT JOIN LATERAL (SELECT to_state FROM wallet_withdrawal_step
                        WHERE withdrawal_id = head.id ORDER BY n DESC LIMIT 1) AS last ON true
WHERE head.state IS DISTINCT FROM last.to_state AND (:whole OR head.id = ANY (ARRAY(
    SELECT id FROM wallet_withdrawal WHERE xact >= :horizon
    UNION SELECT withdrawal_id FROM wallet_withdrawal_step WHERE xact >= :horizon)))
ORDER BY 1

-- Reversals, adjustments and bonuses in real money are made by hand only: a cancelled round is refunded.
-- One exception: the transaction that closes an account rounds its dust up to a whole coin without a
-- decision: less than a coin, whole coins afterwards, and once in each currency.
-- line: corrections move what two people decided, and nothing else is moved by hand
SELECT format('transfer %s: %s of %s %s of player %s, undoing %s; correction %s: %s of %s %s of player %s, undoing %s',
              coalesce(moved.id::text, 'none'), moved.kind, moved.amount, moved.currency_id,
              moved.player_id, coalesce(moved.original_id::text, 'none'),
              coalesce(told.correction::text, 'none'), told.kind, told.units, told.currency_id,
              told.player_id, coalesce(told.original_id::text, 'none'))
FROM (SELECT transfer.*, undone.original_id
      FROM wallet_transfer AS transfer
           LEFT JOIN wallet_reversal AS undone ON undone.transfer_id = transfer.id
      WHERE kind IN ('adjust', 'bonus', 'reverse')
        AND currency_id NOT IN (SELECT code FROM wallet_currency WHERE is_play_money)
        AND xact >= :horizon AND NOT EXISTS (  -- voided rounds have their own line
            SELECT FROM wallet_transfer AS held
            WHERE held.id = undone.original_id AND held.kind = 'suspend')) AS moved
     FULL JOIN (SELECT asked.id AS correction, asked.kind, asked.player_id, asked.currency_id,
                       asked.units, asked.original_id, decision.transfer_id
                FROM wallet_correction_decision AS decision
                     JOIN wallet_correction AS asked ON asked.id = decision.proposal_id
                WHERE decision.approved AND decision.xact >= :horizon) AS told
     ON told.transfer_id = moved.id
WHERE (moved.kind, moved.player_id, moved.currency_id, moved.amount, moved.original_id)
      IS DISTINCT FROM (told.kind, told.player_id, told.currency_id, told.units, told.original_id)
  AND NOT (:invented AND told.correction IS NULL AND NOT EXISTS (
      SELECT FROM wallet_deposit_step WHERE transfer_id = moved.original_id))
  AND NOT (told.correction IS NULL AND EXISTS (  -- two people have undone it
      SELECT FROM wallet_correction AS asked
             JOIN wallet_correction_decision AS word ON word.proposal_id = asked.id AND word.approved
      WHERE asked.original_id = moved.id))
  AND NOT (told.correction IS NULL AND moved.kind = 'adjust' AND wallet_is_detached(moved.created_at))
  AND NOT (told.correction IS NULL AND moved.kind = 'adjust' AND EXISTS (
      SELECT FROM wallet_closing AS closing
                  JOIN accounts_user AS person ON person.id = closing.player_id AND state = 'closed',
                  wallet_entry AS entry JOIN wallet_currency AS currency ON code = entry.currency_id,
                  LATERAL (SELECT (10 ^ (4 - minor_digits))::bigint AS coin) AS whole
      WHERE closing.player_id = moved.player_id AND closing.xact = moved.xact
        AND entry.transfer_id = moved.id AND entry.created_at = moved.created_at
        AND entry.seq IS NOT NULL AND moved.amount BETWEEN 1 AND coin - 1
        AND entry.balance_after % coin = 0
        AND NOT EXISTS (
            SELECT FROM wallet_transfer AS earlier
            WHERE earlier.xact = moved.xact AND earlier.player_id = moved.player_id
              AND earlier.currency_id = moved.currency_id AND earlier.kind = 'adjust'
              AND earlier.id < moved.id)))
ORDER BY moved.id, told.correction

-- A player's debts are paid when they request a withdrawal or when the account is closed. What the reversal of a deposit takes and
-- the balance does not cover is recorded as a debt, in the transaction of the reversal and at most the amount of the deposit.
-- line: amounts owed are paid before money leaves, and those of deposits are made by reversals
SELECT format('transfer %s: %s of %s %s of player %s, for no withdrawal, closing or reversal', moved.id, moved.kind,
              moved.amount, moved.currency_id, moved.player_id)
FROM wallet_transfer AS moved
WHERE moved.kind IN ('repay', 'advance') AND moved.xact >= :horizon AND NOT :invented AND NOT CASE moved.kind
    WHEN 'repay' THEN EXISTS (
        SELECT FROM wallet_withdrawal AS asked
        WHERE asked.player_id = moved.player_id AND asked.xact = moved.xact
    ) OR EXISTS (
        SELECT FROM wallet_closing AS closing
        WHERE closing.player_id = moved.player_id AND closing.xact <= moved.xact)
    ELSE EXISTS (
        SELECT FROM wallet_deposit AS deposit
             JOIN wallet_deposit_step AS step ON step.deposit_id = deposit.id AND step.to_state = 'credited'
             JOIN wallet_reversal AS undone ON undone.original_id = step.transfer_id
             JOIN wallet_transfer AS reversal ON reversal.id = undone.transfer_id
        WHERE deposit.reference = moved.round_id AND reversal.xact = moved.xact AND moved.amount <= deposit.units)
    END
ORDER BY moved.id

-- What is paid to the tax authority is one transfer for each player, all in the transaction of the decision.
-- line: taxes are paid as two people decided
SELECT format('payment of taxes %s: %s %s moved, %s decided', coalesce(moved.payment, told.payment, 'none'),
              coalesce(moved.amount, 0), coalesce(moved.currency_id, told.currency_id), coalesce(told.units, 0))
FROM (SELECT details ->> 'tax_payment' AS payment, currency_id, sum(amount) AS amount
      FROM wallet_transfer WHERE kind = 'remit' AND xact >= :horizon GROUP BY 1, currency_id) AS moved
     FULL JOIN (SELECT asked.id::text AS payment, asked.currency_id, asked.units
                FROM wallet_tax_payment_decision AS word JOIN wallet_tax_payment AS asked ON asked.id = word.proposal_id
                WHERE word.approved AND word.xact >= :horizon) AS told
     ON told.payment = moved.payment AND told.currency_id = moved.currency_id
WHERE moved.amount IS DISTINCT FROM told.units AND NOT (:invented AND told.payment IS NULL)
ORDER BY 1

-- Rates and spreads apply from their approval until the next one's, by transaction number: a clock that
-- is set back, or two that differ, change nothing. A transaction in progress at the approval may have
-- the smaller number, so the time, with a tolerance of a minute, proves it as well; at most a minute
-- passes between reading them and the transfer. A recalled rate applies until its recall; between its
-- approval and its recall, the ones before it do not.
-- line: exchanges are what the rates and spread of their time make of them
WITH decided AS (
    SELECT rate.id, rate.currency_id, rate.rate, rate.as_of, decision.xact, decision.decided_at AS at,
           word.xact AS gone_xact, word.decided_at AS gone_at
    FROM wallet_rate AS rate JOIN wallet_rate_decision AS decision ON decision.proposal_id = rate.id
         LEFT JOIN (wallet_rate_recall AS asked JOIN wallet_rate_recall_decision AS word
                    ON word.proposal_id = asked.id AND word.approved) ON asked.rate_id = rate.id
    WHERE decision.approved
), rated AS (
    SELECT id, as_of, currency_id, rate, xact AS after, at - interval '1 minute' AS since,
           coalesce(gone_xact, lead(xact) OVER next) AS before,
           coalesce(coalesce(gone_at, lead(at) OVER next) + interval '1 minute', 'infinity') AS until
    FROM decided
    WINDOW next AS (PARTITION BY currency_id, gone_at IS NULL ORDER BY as_of, id)
    UNION ALL
    SELECT 0, '-infinity', code, 1, '0'::xid8, '-infinity', NULL::xid8, 'infinity'
    FROM wallet_currency WHERE is_base
), spreads AS (
    SELECT spread.id, spread.given_id, spread.received_id, spread.share, decision.decided_at AS at, decision.xact
    FROM wallet_spread AS spread JOIN wallet_spread_decision AS decision ON decision.proposal_id = spread.id
    WHERE approved
)
SELECT format('exchange %s: %s %s for %s %s is not what rates %s and %s and spread %s make',
              moved.id, moved.amount, moved.currency_id, moved.received, moved.received_currency_id,
              coalesce(moved.details ->> 'given_rate_id', 'none'),
              coalesce(moved.details ->> 'received_rate_id', 'none'),
              coalesce(moved.details ->> 'spread_id', 'none'))
FROM wallet_transfer AS moved
     LEFT JOIN rated AS given
     ON given.id::text = moved.details ->> 'given_rate_id' AND given.currency_id = moved.currency_id
        AND (moved.xact > given.after OR moved.created_at >= given.since)
        AND (moved.xact < given.before OR moved.created_at <= given.until)
        AND NOT EXISTS (
            SELECT FROM decided AS other
            WHERE other.gone_at IS NOT NULL AND other.currency_id = given.currency_id
              AND (other.as_of, other.id) > (given.as_of, given.id)
              AND moved.xact > other.xact AND moved.created_at > other.at + interval '1 minute'
              AND moved.xact < other.gone_xact
              AND moved.created_at < other.gone_at - interval '1 minute')
     LEFT JOIN rated AS received
     ON received.id::text = moved.details ->> 'received_rate_id'
        AND received.currency_id = moved.received_currency_id
        AND (moved.xact > received.after OR moved.created_at >= received.since)
        AND (moved.xact < received.before OR moved.created_at <= received.until)
        AND NOT EXISTS (
            SELECT FROM decided AS other
            WHERE other.gone_at IS NOT NULL AND other.currency_id = received.currency_id
              AND (other.as_of, other.id) > (received.as_of, received.id)
              AND moved.xact > other.xact AND moved.created_at > other.at + interval '1 minute'
              AND moved.xact < other.gone_xact
              AND moved.created_at < other.gone_at - interval '1 minute')
     LEFT JOIN spreads AS spread
     ON spread.id::text = moved.details ->> 'spread_id'
        AND coalesce(spread.given_id, moved.currency_id) = moved.currency_id
        AND coalesce(spread.received_id, moved.received_currency_id) = moved.received_currency_id
        AND (moved.xact > spread.xact OR moved.created_at >= spread.at - interval '1 minute')
        AND NOT EXISTS (  -- a pair's own spread before the general one, then the newest
            SELECT FROM spreads AS better
            WHERE moved.xact > better.xact AND moved.created_at > better.at + interval '1 minute'
              AND coalesce(better.given_id, moved.currency_id) = moved.currency_id
              AND coalesce(better.received_id, moved.received_currency_id) = moved.received_currency_id
              AND (better.given_id IS NOT NULL, better.id) > (spread.given_id IS NOT NULL, spread.id))
WHERE moved.kind = 'exchange' AND moved.xact >= :horizon
  AND moved.received IS DISTINCT FROM
      div(moved.amount * given.rate * (1 - CASE WHEN EXISTS (  -- an exchange that pays a debt has no spread
          SELECT FROM wallet_transfer AS paid
          WHERE paid.kind = 'repay' AND paid.xact = moved.xact AND paid.player_id = moved.player_id
            AND paid.currency_id = moved.received_currency_id AND paid.id > moved.id
            AND paid.round_id::text = moved.details ->> 'debt' AND paid.amount <= moved.received
            AND moved.received - paid.amount <= ceil(given.rate / received.rate)
      ) THEN 0 ELSE spread.share END), received.rate)
  AND NOT (:invented AND NOT moved.details ?| ARRAY['spread_id', 'debt'])
  AND NOT EXISTS (  -- two people have undone it
      SELECT FROM wallet_correction AS asked
             JOIN wallet_correction_decision AS word ON word.proposal_id = asked.id AND word.approved
      WHERE asked.original_id = moved.id)
ORDER BY moved.id

-- A check recorded an existing block sealed before it, no fewer entries than were sealed by then, and
-- no more than there were when it was written.
-- line: checks saw the ledger as it was sealed
WITH sealed AS (
    SELECT number, hash, to_xact, :sealed + sum(CASE WHEN number > :block THEN entries ELSE 0 END)
               OVER (ORDER BY number) AS entries
    FROM wallet_seal WHERE number >= :block
    UNION ALL VALUES (0::bigint, sha256(''), '0'::xid8, 0::numeric)
)
SELECT format('check %s of %s UTC: saw block %s and %s entries', saw.id,
              to_char(saw.at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'), saw.seal_number, saw.entries)
FROM wallet_ledger_check AS saw
     LEFT JOIN sealed AS head ON head.number = saw.seal_number AND head.hash = saw.seal_hash
     LEFT JOIN LATERAL (SELECT number FROM wallet_seal WHERE from_xact <= saw.xact
                        ORDER BY from_xact DESC LIMIT 1) AS own ON true
     LEFT JOIN sealed AS by_then ON by_then.number = own.number AND by_then.to_xact > saw.xact
WHERE saw.seal_number IS NOT NULL AND saw.xact >= :horizon
  AND (head.number IS NULL OR head.to_xact > saw.xact
       OR saw.entries < head.entries OR saw.entries > by_then.entries)
ORDER BY saw.id
