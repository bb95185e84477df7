-- Who played, and when.
seen AS (SELECT DISTINCT player_id, day, registered FROM ended)
