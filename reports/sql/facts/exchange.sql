-- Exchanges at the rates that each of them stored; one that was undone counts against them on the day it was undone.
SELECT day, given_currency, received_currency, test, sum(counted) AS exchanges,
       sum(counted * given) AS given, sum(counted * received) AS received,
       sum(counted * round(given * given_rate))::bigint AS given_usd,
       sum(counted * round(received * received_rate))::bigint AS received_usd,
       sum(counted * round(given * given_rate - received * received_rate))::bigint AS spread_usd,
       min(received / given::numeric) AS least_price, max(received / given::numeric) AS greatest_price
FROM (
    SELECT (done.created_at AT TIME ZONE 'UTC')::date AS day, done.currency_id AS given_currency,
           done.received_currency_id AS received_currency, person.is_test_account AS test,
           CASE done.kind WHEN 'reverse' THEN -1 ELSE 1 END AS counted,
           done.amount AS given, done.received AS received,
           coalesce((told.details ->> 'given_rate')::numeric, given.rate, 1) AS given_rate,
           coalesce((told.details ->> 'received_rate')::numeric, received.rate, 1) AS received_rate
    FROM part
         JOIN wallet_transfer AS done
         ON done.created_at >= part.since AND done.created_at < part.until
         JOIN accounts_user AS person ON person.id = done.player_id
         LEFT JOIN wallet_reversal AS undone ON undone.transfer_id = done.id
         JOIN wallet_transfer AS told ON told.id = coalesce(undone.original_id, done.id)
         LEFT JOIN rate AS given ON given.currency = done.currency_id
              AND given.day = (done.created_at AT TIME ZONE 'UTC')::date
         LEFT JOIN rate AS received ON received.currency = done.received_currency_id
              AND received.day = (done.created_at AT TIME ZONE 'UTC')::date
    WHERE told.kind = 'exchange' AND done.kind IN ('exchange', 'reverse')
) AS exchanged
GROUP BY day, given_currency, received_currency, test
