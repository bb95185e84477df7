-- Players who played, deposited or were paid out, by day.
cash AS MATERIALIZED (
    SELECT part.day_before + width_bucket(transfer.created_at, part.starts) AS day, player_id,
           transfer.currency_id AS currency, is_test_account AS test, person.country,
           person.created_at AS registered,
           CASE kind WHEN 'deposit' THEN amount ELSE 0 END AS deposited,
           CASE kind WHEN 'pay_out' THEN amount ELSE 0 END AS withdrawn
    FROM part
         JOIN wallet_transfer AS transfer
         ON transfer.created_at >= part.since AND transfer.created_at < part.until
         JOIN accounts_user AS person ON person.id = player_id
    WHERE kind IN ('deposit', 'pay_out') AND transfer.currency_id <> 'PLY'
), seen AS (
    SELECT player_id, day, registered FROM ended
    UNION SELECT player_id, day, registered FROM cash
)
