-- Players who played or had a round voided, by day.
seen AS (
    SELECT player_id, day, registered FROM ended
    UNION SELECT player_id, day, registered FROM voided
)
