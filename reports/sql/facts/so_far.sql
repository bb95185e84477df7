-- What was played and voided, in all and by table. The rounds of each sitting are added up before it is asked whose they are.
SELECT table_id, count(DISTINCT player_id) FILTER (WHERE rounds > 0) AS players,
       sum(rounds) AS rounds, sum(hands) AS hands, sum(staked) AS staked,
       sum(returned) AS returned, sum(staked_usd) AS staked_usd,
       sum(returned_usd) AS returned_usd, sum(interrupted) AS interrupted,
       sum(cancelled) AS cancelled, sum(voided) AS voided, sum(unvoided) AS unvoided,
       sum(voided_house) AS voided_house, sum(voided_house_usd) AS voided_house_usd
FROM (
    SELECT sitting.table_id, played.*, 0 AS voided, 0 AS unvoided, 0 AS voided_house,
           0 AS voided_house_usd
    FROM (
        SELECT sitting_id, player_id, count(*) FILTER (WHERE status = 'completed') AS rounds,
               sum(cardinality(seats)) FILTER (WHERE status = 'completed') AS hands,
               sum(staked) FILTER (WHERE status = 'completed') AS staked,
               sum(returned) FILTER (WHERE status = 'completed') AS returned,
               sum(staked_usd) FILTER (WHERE status = 'completed') AS staked_usd,
               sum(returned_usd) FILTER (WHERE status = 'completed') AS returned_usd,
               count(*) FILTER (WHERE status = 'completed' AND interrupted) AS interrupted,
               count(*) FILTER (WHERE status = 'cancelled') AS cancelled
        FROM part
             JOIN casino_round AS round
             ON round.finished_at >= part.since AND round.finished_at < part.until
        WHERE currency <> 'PLY' GROUP BY sitting_id, player_id
    ) AS played
         JOIN casino_sitting AS sitting ON sitting.id = played.sitting_id
         JOIN accounts_user AS person ON person.id = played.player_id
    WHERE person.is_test_account = %(test)s
    UNION ALL
    SELECT table_id, NULL, player_id, 0, 0, 0, 0, 0, 0, 0, 0, made, undone, house,
           round(house * tasa_cambio)
    FROM voided WHERE test = %(test)s
) AS done
GROUP BY GROUPING SETS ((), (table_id))
