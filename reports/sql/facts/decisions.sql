-- Cost of the decisions in a day's judged rounds.
SELECT judged.day, place.table_id, round.version_id, round.currency, who.segment, who.country, who.test,
       count(cost_usd) AS judged, coalesce(sum(bet.usd) FILTER (WHERE cost_usd IS NOT NULL), 0) AS bets_usd,
       sum(judged.decisions) AS decisions, sum(deviations) AS deviations,
       coalesce(sum(cost_usd), 0) AS cost_usd, coalesce(sum(insurance_usd), 0) AS insurance_usd,
       count(luck_usd) AS measured,
       coalesce(sum(bet.usd) FILTER (WHERE luck_usd IS NOT NULL), 0) AS measured_usd,
       coalesce(sum(net_usd) FILTER (WHERE luck_usd IS NOT NULL), 0) AS net_usd,
       coalesce(sum(luck_usd), 0) AS luck_usd, coalesce(sum(luck_usd ^ 2), 0) AS luck_square,
       coalesce(sum(luck_usd ^ 4), 0) AS luck_fourth
FROM part
     JOIN reports_judgedround AS judged
     ON judged.day = part.day_before + width_bucket(part.since, part.starts)
     JOIN casino_round AS round ON round.id = judged.round_id
     JOIN casino_place AS place ON place.id = round.place_id
     JOIN reports_dayofplayer AS who
     ON who.player_id = round.player_id AND who.day = judged.day AND who.currency = round.currency
     CROSS JOIN LATERAL (
         SELECT sum(round(stake * round.tasa_cambio))::bigint AS usd
         FROM casino_bet WHERE round_id = round.id
     ) AS bet
GROUP BY judged.day, place.table_id, round.version_id, round.currency, who.segment, who.country, who.test
