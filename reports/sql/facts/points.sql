-- Changes of players' points.
SELECT part.day_before + width_bucket(entry.at, part.starts) AS day, entry.kind, person.country,
       person.is_test_account AS test,
       count(*) AS entries, sum(hundredths)::bigint AS hundredths
FROM part
     JOIN loyalty_entry AS entry ON entry.at >= part.since AND entry.at < part.until
     JOIN accounts_user AS person ON person.id = entry.player_id
GROUP BY 1, entry.kind, person.country, person.is_test_account
