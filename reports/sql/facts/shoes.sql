-- Shoes by the day they were opened and closed. Verified: the revealed seed hashes to the commitment. The shoe of a live table has no
-- player, so no country, and belongs to no test account.
SELECT told.day, place.table_id, shoe.version_id,
       coalesce(person.country, '') AS country, coalesce(person.is_test_account, false) AS test,
       count(*) FILTER (WHERE what = 'opened') AS opened,
       count(*) FILTER (WHERE what = 'closed' AND status = 'closed') AS closed,
       count(*) FILTER (WHERE what = 'closed' AND status = 'closed'
           AND encode(sha256(convert_to(server_seed, 'UTF8')), 'hex') = commitment) AS verified,
       count(*) FILTER (WHERE what = 'closed' AND status = 'lost') AS lost
FROM (
    SELECT id, part.day_before + width_bucket(opened_at, part.starts) AS day, 'opened' AS what
    FROM part JOIN casino_shoe ON opened_at >= part.since AND opened_at < part.until
    UNION ALL
    SELECT id, part.day_before + width_bucket(closed_at, part.starts), 'closed'
    FROM part JOIN casino_shoe
         ON closed_at >= part.since AND closed_at < part.until AND status IN ('closed', 'lost')
) AS told JOIN casino_shoe AS shoe USING (id)
     JOIN casino_place AS place ON place.id = shoe.place_id
     LEFT JOIN accounts_user AS person ON person.id = place.player_id
GROUP BY 1, place.table_id, shoe.version_id, person.country, person.is_test_account
