"""The statements of `benchmarks.play_fill`.

In the schema `bench_fill` stand the shoes that were played, with money and numbers relative to a shoe's beginning,
and the group's places. `fresh` holds what is each shoe's own in one turn.
"""

TABLES = """
CREATE SCHEMA bench_fill;
CREATE UNLOGGED TABLE bench_fill.shoe (
    number int PRIMARY KEY, rounds int, cards_out int, cut int, reason text, net bigint, moves int);
CREATE UNLOGGED TABLE bench_fill.round (
    number int, nonce int, seats int[], amount bigint, staked bigint, doubled bigint,
    returned bigint, before bigint, after bigint, cards_drawn int, cards text[], result jsonb,
    state_hash text);
CREATE UNLOGGED TABLE bench_fill.bet (
    number int, nonce int, seat int, stake bigint, total bigint, side_bets jsonb);
CREATE UNLOGGED TABLE bench_fill.decision (
    number int, nonce int, step int, action text, cost bigint, state_hash text);
CREATE UNLOGGED TABLE bench_fill.movement (
    number int, nonce int, place int, seconds float, kind text, amount bigint, received bigint,
    own bigint, seq int, after bigint);
CREATE UNLOGGED TABLE bench_fill.place (
    place int PRIMARY KEY, sitting_id bigint, player_id bigint, account_id bigint,
    client_seed text, shoes int)
"""
COUNTED = """
ANALYZE bench_fill.shoe, bench_fill.round, bench_fill.bet, bench_fill.decision, bench_fill.movement
"""
SITTINGS = """
INSERT INTO casino_sitting (player_id, table_id, client_seed, last_bets, currency, seated_at)
SELECT player, %(table)s, 'ligalo-' || substr(md5(player::text), 1, 12), '{}', %(currency)s,
       clock_timestamp()
FROM unnest(%(players)s::bigint[]) AS player ON CONFLICT DO NOTHING
"""
PLACES = """
INSERT INTO bench_fill.place
SELECT row_number() OVER (ORDER BY sitting.id), sitting.id, sitting.player_id, account.id,
       sitting.client_seed,
       (SELECT coalesce(max(number), 0) FROM casino_shoe WHERE sitting_id = sitting.id)
FROM casino_sitting AS sitting
     JOIN wallet_account AS account
     ON account.player_id = sitting.player_id AND account.currency_id = %(currency)s
WHERE sitting.table_id = %(table)s AND sitting.player_id = ANY (%(players)s::bigint[])
"""
FRESH = """
CREATE TEMPORARY TABLE fresh (
    place int, name uuid, server_seed text, commitment text, sealed bytea, salt text,
    opened timestamptz) ON COMMIT DROP
"""
TURN = """
WITH dealt AS MATERIALIZED (
    SELECT fresh.*, place.sitting_id, place.player_id, place.account_id, place.client_seed,
           place.shoes + %(turn)s + 1 AS shoe_number, shoe.*, account.balance, account.seq
    FROM fresh JOIN bench_fill.place USING (place)
         JOIN bench_fill.shoe ON shoe.number = (place.place + %(turn)s) %% %(shoes)s
         JOIN wallet_account AS account ON account.id = place.account_id
), shoe AS (
    INSERT INTO casino_shoe
        (public_id, sitting_id, number, version_id, commitment, sealed_seed, server_seed, salt,
         salt_at, cut, burn_entropy, status, close_reason, rounds_dealt, cards_out, announced_at,
         announced_in, opened_at, closed_at)
    SELECT name, sitting_id, shoe_number, %(version)s, commitment, sealed, server_seed, salt,
           opened, cut, '', 'closed', reason, rounds, cards_out, opened - interval '5 minutes',
           pg_current_xact_id()::text::bigint, opened,
           opened + (rounds + 1) * interval '20 seconds'
    FROM dealt RETURNING id AS shoe_id, public_id AS name
), began AS MATERIALIZED (
    SELECT dealt.*, shoe_id FROM dealt JOIN shoe USING (name)
), round AS (
    INSERT INTO casino_round
        (public_id, sitting_id, player_id, shoe_id, version_id, status, server_seed_hash,
         server_seed, client_seed, seat_seed, seats, nonce, library_version, rules_hash,
         state_hash, limits_at_deal, currency, tasa_cambio, amount, amount_usd,
         doubled_amount_usd, staked, staked_usd, returned, returned_usd, balance_before,
         balance_after, cards_drawn, cards, result, started_at, finished_at, asked_at, interrupted)
    SELECT gen_random_uuid(), sitting_id, player_id, shoe_id, %(version)s, 'completed', commitment,
           server_seed, client_seed, client_seed || '-' || salt, seats, nonce, 'bench',
           %(rules_hash)s, state_hash, %(limits)s::jsonb, %(currency)s, %(worth)s, amount,
           amount * %(worth)s, doubled * %(worth)s, staked, staked * %(worth)s, returned, returned * %(worth)s,
           balance + before, balance + after, cards_drawn, cards, result,
           opened + nonce * interval '20 seconds',
           opened + nonce * interval '20 seconds' + interval '12 seconds',
           opened + nonce * interval '20 seconds' + interval '12 seconds', false
    FROM began JOIN bench_fill.round AS played USING (number)
    ORDER BY place, nonce
    RETURNING id AS round_id, public_id AS round_name, shoe_id, nonce
), ended AS MATERIALIZED (
    SELECT round_id, round_name, nonce, began.* FROM round JOIN began USING (shoe_id)
), bets AS (
    INSERT INTO casino_bet (round_id, seat, stake, amount_usd, side_bets)
    SELECT round_id, seat, stake, total * %(worth)s, side_bets
    FROM ended JOIN bench_fill.bet USING (number, nonce)
    ORDER BY round_id, seat
), decisions AS (
    INSERT INTO casino_decision
        (round_id, step, action, amount, amount_usd, by_house, state_hash, made_at)
    SELECT round_id, step, action, cost, cost * %(worth)s, false, state_hash,
           opened + (nonce * 20 + (step + 1) / 4.0) * interval '1 second'
    FROM ended JOIN bench_fill.decision USING (number, nonce)
    ORDER BY round_id, step
), movement AS MATERIALIZED (
    SELECT nextval('wallet_transfer_id_seq') AS id, ordered.*
    FROM (
        SELECT round_name, player_id, account_id, kind, amount, received, own,
               ended.seq + moved.seq AS seq, balance + moved.after AS after,
               opened + seconds * interval '1 second' AS at
        FROM ended JOIN bench_fill.movement AS moved USING (number, nonce)
        ORDER BY ended.place, nonce, moved.place
    ) AS ordered
), keys AS (
    INSERT INTO wallet_idempotency (key, transfer_id) SELECT gen_random_uuid(), id FROM movement
), transfers AS (
    INSERT INTO wallet_transfer
        (id, kind, player_id, currency_id, amount, received, round_id, details, created_at)
    SELECT id, kind, player_id, %(currency)s, amount, received, round_name, '{}', at FROM movement
)
INSERT INTO wallet_entry
    (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at)
SELECT movement.id, leg.account, %(currency)s, leg.amount, leg.seq, leg.after, at
FROM movement
     JOIN wallet_account AS in_play
     ON in_play.house_code = 'in_play' AND in_play.currency_id = %(currency)s
     JOIN wallet_account AS result
     ON result.house_code = 'game_result' AND result.currency_id = %(currency)s
     CROSS JOIN LATERAL (VALUES
         (in_play.id, CASE kind WHEN 'bet' THEN movement.amount ELSE -movement.amount END, NULL, NULL),
         (result.id, CASE kind WHEN 'bet' THEN 0 ELSE movement.amount - received END, NULL, NULL),
         (movement.account_id, own, movement.seq, movement.after)
     ) AS leg (account, amount, seq, after)
WHERE leg.amount <> 0
"""
ACCOUNTS = """
UPDATE wallet_account AS account
SET balance = balance + shoe.net, seq = seq + shoe.moves
FROM fresh JOIN bench_fill.place USING (place)
     JOIN bench_fill.shoe ON shoe.number = (place.place + %(turn)s) %% %(shoes)s
WHERE account.id = place.account_id
"""
