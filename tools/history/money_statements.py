"""SQL of `tools.history.writing` for the money that players move outside rounds, turn by turn.

Each statement handles one turn of `tools.history.round_rows`; `fresh` has its players and times.
Money moves some minutes before the first round, and enough of it that nobody can lose more than
they have.
"""

# Rates are audited as usual; the setting names the application as their author.
RATES_NOTED = """
ALTER TABLE wallet_rate ENABLE TRIGGER noted_insert;
ALTER TABLE wallet_rate_decision ENABLE TRIGGER noted_insert;
SELECT set_config('ligalo.acting_user', '0', true)
"""
RATE = """
WITH made AS (
    INSERT INTO wallet_rate (currency_id, rate, source, as_of, proposed_by_id, proposed_at)
    VALUES (%(currency)s, %(rate)s, 'history', %(at)s, %(first)s, %(at)s) RETURNING id
)
INSERT INTO wallet_rate_decision (proposal_id, approved, decided_by_id, reason, decided_at)
SELECT id, true, %(second)s, 'history', %(at)s FROM made RETURNING proposal_id
"""
ACCOUNTS = """
INSERT INTO wallet_account (player_id, currency_id, floor)
SELECT player, %(currency)s, 0 FROM unnest(%(players)s::bigint[]) AS player
"""
POINTS = """
INSERT INTO loyalty_account (player_id) SELECT unnest(%(players)s::bigint[])
"""
# Once per connection. `moved` has a turn's changes of players' accounts, before or after its
# rounds.
PURSE = """
CREATE TEMPORARY TABLE purse (
    place int, opened timestamptz, account_id bigint, player_id bigint, currency text,
    balance bigint, seq bigint, rate numeric, rate_id bigint, as_of timestamptz, paid_in bigint,
    paid_out bigint, changed bigint, reference uuid, other uuid) ON COMMIT DELETE ROWS;
CREATE TEMPORARY TABLE moved (account_id bigint, amount bigint) ON COMMIT DELETE ROWS
"""
# Players who could lose more than they have deposit; those with much withdraw a fifth of it; some
# others exchange a little. In lines with a habit of moving money, some deposit and withdraw sooner.
PURSES = """
INSERT INTO purse
SELECT place, opened, account_id, player_id, currency, balance, seq, rate, rate_id, as_of,
       (balance < need OR habit = 0 AND balance < 2 * need)::int * need * 2,
       (balance > CASE habit WHEN 1 THEN 3 ELSE 6 END * need AND currency <> 'PLY')::int
           * (balance / 5 / 10000 * 10000),
       CASE WHEN balance BETWEEN 2 * need AND CASE habit WHEN 1 THEN 3 ELSE 6 END * need AND (place + %(turn)s) %% 9 = 0
                 AND rate_id IS NOT NULL THEN need / 4 / 10000 * 10000 ELSE 0 END,
       gen_random_uuid(), gen_random_uuid()
FROM (
    SELECT fresh.place, opened, account.id AS account_id, place.player_id, line.currency,
           account.balance, account.seq,
           CASE WHEN often > 0 THEN (fresh.place + %(turn)s) %% greatest(often, 1) END AS habit, coalesce(rate.rate, 1) AS rate, rate_id, as_of,
           greatest(need, -least / 10000 * 10000 + 10000) AS need
    FROM fresh JOIN bench_fill.place USING (place) JOIN bench_fill.line USING (line)
         JOIN played_shoe USING (number)
         JOIN wallet_account AS account ON account.id = place.account_id
         LEFT JOIN bench_fill.rate
         ON rate.currency = line.currency
            AND rate.day = ((opened - interval '9 minutes') AT TIME ZONE 'UTC')::date
) AS known
"""
DEPOSITS = """
WITH due AS (
    SELECT purse.*, opened - interval '7 minutes' AS at FROM purse
    WHERE paid_in > 0 AND currency <> 'PLY'
), made AS (
    INSERT INTO wallet_transfer (key, kind, player_id, currency_id, amount, details, created_at)
    SELECT gen_random_uuid(), 'deposit', player_id, currency, paid_in, jsonb_build_object(
               'provider', 'manual', 'reference', reference), at
    FROM due ORDER BY opened RETURNING id, player_id
), entries AS (
    INSERT INTO wallet_entry
        (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at)
    SELECT made.id, leg.account, currency, leg.amount, leg.seq, leg.after, due.at
    FROM made JOIN due USING (player_id)
         JOIN wallet_account AS bank ON bank.house_code = 'bank' AND bank.currency_id = currency
         CROSS JOIN LATERAL (VALUES
             (bank.id, -paid_in, NULL, NULL), (account_id, paid_in, due.seq + 1, due.balance + paid_in)
         ) AS leg (account, amount, seq, after)
), head AS (
    INSERT INTO wallet_deposit (reference, key, player_id, provider, currency_id, units, rate,
                                amount_usd, needs_second, created_at, state)
    SELECT reference, gen_random_uuid(), player_id, 'manual', currency, paid_in, rate,
           round(paid_in * rate), false, at, 'credited'
    FROM due RETURNING id, player_id
), steps AS (
    INSERT INTO wallet_deposit_step
        (n, acting_user_id, note, transfer_id, at, deposit_id, from_state, to_state)
    SELECT step.n, %(first)s, '', CASE step.n WHEN 2 THEN made.id END, due.at, head.id,
           CASE step.n WHEN 1 THEN '' ELSE 'requested' END,
           CASE step.n WHEN 1 THEN 'requested' ELSE 'credited' END
    FROM head JOIN due USING (player_id) JOIN made USING (player_id),
         generate_series(1, 2) AS step (n)
)
INSERT INTO moved SELECT account_id, paid_in FROM due
"""
# Play money is granted by the house only.
GRANTS = """
WITH due AS (
    SELECT purse.*, opened - interval '7 minutes' AS at FROM purse
    WHERE paid_in > 0 AND currency = 'PLY'
), made AS (
    INSERT INTO wallet_transfer (key, kind, player_id, currency_id, amount, details, created_at)
    SELECT gen_random_uuid(), 'bonus', player_id, currency, paid_in,
           jsonb_build_object('reason', 'history'), at
    FROM due ORDER BY opened RETURNING id, player_id
), entries AS (
    INSERT INTO wallet_entry
        (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at)
    SELECT made.id, leg.account, currency, leg.amount, leg.seq, leg.after, due.at
    FROM made JOIN due USING (player_id)
         JOIN wallet_account AS house
         ON house.house_code = 'bonus' AND house.currency_id = currency
         CROSS JOIN LATERAL (VALUES
             (house.id, -paid_in, NULL, NULL), (account_id, paid_in, due.seq + 1, due.balance + paid_in)
         ) AS leg (account, amount, seq, after)
)
INSERT INTO moved SELECT account_id, paid_in FROM due
"""
WITHDRAWALS = """
WITH due AS (
    SELECT purse.*, opened - interval '7 minutes' AS at FROM purse WHERE paid_out > 0
), made AS (
    INSERT INTO wallet_transfer
        (key, kind, player_id, currency_id, amount, withdrawal_id, details, created_at)
    SELECT gen_random_uuid(), kind, player_id, currency, paid_out, reference, '{}',
           CASE kind WHEN 'withdraw' THEN at ELSE at + interval '2 minutes' END
    FROM due, unnest('{withdraw,pay_out}'::text[]) AS kind ORDER BY opened, kind DESC
    RETURNING id, player_id, kind, created_at
), entries AS (
    INSERT INTO wallet_entry
        (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at)
    SELECT made.id, leg.account, currency, leg.amount, leg.seq, leg.after, created_at
    FROM made JOIN due USING (player_id)
         JOIN wallet_account AS bank ON bank.house_code = 'bank' AND bank.currency_id = currency
         JOIN wallet_account AS pending
         ON pending.house_code = 'withdrawal_pending' AND pending.currency_id = currency
         CROSS JOIN LATERAL (
             SELECT * FROM (VALUES
                 ('withdraw', pending.id, paid_out, NULL, NULL),
                 ('withdraw', account_id, -paid_out, due.seq + 1, due.balance - paid_out),
                 ('pay_out', pending.id, -paid_out, NULL, NULL),
                 ('pay_out', bank.id, paid_out, NULL, NULL)
             ) AS every (of, account, amount, seq, after) WHERE of = made.kind
         ) AS leg
), hold AS (
    INSERT INTO wallet_withdrawal_hold (withdrawal_id, player_id, currency_id, amount, is_open)
    SELECT reference, player_id, currency, paid_out, false FROM due
), head AS (
    INSERT INTO wallet_withdrawal (reference, key, player_id, provider, currency_id, units, rate,
                                   amount_usd, needs_second, created_at, destination_sealed,
                                   destination_digest, state)
    SELECT reference, gen_random_uuid(), player_id, 'manual', currency, paid_out, rate,
           round(paid_out * rate), false, at, '', '', 'paid'
    FROM due RETURNING id, player_id
), steps AS (
    INSERT INTO wallet_withdrawal_step
        (n, acting_user_id, note, transfer_id, at, withdrawal_id, from_state, to_state)
    SELECT step.n, CASE step.n WHEN 1 THEN player_id WHEN 2 THEN %(second)s ELSE %(first)s END,
           CASE step.n WHEN 1 THEN '' ELSE 'history' END,
           (SELECT made.id FROM made WHERE made.player_id = due.player_id
              AND made.kind = CASE step.n WHEN 1 THEN 'withdraw' WHEN 3 THEN 'pay_out' END),
           due.at + (step.n - 1) * interval '1 minute', head.id,
           ('{"",requested,approved}'::text[])[step.n],
           ('{requested,approved,paid}'::text[])[step.n]
    FROM head JOIN due USING (player_id), generate_series(1, 3) AS step (n)
)
INSERT INTO moved SELECT account_id, -paid_out FROM due
"""
# The destination of a player's withdrawals, once per player.
PAID_AT = """
UPDATE wallet_withdrawal SET destination_sealed = %s, destination_digest = %s
WHERE player_id = %s AND destination_digest = ''
"""
# Into dollars, at the rates of the time and the initial spread, which applies to every pair.
EXCHANGES = """
WITH spread AS (
    SELECT id, share FROM wallet_spread WHERE given_id IS NULL ORDER BY id LIMIT 1
), due AS (
    SELECT purse.*, opened - interval '8 minutes' AS at,
           div(changed * rate * (1 - share), 1)::bigint AS received, share, spread.id AS spread_id
    FROM purse, spread WHERE changed > 0
), opened AS (
    INSERT INTO wallet_account (player_id, currency_id, floor)
    SELECT player_id, 'USD', 0 FROM due
    WHERE NOT EXISTS (SELECT FROM wallet_account AS there
                      WHERE there.player_id = due.player_id AND there.currency_id = 'USD')
    RETURNING id, player_id, balance, seq
), dollars AS (
    SELECT * FROM opened
    UNION ALL
    SELECT account.id, account.player_id, account.balance, account.seq
    FROM wallet_account AS account JOIN due USING (player_id) WHERE account.currency_id = 'USD'
), made AS (
    INSERT INTO wallet_transfer (key, kind, player_id, currency_id, amount, received,
                                 received_currency_id, details, created_at)
    SELECT gen_random_uuid(), 'exchange', player_id, currency, changed, received, 'USD', jsonb_build_object(
               'quoted_at', at, 'spread', share::text, 'spread_id', spread_id,
               'given_rate', rate::text, 'given_rate_id', rate_id, 'given_source', 'history',
               'given_as_of', as_of, 'received_rate', '1', 'received_rate_id', 0,
               'received_source', 'definition', 'received_as_of', ''), at
    FROM due ORDER BY opened RETURNING id, player_id
), legs AS MATERIALIZED (
    SELECT made.id, leg.*, due.at
    FROM made JOIN due USING (player_id) JOIN dollars USING (player_id)
         JOIN wallet_account AS given
         ON given.house_code = 'fx' AND given.currency_id = due.currency
         JOIN wallet_account AS got ON got.house_code = 'fx' AND got.currency_id = 'USD'
         CROSS JOIN LATERAL (VALUES
             (given.id, due.currency, changed, NULL, NULL),
             (due.account_id, due.currency, -changed, due.seq + 1, due.balance - changed),
             (got.id, 'USD', -received, NULL, NULL),
             (dollars.id, 'USD', received, dollars.seq + 1, dollars.balance + received)
         ) AS leg (account, currency, amount, seq, after)
), entries AS (
    INSERT INTO wallet_entry
        (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at)
    SELECT id, account, currency, amount, seq, after, at FROM legs
)
INSERT INTO moved SELECT account, amount FROM legs WHERE seq IS NOT NULL
"""
MOVED = """
UPDATE wallet_account AS account
SET balance = account.balance + change.amount, seq = account.seq + change.moves
FROM (SELECT account_id, sum(amount) AS amount, count(*) AS moves FROM moved GROUP BY account_id)
     AS change
WHERE account.id = change.account_id
"""
BEFORE = (
    *(PURSES, "ANALYZE purse", DEPOSITS, GRANTS, WITHDRAWALS, EXCHANGES),
    *(MOVED, "DELETE FROM moved"),
)
TRIGGERED = (
    *("accounts_user", "wallet_rate", "wallet_rate_decision", "wallet_deposit"),
    *("wallet_deposit_step", "wallet_withdrawal", "wallet_withdrawal_step"),
    "wallet_withdrawal_hold",
)
