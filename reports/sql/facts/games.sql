-- Play and voids by table, version, currency, segment and country.
SELECT day, table_id, version_id, currency, segment, country, test,
       count(id) FILTER (WHERE status = 'completed') AS rounds,
       coalesce(sum(cardinality(boxes)) FILTER (WHERE status = 'completed'), 0) AS hands,
       coalesce(sum(staked) FILTER (WHERE status = 'completed'), 0) AS staked,
       coalesce(sum(returned) FILTER (WHERE status = 'completed'), 0) AS returned,
       coalesce(sum(staked_usd) FILTER (WHERE status = 'completed'), 0) AS staked_usd,
       coalesce(sum(returned_usd) FILTER (WHERE status = 'completed'), 0) AS returned_usd,
       coalesce(sum(bets_usd) FILTER (WHERE status = 'completed'), 0)::bigint AS bets_usd,
       coalesce(sum(square) FILTER (WHERE status = 'completed'), 0) AS squares_usd,
       coalesce(sum(bets_usd * bets_usd) FILTER (WHERE status = 'completed'), 0) AS together_usd,
       count(id) FILTER (WHERE status = 'completed' AND interrupted) AS interrupted,
       count(id) FILTER (WHERE status = 'cancelled') AS cancelled,
       coalesce(sum(staked) FILTER (WHERE status = 'cancelled'), 0) AS cancelled_staked,
       sum(made) AS voided, sum(undone) AS unvoided, sum(house) AS voided_house,
       sum(round(house * tasa_cambio))::bigint AS voided_house_usd
FROM (
    SELECT ended.day, ended.table_id, version_id, currency, tasa_cambio, player_id, country, test,
           ended.id, status, boxes, staked, returned, staked_usd, returned_usd, interrupted,
           bet.usd AS bets_usd, bet.square, 0 AS made, 0 AS undone, 0 AS house
    FROM ended CROSS JOIN LATERAL (
        SELECT sum(usd) AS usd, sum(usd * usd) AS square
        FROM (SELECT round(stake * ended.tasa_cambio)::float AS usd
              FROM casino_bet WHERE round_id = ended.id) AS box
    ) AS bet
    UNION ALL
    SELECT day, table_id, version_id, currency, tasa_cambio, player_id, country, test,
           NULL, NULL, NULL, 0, 0, 0, 0, false, 0, 0, made, undone, house
    FROM voided
) AS done JOIN person USING (player_id, day)
GROUP BY day, table_id, version_id, currency, segment, country, test
