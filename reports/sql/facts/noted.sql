-- The largest wins and bets of each day, and all interrupted or cancelled rounds.
SELECT day, 'win' AS why, id AS round_id, country, test, usd
FROM (
    SELECT day, id, country, test, returned_usd - staked_usd AS usd, row_number() OVER (
        PARTITION BY day, test ORDER BY returned_usd - staked_usd DESC, id) AS place
    FROM ended WHERE status = 'completed' AND returned_usd > staked_usd
) AS won WHERE place <= %(greatest)s
UNION ALL
SELECT day, 'bet', id, country, test, usd
FROM (
    SELECT day, id, country, test, staked_usd AS usd, row_number() OVER (
        PARTITION BY day, test ORDER BY staked_usd DESC, id) AS place
    FROM ended WHERE status = 'completed'
) AS bet WHERE place <= %(greatest)s
UNION ALL
SELECT day, 'interrupted', id, country, test, staked_usd FROM ended
WHERE status = 'completed' AND interrupted
UNION ALL
SELECT day, 'cancelled', id, country, test, staked_usd FROM ended WHERE status = 'cancelled'
