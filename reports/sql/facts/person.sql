-- What kind of player each was on each day. High stakes are told by closed days alone, so that a day's
-- segments do not change once it is closed. `part.starts` reaches back so far that it tells who is new.
person AS MATERIALIZED (
    SELECT player_id, day, CASE
        WHEN (SELECT sum(staked_usd) FROM reports_dayofplayer AS earlier
              WHERE earlier.player_id = seen.player_id AND earlier.day < seen.day
                AND earlier.day >= seen.day - 30) >= %(high)s THEN 'high'
        WHEN part.day_before + width_bucket(registered, part.starts) > day - 30 THEN 'new'
        ELSE 'regular' END AS segment
    FROM seen CROSS JOIN part
)
