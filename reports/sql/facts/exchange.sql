-- Exchanges at the rates stored with them; a reversed exchange counts negatively on the day of its reversal.
SELECT day, given_currency, received_currency, country, test, sum(counted) AS exchanges,
       sum(counted * given) AS given, sum(counted * received) AS received,
       sum(counted * round(given * given_rate))::bigint AS given_usd,
       sum(counted * round(received * received_rate))::bigint AS received_usd,
       sum(counted * round(given * given_rate - received * received_rate))::bigint AS spread_usd,
       min(received / given::numeric) AS least_price, max(received / given::numeric) AS greatest_price
FROM (
    SELECT exchanged.day, given_currency, received_currency, country, test, counted, given, received,
           coalesce((details ->> 'given_rate')::numeric, gave.rate, 1) AS given_rate,
           coalesce((details ->> 'received_rate')::numeric, got.rate, 1) AS received_rate
    FROM exchanged
         LEFT JOIN rate AS gave ON gave.currency = given_currency AND gave.day = exchanged.day
         LEFT JOIN rate AS got ON got.currency = received_currency AND got.day = exchanged.day
) AS priced
GROUP BY day, given_currency, received_currency, country, test
