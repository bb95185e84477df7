-- Real-money rounds that ended in the requested parts of time, with their day.
ended AS NOT MATERIALIZED (
    SELECT part.day_before + width_bucket(round.finished_at, part.starts) AS day, place.table_id,
           person.is_test_account AS test, person.country, person.created_at AS registered, round.*
    FROM part
         JOIN casino_round AS round
         ON round.finished_at >= part.since AND round.finished_at < part.until
         JOIN casino_place AS place ON place.id = round.place_id
         JOIN accounts_user AS person ON person.id = round.player_id
    WHERE round.currency <> 'PLY'
)
