-- The rate in effect at the end of each day, or of the requested part of it, for amounts without a stored rate.
whole AS (
    SELECT part.day_before + n::integer AS day, least(part.starts[n + 1], part.until) AS until
    FROM part CROSS JOIN LATERAL unnest(part.starts) WITH ORDINALITY AS at (start, n)
    WHERE start < part.until AND part.starts[n + 1] > part.since
), rate AS MATERIALIZED (
    SELECT whole.day, currency.code AS currency, found.rate, found.source, found.as_of
    FROM whole CROSS JOIN wallet_currency AS currency
         CROSS JOIN LATERAL (
             SELECT rate.rate, rate.source, rate.as_of
             FROM wallet_rate AS rate
                  JOIN wallet_rate_decision AS decision ON decision.proposal_id = rate.id
             WHERE rate.currency_id = currency.code AND rate.as_of < whole.until
               AND decision.approved AND decision.decided_at < whole.until
               AND NOT EXISTS (
                   SELECT FROM wallet_rate_recall AS asked
                        JOIN wallet_rate_recall_decision AS word ON word.proposal_id = asked.id
                   WHERE asked.rate_id = rate.id AND word.approved AND word.decided_at < whole.until)
             ORDER BY rate.as_of DESC, rate.id DESC LIMIT 1
         ) AS found
    UNION ALL
    SELECT day, 'USD', 1, 'definition', until FROM whole
)
