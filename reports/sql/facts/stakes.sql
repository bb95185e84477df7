-- Insurance and side bets of a day's judged rounds, by weight and, for insurance, by its chance of winning.
SELECT day, version_id, test, name, weight, chance,
       count(*) AS bets, sum(multiple)::bigint AS multiples
FROM (
    SELECT day, version_id, test, name, chance, multiple,
           round(usd, 1 - floor(log(usd))::int)::bigint AS weight
    FROM (
        SELECT judged.day, round.version_id, person.is_test_account AS test, side.name,
               CASE side.name WHEN 'insurance' THEN blackjack_chance ELSE 0 END AS chance,
               greatest(sum(bet.stake) * round.tasa_cambio, 1) AS usd,
               max(bet.payout / bet.stake) AS multiple
        FROM part
             JOIN reports_judgedround AS judged
             ON judged.day = part.day_before + width_bucket(part.since, part.starts)
             JOIN casino_round AS round ON round.id = judged.round_id
             JOIN accounts_user AS person ON person.id = round.player_id
             CROSS JOIN LATERAL jsonb_array_elements(round.result -> 'seats') AS seat
             CROSS JOIN LATERAL (
                 SELECT 'insurance' AS name, seat -> 'insurance' AS told
                 WHERE jsonb_typeof(seat -> 'insurance') = 'object'
                 UNION ALL
                 SELECT key, value FROM jsonb_each(seat -> 'side_bets')
             ) AS side
             CROSS JOIN LATERAL (
                 SELECT (told ->> 'stake')::bigint AS stake, (told ->> 'payout')::bigint AS payout
             ) AS bet
        WHERE bet.stake > 0
        GROUP BY judged.day, round.id, person.id, judged.round_id, side.name,
                 CASE WHEN side.name IN ('insurance', 'dealer_pair') THEN 0
                      ELSE (seat ->> 'seat')::int END
    ) AS one
    WHERE chance IS NOT NULL
) AS weighed
GROUP BY day, version_id, test, name, weight, chance
