-- Rates used by exchanges and stakes, except the dollar's. An exchange stores which row it used; a round stores only the rate, so
-- source and time come from the latest row in effect by then with that rate.
SELECT day, currency, rate, source, as_of, country, test, sum(exchanges)::bigint AS exchanges,
       sum(rounds)::bigint AS rounds
FROM (
    SELECT day, row.currency_id AS currency, row.rate, row.source, row.as_of, country, test,
           counted AS exchanges, 0 AS rounds
    FROM exchanged CROSS JOIN LATERAL (VALUES
        ((details ->> 'given_rate_id')::bigint), ((details ->> 'received_rate_id')::bigint)
    ) AS side (rate_id) JOIN wallet_rate AS row ON row.id = side.rate_id
    UNION ALL
    SELECT day, currency, tasa_cambio, coalesce(said.source, ''), said.as_of, country, test, 0, rounds
    FROM (
        SELECT day, currency, tasa_cambio, country, test, count(*) AS rounds, max(started_at) AS last
        FROM ended WHERE status = 'completed' AND currency <> 'USD'
        GROUP BY day, currency, tasa_cambio, country, test
    ) AS played LEFT JOIN LATERAL (
        SELECT row.source, row.as_of
        FROM wallet_rate AS row JOIN wallet_rate_decision AS decision ON decision.proposal_id = row.id
        WHERE row.currency_id = played.currency AND row.rate = tasa_cambio
          AND decision.approved AND decision.decided_at <= last
        ORDER BY row.as_of DESC, row.id DESC LIMIT 1
    ) AS said ON true
) AS used
GROUP BY day, currency, rate, source, as_of, country, test
