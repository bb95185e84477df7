"""SQL of `tools.history.writing` after the rounds: points, tiers, voids with their cases, hints, notices, judgements.

The table `written` has the rounds that a turn of `tools.history.round_rows` wrote.
"""

TABLES = """
CREATE TEMPORARY TABLE points (
    round_id bigint, round_name uuid, player_id bigint, place int, staked bigint, multiplier int,
    hundredths bigint, ended timestamptz) ON COMMIT DELETE ROWS;
CREATE TEMPORARY TABLE voided (
    round_id bigint, round_name uuid, player_id bigint, place int, account_id bigint, currency text,
    back bigint, points bigint, name uuid, earned_on date, at timestamptz) ON COMMIT DELETE ROWS
"""
GATHERED = """
CREATE UNLOGGED TABLE bench_fill.gathered (place int, day date, hundredths bigint)
"""
JUDGED = """
INSERT INTO reports_judgedround (round_id, day, decisions, deviations, cost_usd, insurance_usd)
SELECT round_id, (ended AT TIME ZONE rule.zone - rule.start_hour * interval '1 hour')::date,
       decisions, deviations, given_away * rate, insurance * rate
FROM written JOIN played_round USING (number, nonce)
     CROSS JOIN (SELECT * FROM journal_gamingday ORDER BY from_day DESC LIMIT 1) AS rule
WHERE written.status = 'completed' AND currency <> 'PLY'
"""
HINTS = """
INSERT INTO casino_hint (round_id, step, advice, at)
SELECT round_id, 0, 'stand', started + interval '0.1 second'
FROM written JOIN played_round USING (number, nonce)
WHERE decisions > 0 AND entropy IS NULL AND (place + nonce) %% 11 = 0
"""
TOLD = """
INSERT INTO casino_notice (round_id, player_id, kind, created_at, seen_at, mailed_at)
SELECT round_id, player_id, CASE status WHEN 'cancelled' THEN status ELSE 'played' END, ended,
       ended + interval '1 minute', ended + interval '1 minute'
FROM written WHERE status = 'cancelled' OR interrupted
"""
# Like `loyalty_earn_points` (loyalty/sql/points.sql): stakes on hands in dollars, times the tier's
# multiplier, rounded down.
BROUGHT = """
INSERT INTO points
SELECT round_id, round_name, player_id, place, staked, multiplier, staked * multiplier / 10000, ended
FROM (
    SELECT round_id, round_name, player_id, place, round(on_hands * rate)::bigint AS staked,
           coalesce(tier.multiplier, 100) AS multiplier, ended
    FROM written JOIN played_round AS played USING (number, nonce)
         JOIN loyalty_account AS account USING (player_id)
         LEFT JOIN loyalty_tier AS tier ON tier.id = account.tier_id
    WHERE written.status = 'completed' AND currency <> 'PLY'
) AS brought
"""
# One lost round in %(voids)s was a malfunction: its stakes are returned after the shoe, and its
# points reversed.
VOIDED = """
INSERT INTO voided
SELECT DISTINCT ON (place) round_id, round_name, player_id, place, account_id, currency,
       staked - returned, hundredths, gen_random_uuid(), (ended AT TIME ZONE 'UTC')::date,
       closed + interval '1 minute'
FROM (
    SELECT written.*, played.staked, returned, hundredths
    FROM written JOIN played_round AS played USING (number, nonce)
         JOIN points USING (round_id)
    WHERE played.staked > returned AND (written.place * 31 + nonce * 17 + %(turn)s) %% %(voids)s = 0
) AS lost
ORDER BY place, nonce
"""
VOIDS = """
WITH void AS (
    INSERT INTO casino_void ("case", acting_user_id, at, due, paid, owed, collected, points, points_debt,
                             round_id, player_id, treatment, reason, suspended)
    SELECT name, %(second)s, at, back, 0, 0, 0, points, 0, round_id, player_id, 'better',
           'malfunction', 0
    FROM voided RETURNING id, round_id, player_id, at
), notices AS (
    INSERT INTO casino_notice (round_id, player_id, kind, void_id, created_at, seen_at, mailed_at)
    SELECT round_id, player_id, 'voided', id, at, at + interval '1 minute', at + interval '1 minute'
    FROM void
), made AS (
    INSERT INTO wallet_transfer
        (key, kind, player_id, currency_id, amount, round_id, details, created_at)
    SELECT gen_random_uuid(), 'void', player_id, currency, back, round_name, jsonb_build_object('case', name), at
    FROM voided ORDER BY at RETURNING id, player_id
), entries AS (
    INSERT INTO wallet_entry
        (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at)
    SELECT made.id, leg.account, currency, leg.amount, leg.seq, leg.after, at
    FROM made JOIN voided USING (player_id)
         JOIN wallet_account AS own ON own.id = account_id
         JOIN wallet_account AS result
         ON result.house_code = 'game_result' AND result.currency_id = currency
         CROSS JOIN LATERAL (VALUES
             (result.id, -back, NULL, NULL), (own.id, back, own.seq + 1, own.balance + back)
         ) AS leg (account, amount, seq, after)
)
INSERT INTO moved SELECT account_id, back FROM voided
"""
# Proposed by one person, approved by another, carried out.
CASES = """
WITH void_case AS (
    INSERT INTO compliance_voidcase (public_id, kind, reason, evidence, chosen, size, seen,
                                     proposed_by_id, proposed_at, expires_at, state)
    SELECT name, 'void', 'malfunction', 'history', '{}', 1,
           encode(sha256(convert_to(name::text, 'UTF8')), 'hex'), %(first)s,
           at - interval '30 seconds', at + interval '1 day', 'carried_out'
    FROM voided RETURNING id, public_id AS name, seen
), lines AS (
    INSERT INTO compliance_voidline (case_id, n, round_id, delta, owed, suspended, points, result,
                                     code, moved, at)
    SELECT id, 1, round_id, back, 0, 0, points, 'done', '', back, at
    FROM void_case JOIN voided USING (name)
)
INSERT INTO compliance_voidstep (case_id, n, from_state, to_state, acting_user_id, note, seen, done, refused, at)
SELECT id, step.n, step.from_state, step.to_state, step.by, '',
       CASE step.n WHEN 2 THEN seen ELSE '' END, step.done, step.refused,
       at + (step.n - 3) * interval '10 seconds'
FROM void_case JOIN voided USING (name) CROSS JOIN (VALUES
    (1, '', 'proposed', %(first)s, NULL, NULL), (2, 'proposed', 'approved', %(second)s, NULL, NULL),
    (3, 'approved', 'carried_out', NULL, 1, 0)
) AS step (n, from_state, to_state, by, done, refused)
"""
POINTS = """
WITH change AS MATERIALIZED (
    SELECT player_id, place, 'earned' AS kind, hundredths, round_name, NULL::uuid AS name,
           (ended AT TIME ZONE 'UTC')::date AS earned_on, staked, multiplier, ended AS at
    FROM points WHERE hundredths > 0
    UNION ALL
    SELECT player_id, place, 'reversed', -points, round_name, name, earned_on, NULL, NULL, at
    FROM voided WHERE points > 0
), gathered AS (
    INSERT INTO bench_fill.gathered
    SELECT place, earned_on, sum(hundredths) FROM change GROUP BY place, earned_on
), entries AS (
    INSERT INTO loyalty_entry (player_id, seq, kind, hundredths, round_id, case_id, earned_on,
                               staked, multiplier, balance_after, debt_after, at)
    SELECT player_id, account.seq + row_number() OVER own, kind, hundredths, round_name, name,
           earned_on, staked, multiplier, account.balance + sum(hundredths) OVER own, 0, at
    FROM change JOIN loyalty_account AS account USING (player_id)
    WINDOW own AS (PARTITION BY player_id ORDER BY at ROWS UNBOUNDED PRECEDING)
    ORDER BY at
)
UPDATE loyalty_account AS account
SET balance = account.balance + came.hundredths, seq = account.seq + came.entries
FROM (SELECT player_id, sum(hundredths) AS hundredths, count(*) AS entries
      FROM change GROUP BY player_id) AS came
WHERE account.player_id = came.player_id
"""
# Like `loyalty_assign_tiers`, at that midnight.
TIERS = """
WITH stands AS (
    SELECT place.player_id, sum(hundredths) AS points
    FROM loyalty_tierset AS tiers, bench_fill.gathered JOIN bench_fill.place USING (place)
    WHERE tiers.id = loyalty_tiers_in_force() AND place %% %(workers)s = %(which)s
      AND day < %(day)s AND day > %(day)s::date - window_days
    GROUP BY place.player_id
), due AS (
    SELECT player_id, account.tier_id, points, (
        SELECT tier.id FROM loyalty_tier AS tier
        WHERE tier.tier_set_id = loyalty_tiers_in_force() AND tier.threshold <= points
        ORDER BY tier.threshold DESC LIMIT 1) AS to_id
    FROM stands JOIN loyalty_account AS account USING (player_id)
), changed AS (
    INSERT INTO loyalty_tierchange (player_id, from_tier_id, tier_id, points, at)
    SELECT player_id, tier_id, to_id, points, %(day)s FROM due
    WHERE to_id IS DISTINCT FROM tier_id RETURNING player_id, tier_id
)
UPDATE loyalty_account AS account SET tier_id = changed.tier_id
FROM changed WHERE account.player_id = changed.player_id
"""
TRIGGERED = (
    *("casino_void", "casino_hint", "casino_notice", "compliance_voidcase", "compliance_voidstep"),
    *("compliance_voidline", "loyalty_entry", "loyalty_account", "loyalty_tierchange"),
    "reports_judgedround",
)
