-- What changed of players' points.
SELECT (entry.at AT TIME ZONE 'UTC')::date AS day, entry.kind, person.is_test_account AS test,
       count(*) AS entries, sum(hundredths)::bigint AS hundredths
FROM part
     JOIN loyalty_entry AS entry ON entry.at >= part.since AND entry.at < part.until
     JOIN accounts_user AS person ON person.id = entry.player_id
GROUP BY 1, entry.kind, person.is_test_account
