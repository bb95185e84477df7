-- The rate in effect at the end of each part, for what no rate was stored with.
rate AS MATERIALIZED (
    SELECT ((part.until - interval '1 microsecond') AT TIME ZONE 'UTC')::date AS day,
           currency.code AS currency, found.rate, found.source, found.as_of
    FROM part CROSS JOIN wallet_currency AS currency
         CROSS JOIN LATERAL (
             SELECT rate.rate, rate.source, rate.as_of
             FROM wallet_rate AS rate
                  JOIN wallet_rate_decision AS decision ON decision.rate_id = rate.id
             WHERE rate.currency_id = currency.code AND rate.as_of < part.until
               AND decision.verdict <> 'refused' AND decision.at < part.until
               AND NOT EXISTS (
                   SELECT FROM wallet_rate_recall AS asked
                        JOIN wallet_rate_recall_decision AS word ON word.recall_id = asked.id
                   WHERE asked.rate_id = rate.id AND word.approved AND word.at < part.until)
             ORDER BY rate.as_of DESC, rate.id DESC LIMIT 1
         ) AS found
    UNION ALL
    SELECT ((part.until - interval '1 microsecond') AT TIME ZONE 'UTC')::date, 'USD', 1,
           'definition', part.until
    FROM part
)
