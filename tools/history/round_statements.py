"""SQL of `tools.history.round_rows`.

The tables `played_…` have the shoes that were played, with money and numbers relative to the shoe's
beginning; the schema `bench_fill` has the lines of players and their places. `fresh` has the shoes
of one turn, `written` the rounds made from them.
"""

from tools.history import live_statements

TABLES = """
CREATE SCHEMA bench_fill;
CREATE UNLOGGED TABLE bench_fill.rate (
    currency text, day date, rate numeric, rate_id bigint, as_of timestamptz,
    PRIMARY KEY (currency, day));
CREATE UNLOGGED TABLE bench_fill.line (
    line int PRIMARY KEY, table_id bigint, version_id bigint, rules_hash text, limits jsonb,
    currency text, worth int, need bigint, often int, gone int, in_play_id bigint, result_id bigint);
CREATE UNLOGGED TABLE bench_fill.place (
    place int GENERATED ALWAYS AS IDENTITY (START 0 MINVALUE 0) PRIMARY KEY, line int,
    place_id bigint, participant_id bigint, player_id bigint, account_id bigint, origin_id bigint, client_seed text,
    shoes int)
"""
# Per connection: kept for all turns when shoes are copied, otherwise per turn.
PLAYED = """
CREATE TEMPORARY TABLE played_shoe (
    number int PRIMARY KEY, rounds int, cards_out int, cut int, burn text, reason text, net bigint,
    moves int, least bigint, seconds float) {rows};
CREATE TEMPORARY TABLE played_round (
    number int, nonce int, boxes int[], amount bigint, staked bigint, doubled bigint,
    returned bigint, before bigint, after bigint, on_hands bigint, status text, cards_drawn int,
    cards text[], result jsonb, state_hash text, costs bigint[], doubles bigint[], decisions int,
    deviations int, given_away float, insurance float, begins float, lasts float, bettors int[],
    deal_boxes int[], entropy text, seat_seed text, timed_out boolean, running int,
    cards_left int) {rows};
CREATE TEMPORARY TABLE played_bet (
    number int, nonce int, box int, stake bigint, total bigint, side_bets jsonb,
    choices jsonb) {rows};
CREATE TEMPORARY TABLE played_decision (
    number int, nonce int, step int, action text, cost bigint, state_hash text,
    seconds float, by_house boolean, asked float, spot int, legal int, running int,
    cards_left int) {rows};
CREATE TEMPORARY TABLE played_movement (
    number int, nonce int, place int, seconds float, kind text, amount bigint, received bigint,
    own bigint, seq int, after bigint) {rows};
CREATE TEMPORARY TABLE played_seal (number int, nonce int, box int, seal text) {rows};
CREATE TEMPORARY TABLE played_follower (number int, nonce int, step int, amount bigint) {rows}
"""
KEPT, OF_A_TURN = "ON COMMIT PRESERVE ROWS", "ON COMMIT DELETE ROWS"
COUNTED = "ANALYZE bench_fill.rate, bench_fill.line, bench_fill.place"
COUNTED_PLAYED = """
ANALYZE played_shoe, played_round, played_bet, played_decision, played_movement, played_seal,
        played_follower
"""
LINE = """
INSERT INTO bench_fill.line
SELECT %(line)s, %(table)s, %(version)s, %(rules_hash)s, %(limits)s, %(currency)s, %(worth)s,
       %(need)s, %(often)s, %(gone)s, in_play.id, result.id
FROM wallet_account AS in_play JOIN wallet_account AS result USING (currency_id)
WHERE in_play.house_code = 'in_play' AND result.house_code = 'game_result'
  AND currency_id = %(currency)s
"""
NEW_PLACES = """
INSERT INTO casino_place (player_id, table_id)
SELECT DISTINCT CASE WHEN NOT %(live)s THEN player END, %(table)s
FROM unnest(%(players)s::bigint[]) AS player ON CONFLICT DO NOTHING
"""
NEW_PARTICIPANTS = """
INSERT INTO casino_participant (place_id, player_id, client_seed, last_bets, currency, joined_at)
SELECT own.id, person.id, 'ligalo-' || substr(md5(email), 1, 12), '{}', %(currency)s,
       clock_timestamp()
FROM casino_place AS own
     JOIN accounts_user AS person ON own.player_id IS NULL OR person.id = own.player_id
WHERE table_id = %(table)s AND person.id = ANY (%(players)s::bigint[]) ON CONFLICT DO NOTHING
"""
_OWN_ORIGIN = "encode(sha256(convert_to('history player ' || {}, 'UTF8')), 'hex')"
# One address of the documentation's range and one browser for each player.
NEW_ORIGINS = f"""
INSERT INTO casino_origin (digest, address, agent, seen_at)
SELECT {_OWN_ORIGIN.format("id")},
       ('2001:db8:' || to_hex(id >> 16) || ':' || to_hex(id & 65535) || '::1')::inet,
       (ARRAY['Mozilla/5.0 (Linux; Android 10; K) Chrome/138.0.0.0 Mobile Safari/537.36',
              'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'])[1 + id %% 2],
       created_at
FROM accounts_user WHERE id = ANY (%(players)s::bigint[]) ON CONFLICT DO NOTHING
"""  # noqa: S608 - written above
PLACES = f"""
INSERT INTO bench_fill.place
    (line, place_id, participant_id, player_id, account_id, origin_id, client_seed, shoes)
SELECT %(line)s, own.id, participant.id, participant.player_id, account.id,
       (SELECT id FROM casino_origin WHERE digest = {_OWN_ORIGIN.format("participant.player_id")}),
       client_seed, (SELECT coalesce(max(number), 0) FROM casino_shoe WHERE place_id = own.id)
FROM casino_place AS own JOIN casino_participant AS participant ON participant.place_id = own.id
     JOIN wallet_account AS account
     ON account.player_id = participant.player_id AND account.currency_id = %(currency)s
WHERE own.table_id = %(table)s AND participant.player_id = ANY (%(players)s::bigint[])
ORDER BY own.id, participant.id RETURNING place, client_seed
"""  # noqa: S608 - written above
# Once per connection; empty at the beginning of each turn, which is a transaction.
FRESH = """
CREATE TEMPORARY TABLE fresh (
    place int, number int, played int, name uuid, server_seed text, commitment text, sealed bytea,
    salt text, opened timestamptz, leads boolean) ON COMMIT DELETE ROWS;
CREATE TEMPORARY TABLE written (
    round_id bigint, deal_id bigint, round_name uuid, shoe_id bigint, place int, number int, nonce int,
    player_id bigint, account_id bigint, status text, interrupted boolean, rate numeric,
    currency text, worth int, started timestamptz, ended timestamptz, closed timestamptz,
    base bigint, seq bigint) ON COMMIT DELETE ROWS
"""
# Sum of amounts in dollars, each rounded separately.
_EACH = "(SELECT coalesce(sum(round(one * written.rate)), 0) FROM unnest({}) AS one)"
# One round in `gone` was finished by the house, if no more money was needed; 0: none.
_GONE = """
gone > 0 AND played.decisions > 0 AND played.staked = played.amount AND played.status = 'completed'
AND (place * 7 + nonce * 13 + dealt.played) %% greatest(gone, 1) = 0
"""
SHOES = f"""
WITH shoe AS (
    INSERT INTO casino_shoe
        (public_id, place_id, number, version_id, commitment, sealed_seed, server_seed, salt,
         salt_at, cut, burn_entropy, status, close_reason, rounds_dealt, cards_out, announced_at,
         announced_in, opened_at, closed_at)
    SELECT name, place_id, place.shoes + played + 1, version_id, commitment, sealed, server_seed,
           salt, CASE WHEN salt IS NOT NULL THEN opened END, cut, burn, 'closed', reason, rounds, cards_out,
           opened - interval '5 minutes', pg_current_xact_id()::text::bigint, opened,
           opened + seconds * interval '1 second'
    FROM fresh JOIN bench_fill.place USING (place) JOIN bench_fill.line USING (line)
         JOIN played_shoe USING (number)
    WHERE leads ORDER BY opened
    RETURNING id AS shoe_id, public_id AS name, closed_at AS closed
)
INSERT INTO written
SELECT nextval('casino_round_id_seq'), nextval('casino_deal_id_seq'), ordered.*
FROM (
    SELECT md5(name || ':' || nonce || CASE WHEN leads THEN '' ELSE ':' || place END)::uuid, shoe_id, place, number,
           nonce, place.player_id, account_id, played.status,
           timed_out OR {_GONE}, coalesce(rate.rate, worth), line.currency, worth, began.at,
           began.at + lasts * interval '1 second', closed, balance, seq
    FROM shoe JOIN fresh AS dealt USING (name) JOIN bench_fill.place USING (place)
         JOIN bench_fill.line USING (line) JOIN wallet_account AS account ON account.id = account_id
         JOIN played_round AS played USING (number)
         CROSS JOIN LATERAL (SELECT opened + begins * interval '1 second' AS at) AS began
         LEFT JOIN bench_fill.rate
         ON rate.currency = line.currency AND rate.day = (began.at AT TIME ZONE 'UTC')::date
    ORDER BY began.at
) AS ordered
"""  # noqa: S608 - written above
# The entropy of a deal, as `blackjack.fairness.entropy` mixes it for one player's seed.
_SEED = "client_seed || '-' || salt"
_MIXED = f"""
CASE cardinality(boxes) WHEN 1 THEN {_SEED} ELSE (
    SELECT encode(sha256(convert_to(string_agg(box || '=' || {_SEED} || E'\\n', '' ORDER BY box), 'UTF8')), 'hex')
    FROM unnest(boxes) AS box) END || coalesce('.' || cut, '')
"""  # noqa: S608 - written above
DEALS = f"""
INSERT INTO casino_deal
    (id, place_id, shoe_id, nonce, status, boxes, entropy, library_version, rules_hash, state_hash,
     cards_drawn, cards, running_count, cards_left)
SELECT deal_id, place_id, shoe_id, nonce, written.status, coalesce(deal_boxes, boxes),
       coalesce(entropy, {_MIXED}), %(library)s, rules_hash,
       state_hash, cards_drawn, cards, running, cards_left
FROM written JOIN fresh USING (place, number) JOIN bench_fill.place USING (place)
     JOIN bench_fill.line USING (line) JOIN played_shoe USING (number)
     JOIN played_round AS played USING (number, nonce)
WHERE leads ORDER BY deal_id
"""  # noqa: S608 - written above
ROUNDS = f"""
INSERT INTO casino_round
    (id, public_id, place_id, player_id, participant_id, deal_id, version_id, status, client_seed, seat_seed, boxes,
     bettors, limits_at_deal, currency, tasa_cambio, amount, amount_usd,
     doubled_amount_usd, staked, staked_usd, returned, returned_usd, balance_before,
     balance_after, result, started_at, finished_at, asked_at, interrupted, origin_id)
SELECT round_id, round_name, place_id, written.player_id, participant_id, deal_id, version_id,
       written.status, client_seed, coalesce(seat_seed, {_SEED}), boxes,
       coalesce(bettors, array_fill(1, ARRAY[cardinality(boxes)])), limits, line.currency, rate, amount,
       round(amount * rate), {_EACH.format("doubles")}, staked,
       round(amount * rate) + {_EACH.format("costs")}, returned, round(returned * rate),
       base + before, base + after, result, started, ended, ended, interrupted, origin_id
FROM written JOIN fresh USING (place, number) JOIN bench_fill.place USING (place)
     JOIN bench_fill.line USING (line) JOIN played_round AS played USING (number, nonce)
ORDER BY round_id
"""  # noqa: S608 - written above
BETS = """
INSERT INTO casino_bet (round_id, box, stake, amount_usd, side_bets, choices)
SELECT round_id, box, stake, round(total * rate), side_bets, choices
FROM written JOIN played_bet USING (number, nonce)
ORDER BY round_id, box
"""
DECISIONS = """
INSERT INTO casino_decision
    (deal_id, round_id, step, action, amount, amount_usd, by_house, state_hash, made_at, asked_at, spot,
     legal, running_count, cards_left)
SELECT deal_id, round_id, step, action, cost, round(cost * rate), coalesce(by_house, interrupted),
       state_hash,
       started + seconds * interval '1 second', started + asked * interval '1 second', spot, legal, running, cards_left
FROM written JOIN played_decision USING (number, nonce)
ORDER BY round_id, step
"""
MOVEMENTS = """
WITH movement AS MATERIALIZED (
    SELECT nextval('wallet_transfer_id_seq') AS id, ordered.*
    FROM (
        SELECT round_name, written.place, player_id, account_id, currency, kind, amount, received, own,
               written.seq + moved.seq AS seq, base + moved.after AS after,
               started + seconds * interval '1 second' AS at
        FROM written JOIN played_movement AS moved USING (number, nonce)
        ORDER BY started, written.place, moved.place
    ) AS ordered
), transfers AS (
    INSERT INTO wallet_transfer
        (id, key, kind, player_id, currency_id, amount, received, round_id, details, created_at)
    SELECT id, gen_random_uuid(), kind, player_id, currency, amount, received, round_name, '{}', at
    FROM movement
)
INSERT INTO wallet_entry
    (transfer_id, account_id, currency_id, amount, seq, balance_after, created_at)
SELECT movement.id, leg.account, currency, leg.amount, leg.seq, leg.after, at
FROM movement JOIN bench_fill.place USING (place) JOIN bench_fill.line USING (line, currency)
     CROSS JOIN LATERAL (VALUES
         (in_play_id, CASE kind WHEN 'bet' THEN movement.amount ELSE -movement.amount END, NULL, NULL),
         (result_id, CASE kind WHEN 'settle' THEN movement.amount - received ELSE 0 END, NULL, NULL),
         (movement.account_id, own, movement.seq, movement.after)
     ) AS leg (account, amount, seq, after)
WHERE leg.amount <> 0
"""
ACCOUNTS = """
UPDATE wallet_account AS account
SET balance = balance + shoe.net, seq = seq + shoe.moves
FROM fresh JOIN bench_fill.place USING (place) JOIN played_shoe AS shoe USING (number)
WHERE account.id = place.account_id
"""
TURN = (
    *(SHOES, live_statements.SHARED, "ANALYZE written", DEALS, ROUNDS, BETS, DECISIONS),
    *(MOVEMENTS, ACCOUNTS),
)
