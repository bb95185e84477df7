-- Voids and the steps about them, with what the house won (negative: lost). A void counts when it is made.
voided AS MATERIALIZED (
    SELECT part.day_before + width_bucket(act.at, part.starts) AS day, place.table_id, round.version_id,
           round.currency, round.tasa_cambio, round.player_id, person.is_test_account AS test, person.country,
           person.created_at AS registered, act.at, part.starts[width_bucket(act.at, part.starts)] AS day_start, act.house, act.made, act.undone
    FROM part
         JOIN (
             SELECT at, round_id, -due - suspended AS house, 1 AS made, 0 AS undone FROM casino_void
             UNION ALL
             SELECT step.at, void.round_id, step.released - step.due, 0, (step.kind = 'undo')::int
             FROM casino_voidstep AS step JOIN casino_void AS void ON void.id = step.void_id
         ) AS act ON act.at >= part.since AND act.at < part.until
         JOIN casino_round AS round ON round.id = act.round_id
         JOIN casino_place AS place ON place.id = round.place_id
         JOIN accounts_user AS person ON person.id = round.player_id
    WHERE round.currency <> 'PLY'
)
