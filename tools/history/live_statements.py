"""SQL of `tools.history.round_rows` for live tables, where several rows of `written` belong to one deal."""

# Right after the rounds are numbered: the rounds of a deal share its number.
SHARED = """
UPDATE written SET deal_id = deal.deal_id
FROM (SELECT shoe_id, nonce, min(deal_id) AS deal_id FROM written
      GROUP BY shoe_id, nonce HAVING count(*) > 1) AS deal
WHERE written.shoe_id = deal.shoe_id AND written.nonce = deal.nonce
"""
# The bets before the deal, and the exchange of the players' sealed seeds.
EXCHANGES = """
WITH made AS (
    INSERT INTO casino_seedexchange
        (place_id, shoe_id, nonce, attempt, status, seals_hash, listed_at, ended_at)
    SELECT min(place_id), shoe_id, nonce, 1, 'complete', encode(sha256(convert_to(
               string_agg(box || '=' || seal || E'\\n', '' ORDER BY box), 'UTF8')), 'hex'),
           min(started) - interval '2 seconds', min(started)
    FROM written JOIN played_seal USING (number, nonce) JOIN bench_fill.place USING (place)
    GROUP BY shoe_id, nonce RETURNING id, shoe_id, nonce
), wagers AS (
    INSERT INTO casino_wager
        (public_id, participant_id, shoe_id, nonce, client_seed, limits_at_deal, currency,
         tasa_cambio, amount, amount_usd, balance_before, placed_at, seal, plain_seed, "end",
         ended_at)
    SELECT round_name, participant_id, shoe_id, nonce, client_seed, limits, line.currency, rate,
           amount, round(amount * rate), base + before, started - interval '6 seconds', seal, '',
           'dealt', started
    FROM written JOIN played_round USING (number, nonce) JOIN played_seal USING (number, nonce)
         JOIN bench_fill.place USING (place) JOIN bench_fill.line USING (line)
    RETURNING id, public_id AS round_name
), bets AS (
    INSERT INTO casino_wagerbet (wager_id, box, choices, stake, amount_usd, side_bets)
    SELECT wagers.id, box, choices, stake, round(total * rate), side_bets
    FROM wagers JOIN written USING (round_name) JOIN played_bet USING (number, nonce)
)
INSERT INTO casino_seatseal (exchange_id, wager_id, box, seal, seat_seed, opened_at)
SELECT made.id, wagers.id, box, seal, seat_seed, started - interval '1 second'
FROM wagers JOIN written USING (round_name) JOIN played_round USING (number, nonce)
     JOIN played_seal USING (number, nonce) JOIN made USING (shoe_id, nonce)
"""
FOLLOWERS = """
INSERT INTO casino_followerstake (decision_id, round_id, amount, amount_usd)
SELECT decision.id, written.round_id, follower.amount, round(follower.amount * rate)
FROM written JOIN played_follower AS follower USING (number, nonce)
     JOIN casino_decision AS decision USING (deal_id, step)
"""
# Everybody of a live table looked at it while its shoes were dealt.
WATCHES = """
INSERT INTO casino_tablewatch (participant_id, begun_at, ended_at)
SELECT participant.id, opened_at, closed_at
FROM casino_shoe AS shoe JOIN casino_place AS place ON place.id = shoe.place_id AND place.player_id IS NULL
     JOIN casino_participant AS participant ON participant.place_id = place.id
WHERE opened_at IS NOT NULL AND closed_at IS NOT NULL AND participant.player_id = ANY (%(everybody)s::bigint[])
"""
TURN = (EXCHANGES, FOLLOWERS)
TRIGGERED = (
    *("casino_seedexchange", "casino_wager", "casino_wagerbet", "casino_seatseal"),
    "casino_followerstake",
)
