-- Insurance and side bets, from the stored result of each completed round.
SELECT day, table_id, version_id, currency, segment, country, test, name, count(*) AS bets,
       sum(stake) AS staked, sum(payout) AS returned,
       sum(round(stake * tasa_cambio))::bigint AS staked_usd,
       sum(round(payout * tasa_cambio))::bigint AS returned_usd
FROM ended JOIN person USING (player_id, day)
     CROSS JOIN LATERAL jsonb_array_elements(result -> 'seats') AS seat
     CROSS JOIN LATERAL (
         SELECT 'insurance' AS name, seat -> 'insurance' AS told
         WHERE jsonb_typeof(seat -> 'insurance') = 'object'
         UNION ALL
         SELECT key, value FROM jsonb_each(seat -> 'side_bets')
     ) AS side
     CROSS JOIN LATERAL (
         SELECT (told ->> 'stake')::bigint AS stake, (told ->> 'payout')::bigint AS payout
     ) AS bet
WHERE status = 'completed'
GROUP BY day, table_id, version_id, currency, segment, country, test, name
