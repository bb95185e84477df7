-- Play and voids by hour and table; hours count from the start of their day. Rounds are added up per place and player before the
-- joins, which then read fewer rows.
SELECT hour, table_id, test,
       coalesce(array_agg(DISTINCT player_id) FILTER (WHERE rounds > 0), '{}') AS players,
       sum(rounds)::bigint AS rounds, sum(hands)::bigint AS hands, sum(staked)::bigint AS staked,
       sum(returned)::bigint AS returned, sum(staked_usd)::bigint AS staked_usd,
       sum(returned_usd)::bigint AS returned_usd, sum(interrupted)::bigint AS interrupted,
       sum(cancelled)::bigint AS cancelled, sum(voided)::bigint AS voided,
       sum(unvoided)::bigint AS unvoided, sum(voided_house)::bigint AS voided_house,
       sum(voided_house_usd)::bigint AS voided_house_usd
FROM (
    SELECT hour, place.table_id, person.is_test_account AS test, played.player_id, rounds, hands,
           staked, returned, staked_usd, returned_usd, interrupted, cancelled, 0 AS voided,
           0 AS unvoided, 0 AS voided_house, 0 AS voided_house_usd
    FROM (
        SELECT date_bin('1 hour', finished_at,
                        part.starts[width_bucket(finished_at, part.starts)]) AS hour, place_id, player_id,
               count(*) FILTER (WHERE status = 'completed') AS rounds,
               coalesce(sum(cardinality(boxes)) FILTER (WHERE status = 'completed'), 0) AS hands,
               coalesce(sum(staked) FILTER (WHERE status = 'completed'), 0) AS staked,
               coalesce(sum(returned) FILTER (WHERE status = 'completed'), 0) AS returned,
               coalesce(sum(staked_usd) FILTER (WHERE status = 'completed'), 0) AS staked_usd,
               coalesce(sum(returned_usd) FILTER (WHERE status = 'completed'), 0) AS returned_usd,
               count(*) FILTER (WHERE status = 'completed' AND interrupted) AS interrupted,
               count(*) FILTER (WHERE status = 'cancelled') AS cancelled
        FROM part
             JOIN casino_round AS round
             ON round.finished_at >= part.since AND round.finished_at < part.until
        WHERE currency <> 'PLY' GROUP BY hour, place_id, player_id
    ) AS played
         JOIN casino_place AS place ON place.id = played.place_id
         JOIN accounts_user AS person ON person.id = played.player_id
    UNION ALL
    SELECT date_bin('1 hour', at, day_start), table_id, test, player_id, 0, 0, 0, 0, 0, 0, 0, 0, made,
           undone, house, round(house * tasa_cambio)
    FROM voided
) AS done
GROUP BY hour, table_id, test
