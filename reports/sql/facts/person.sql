-- Segment of each player on each day. High stakes come from closed days only, so that a day's
-- segments do not change after it is closed. `part.starts` reaches back far enough to tell who is new.
person AS MATERIALIZED (
    SELECT player_id, day, CASE
        WHEN (SELECT sum(staked_usd) FROM reports_dayofplayer AS earlier
              WHERE earlier.player_id = seen.player_id AND earlier.day < seen.day
                AND earlier.day >= seen.day - 30) >= %(high)s THEN 'high'
        WHEN part.day_before + width_bucket(registered, part.starts) > day - 30 THEN 'new'
        ELSE 'regular' END AS segment
    FROM seen CROSS JOIN part
)
