-- Who played, or had a round voided, and when.
seen AS (
    SELECT player_id, day, registered FROM ended
    UNION SELECT player_id, day, registered FROM voided
)
