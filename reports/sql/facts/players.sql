-- Each player's day: play, playing time, deposits and payouts.
SELECT day, player_id, currency, max(segment) AS segment, max(country) AS country, bool_or(test) AS test,
       sum(rounds) AS rounds, sum(hands) AS hands, sum(staked) AS staked,
       sum(returned) AS returned, sum(staked_usd) AS staked_usd,
       sum(returned_usd) AS returned_usd, ceil(sum(seconds))::bigint AS seconds,
       sum(deposited) AS deposited, sum(withdrawn) AS withdrawn
FROM (
    SELECT day, player_id, currency, segment, country, test, 1 AS rounds, cardinality(boxes) AS hands,
           staked, returned, staked_usd, returned_usd,
           extract(epoch FROM CASE
               WHEN finished_at - lag(finished_at) OVER before <= interval '10 minutes'
               THEN finished_at - lag(finished_at) OVER before
               ELSE least(finished_at - started_at, interval '10 minutes') END) AS seconds,
           0 AS deposited, 0 AS withdrawn
    FROM ended JOIN person USING (player_id, day)
    WHERE status = 'completed'
    WINDOW before AS (PARTITION BY player_id, day ORDER BY finished_at, id)
    UNION ALL
    SELECT day, player_id, currency, segment, country, test, 0, 0, 0, 0, 0, 0, 0, deposited, withdrawn
    FROM cash JOIN person USING (player_id, day)
) AS done
GROUP BY day, player_id, currency
