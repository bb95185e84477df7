"""SQL of `tools.benchmarks.signals_night_fill`: players of `night.…` copied many times into the tables of the house.

Ids of rounds and deals follow the time, as in a house that was played in: a slice of ids has what everybody did in some
minutes. Owner's rights, triggers off.
"""

from typing import Final

# What `signals_night_players` made: `g` numbers groups, `m` members of a group, `s` shoes of a group; times count from the
# group's begin. `turn` has the copies with their begins, `person` the players of the copies.
TEMPLATES: Final = """
CREATE SCHEMA night;
CREATE UNLOGGED TABLE night.grp (g int PRIMARY KEY, live boolean);
CREATE UNLOGGED TABLE night.member (n int PRIMARY KEY, g int, m int);
CREATE UNLOGGED TABLE night.shoe (s int PRIMARY KEY, g int, place int, deals int, opened float, closed float, cards int);
CREATE UNLOGGED TABLE night.deal (d int PRIMARY KEY, s int, g int, nonce int, at float, running int, cards_left int);
CREATE UNLOGGED TABLE night.round (r int PRIMARY KEY, d int, n int, at float, lasts float, stake bigint, staked bigint, returned bigint);
CREATE UNLOGGED TABLE night.decision (r int, step int, action text, asked float, made float, spot int, legal int, running int, cards_left int);
CREATE UNLOGGED TABLE night.past (n int, ago int, deals int, decisions int, columns bytea);
CREATE UNLOGGED TABLE night.turn (c int, g int, begun timestamptz, PRIMARY KEY (c, g));
CREATE UNLOGGED TABLE night.person (c int, n int, player_id bigint, place_id bigint, participant_id bigint, PRIMARY KEY (c, n));
"""
PERSONS: Final = """
INSERT INTO night.person
SELECT c, n, %(first)s + row_number() OVER (ORDER BY c, n) - 1, NULL, NULL
FROM generate_series(0, %(copies)s - 1) AS c CROSS JOIN night.member
"""
PLACES: Final = """
INSERT INTO casino_place (player_id, table_id)
SELECT player_id, %(private)s FROM night.person JOIN night.member USING (n) JOIN night.grp USING (g) WHERE NOT live;
INSERT INTO casino_place (player_id, table_id) VALUES (NULL, %(live)s) ON CONFLICT DO NOTHING;
UPDATE night.person AS person SET place_id = place.id
FROM night.member JOIN night.grp USING (g) CROSS JOIN casino_place AS place
WHERE member.n = person.n AND place.table_id = CASE WHEN live THEN %(live)s ELSE %(private)s END
  AND place.player_id IS NOT DISTINCT FROM CASE WHEN NOT live THEN person.player_id END;
INSERT INTO casino_participant (place_id, player_id, client_seed, last_bets, currency, joined_at)
SELECT place_id, player_id, 'ligalo-000000000000', '{}', 'USD', now() FROM night.person;
UPDATE night.person AS person SET participant_id = own.id FROM casino_participant AS own
WHERE own.place_id = person.place_id AND own.player_id = person.player_id;
ANALYZE night.person
"""
SHOES: Final = """
CREATE UNLOGGED TABLE night.made_shoe AS
SELECT (SELECT coalesce(max(id), 0) FROM casino_shoe) + row_number() OVER (ORDER BY begun + opened * interval '1 second') AS id,
       c, s, g, begun, first.place_id, live
FROM night.turn JOIN night.shoe USING (g) JOIN night.grp USING (g)
     JOIN LATERAL (SELECT place_id FROM night.person JOIN night.member USING (n)
                   WHERE member.g = turn.g AND member.m = 0 AND person.c = turn.c) AS first ON true;
INSERT INTO casino_shoe (id, public_id, place_id, number, version_id, commitment, sealed_seed, server_seed, burn_entropy, status,
    close_reason, rounds_dealt, cards_out, announced_at, announced_in, opened_at, closed_at)
SELECT id, gen_random_uuid(), place_id, 1000000 + row_number() OVER (PARTITION BY place_id ORDER BY id),
       %(version)s,
       encode(sha256(id::text::bytea), 'hex'), '', encode(sha256(id::text::bytea), 'hex'), '', 'closed', 'cut_card', deals, cards,
       begun + opened * interval '1 second', pg_current_xact_id()::text::bigint, begun + opened * interval '1 second',
       begun + closed * interval '1 second'
FROM night.made_shoe JOIN night.shoe USING (s, g) ORDER BY id;
ALTER TABLE night.made_shoe ADD PRIMARY KEY (c, s); ANALYZE night.made_shoe
"""
DEALS: Final = """
CREATE UNLOGGED TABLE night.made_deal AS
SELECT (SELECT coalesce(max(id), 0) FROM casino_deal) + row_number() OVER (ORDER BY begun + at * interval '1 second') AS id,
       c, d, made_shoe.id AS shoe_id, place_id, live, begun
FROM night.made_shoe JOIN night.deal USING (s);
INSERT INTO casino_deal (id, place_id, shoe_id, nonce, status, boxes, entropy, library_version, rules_hash, state_hash,
    cards_drawn, cards, running_count, cards_left)
SELECT id, place_id, shoe_id, nonce, 'completed', '{1}', 'ligalo-000000000000-00000000000000000000000000000000', '1',
       repeat('0', 64), encode(sha256(id::text::bytea), 'hex'), 6, '{9S,7C,5D,6S,2C,KH}', running, cards_left
FROM night.made_deal JOIN night.deal USING (d) ORDER BY id;
ANALYZE night.made_deal
"""
ROUNDS: Final = """
CREATE UNLOGGED TABLE night.made_round AS
SELECT (SELECT coalesce(max(id), 0) FROM casino_round) + row_number() OVER (ORDER BY made_deal.id, r) AS id, c, r, n,
       made_deal.id AS deal_id, place_id, live, begun + round.at * interval '1 second' AS at
FROM night.made_deal JOIN night.round USING (d);
INSERT INTO casino_round (id, public_id, number, place_id, player_id, participant_id, deal_id, version_id, status, client_seed,
    seat_seed, boxes, bettors, limits_at_deal, currency, tasa_cambio, amount, amount_usd, doubled_amount_usd, staked, staked_usd,
    returned, returned_usd, balance_before, balance_after, result, started_at, finished_at, asked_at, interrupted, frozen)
SELECT id, gen_random_uuid(), 'N' || lpad(id::text, 11, '0'), made.place_id, player_id, participant_id, deal_id,
       %(version)s, 'completed', 'ligalo-000000000000',
       'ligalo-000000000000-00000000000000000000000000000000', '{1}', '{1}', '{}', 'USD', 1, stake, stake, 0, staked, staked,
       returned, returned, 10000000000, 10000000000, %(result)s, made.at, made.at + lasts * interval '1 second', made.at, false, false
FROM night.made_round AS made JOIN night.round USING (r) JOIN night.person USING (c) WHERE person.n = made.n ORDER BY id;
ANALYZE night.made_round
"""
BETS: Final = """
INSERT INTO casino_bet (round_id, box, stake, amount_usd, side_bets)
SELECT id, 1, stake, stake, '{}' FROM night.made_round JOIN night.round USING (r) ORDER BY id
"""
DECISIONS: Final = """
INSERT INTO casino_decision (deal_id, round_id, step, action, amount, amount_usd, by_house, early, state_hash, made_at, asked_at,
    spot, legal, running_count, cards_left)
SELECT deal_id, id, step, action, 0, 0, false, false, encode(sha256((id * 20 + step)::text::bytea), 'hex'),
       made_round.at + (made - round.at) * interval '1 second', made_round.at + (asked - round.at) * interval '1 second',
       spot, legal, running, cards_left
FROM night.made_round JOIN night.round USING (r) JOIN night.decision USING (r) ORDER BY id, step
"""
PAST: Final = """
INSERT INTO detection_playerday (player_id, day, deals, rounds, decisions, columns, built_at)
SELECT player_id, %(today)s::date - ago, deals, deals, decisions, columns, now()
FROM night.person JOIN night.past USING (n);
INSERT INTO detection_signalstate (player_id, signal, version, units, at)
SELECT player_id, signal, version, CASE unit WHEN 'decisions' THEN decided ELSE played END, now()
FROM night.person JOIN (SELECT n, sum(deals) AS played, sum(decisions) AS decided FROM night.past GROUP BY n) AS units USING (n)
     CROSS JOIN unnest(%(signals)s::text[], %(versions)s::int[], %(units)s::text[]) AS signal (signal, version, unit);
INSERT INTO detection_latestoutcome (player_id, signal, version, status, n, figures, reason, at)
SELECT player_id, signal, 1, 'below', 300, '{"level": 0.01, "diff": 0.02, "t": 0.5}', '', now()
FROM night.person CROSS JOIN unnest(%(all)s::text[]) AS signal;
INSERT INTO accounts_visit (player_id, begun_at, seen_at, ended_at, ended, address, agent, device, country)
SELECT player_id, began, began + interval '1 hour', began + interval '1 hour', 'signed_out',
       '198.51.100.0'::inet + (player_id %% 250), 'Mozilla/5.0 (X11; Linux x86_64)', md5(player_id::text), 'DO'
FROM night.person JOIN (SELECT n, ago FROM night.past UNION ALL SELECT n, 0 FROM night.member) AS days USING (n)
     CROSS JOIN LATERAL (SELECT now() - (ago + 0.5) * interval '1 day' AS began) AS visit;
INSERT INTO wallet_deposit (reference, key, player_id, provider, currency_id, units, rate, amount_usd, needs_second, created_at,
    state)
SELECT gen_random_uuid(), gen_random_uuid(), player_id, 'demo', 'USD', 500000, 1, 500000, false, now() - (ago + 0.5) * interval '1 day',
       'credited'
FROM night.person JOIN night.past USING (n) WHERE ago %% 3 = 0
"""
TABLES: Final = (
    *("casino_round", "casino_deal", "casino_decision", "casino_bet", "casino_shoe"),
    *(
        "accounts_visit",
        "wallet_deposit",
        "detection_playerday",
        "detection_signalstate",
        "detection_latestoutcome",
    ),
)
