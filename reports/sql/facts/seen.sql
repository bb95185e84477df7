-- Players who played, by day.
seen AS (SELECT DISTINCT player_id, day, registered FROM ended)
