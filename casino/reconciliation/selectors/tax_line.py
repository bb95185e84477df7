"""Line that compares taxes in the ledger with what rounds and their voids say."""

from typing import Final

TAXES: Final = "taxes are what rounds and their voids withheld"
# With the demo's provider (`:invented`), tests of the ledger alone tax rounds that nobody played.
TAXES_QUERY: Final = """
    WITH told AS (
        SELECT round.public_id AS round_id, round.player_id, round.currency::text AS currency_id, round.tax - coalesce((
                   SELECT sum(act.tax)
                   FROM casino_void AS void, LATERAL (
                       SELECT void.tax
                       UNION ALL SELECT step.tax FROM casino_voidstep AS step WHERE step.void_id = void.id
                   ) AS act
                   WHERE void.round_id = round.id), 0) AS amount
        FROM casino_round AS round
        WHERE CASE WHEN :whole THEN round.tax <> 0 ELSE round.public_id = ANY (:rounds) END
    ), moved AS (
        SELECT round_id, player_id, currency_id::text AS currency_id, sum(amount) AS amount
        FROM wallet_transfer
        WHERE kind = 'withhold' AND (:whole OR round_id = ANY (:rounds))
        GROUP BY round_id, player_id, currency_id
    )
    SELECT format('round %s of player %s: %s %s withheld, the round and its voids say %s',
                  round_id, player_id, coalesce(moved.amount, 0), currency_id, coalesce(told.amount, 0))
    FROM moved FULL JOIN told USING (round_id, player_id, currency_id)
    WHERE coalesce(moved.amount, 0) <> coalesce(told.amount, 0)
      AND NOT (:invented AND told.round_id IS NULL
               AND NOT EXISTS (SELECT FROM casino_round WHERE public_id = moved.round_id))
    ORDER BY 1
"""
