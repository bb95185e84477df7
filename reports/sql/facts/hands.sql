-- Each player's day at each table, including play money, with the starting hands of the boxes (codes: reports.values.starting_hands).
-- A split hand counts as a pair; side bets and insurance are not part of `nets`.
SELECT day, player_id, table_id, currency, sum(rounds)::bigint AS rounds,
       sum(boxes)::bigint AS boxes, sum(won)::bigint AS won, sum(pushed)::bigint AS pushed,
       sum(staked)::bigint AS staked, sum(returned)::bigint AS returned,
       array_agg(start::smallint ORDER BY start) AS starts,
       array_agg(boxes::integer ORDER BY start) AS dealt,
       array_agg(bet ORDER BY start) AS bets, array_agg(net ORDER BY start) AS nets
FROM (
    SELECT day, player_id, table_id, currency, start, count(*) AS boxes,
           count(*) FILTER (WHERE ordinal = 1) AS rounds,
           count(*) FILTER (WHERE ordinal = 1 AND returned > staked) AS won,
           count(*) FILTER (WHERE ordinal = 1 AND returned = staked) AS pushed,
           coalesce(sum(staked) FILTER (WHERE ordinal = 1), 0)::bigint AS staked,
           coalesce(sum(returned) FILTER (WHERE ordinal = 1), 0)::bigint AS returned,
           sum(bet)::bigint AS bet, sum(net)::bigint AS net
    FROM (
        SELECT part.day_before + width_bucket(round.finished_at, part.starts) AS day, round.player_id,
               place.table_id, round.currency, round.staked, round.returned, ordinal,
               (seat -> 'hands' -> 0 ->> 'stake')::bigint AS bet,
               CASE WHEN (version.rules_json ->> 'inverted')::boolean THEN -hands.net
                    ELSE hands.net END AS net,
               100 * CASE WHEN one = two THEN 200 + one
                          WHEN one = 1 OR two = 1 THEN 100 + one + two + 10
                          ELSE one + two END + upcard AS start
        FROM part
             JOIN casino_round AS round
             ON round.finished_at >= part.since AND round.finished_at < part.until
             JOIN casino_place AS place ON place.id = round.place_id
             JOIN tables_rulesetversion AS version ON version.id = round.version_id
             CROSS JOIN LATERAL jsonb_array_elements(round.result -> 'seats')
                                WITH ORDINALITY AS seats (seat, ordinal)
             CROSS JOIN LATERAL (
                 SELECT sum((hand ->> 'payout')::bigint - (hand ->> 'stake')::bigint
                            - (hand ->> 'added')::bigint)::bigint AS net
                 FROM jsonb_array_elements(seat -> 'hands') AS hand
             ) AS hands
             CROSS JOIN LATERAL (
                 SELECT left(seat -> 'hands' -> 0 -> 'cards' ->> 0, 1) AS first,
                        CASE WHEN jsonb_array_length(seat -> 'hands') > 1
                             THEN left(seat -> 'hands' -> 0 -> 'cards' ->> 0, 1)
                             ELSE left(seat -> 'hands' -> 0 -> 'cards' ->> 1, 1) END AS second,
                        left(round.result -> 'dealer' -> 'cards' ->> 0, 1) AS up
             ) AS ranks
             CROSS JOIN LATERAL (
                 SELECT coalesce(nullif(strpos('A23456789', first), 0), 10) AS one,
                        coalesce(nullif(strpos('A23456789', second), 0), 10) AS two,
                        coalesce(nullif(strpos('A23456789', up), 0), 10) AS upcard
             ) AS points
        WHERE round.status = 'completed'
    ) AS box
    GROUP BY day, player_id, table_id, currency, start
) AS start
GROUP BY day, player_id, table_id, currency
