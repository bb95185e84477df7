-- Exchanges with their stored details; a reversed one appears again, negatively, on the day of its reversal.
exchanged AS NOT MATERIALIZED (
    SELECT part.day_before + width_bucket(done.created_at, part.starts) AS day, done.currency_id AS given_currency,
           done.received_currency_id AS received_currency, person.country,
           person.is_test_account AS test,
           CASE done.kind WHEN 'reverse' THEN -1 ELSE 1 END AS counted,
           done.amount AS given, done.received, told.details
    FROM part
         JOIN wallet_transfer AS done
         ON done.created_at >= part.since AND done.created_at < part.until
         JOIN accounts_user AS person ON person.id = done.player_id
         LEFT JOIN wallet_reversal AS undone ON undone.transfer_id = done.id
         JOIN wallet_transfer AS told ON told.id = coalesce(undone.original_id, done.id)
    WHERE told.kind = 'exchange' AND done.kind IN ('exchange', 'reverse')
)
