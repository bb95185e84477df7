"""Line that compares voids with the ledger: corrections, debts, collections, suspensions."""

from typing import Final

VOIDS: Final = "voids move what their rounds' voids say"
# Stakes are no longer suspended if their transfer is reversed. With the demo's provider (`:invented`), tests of the
# ledger alone void rounds that nobody played.
VOIDS_QUERY: Final = """
    WITH said AS (
        SELECT void.round_id, void.player_id, act.*
        FROM casino_void AS void, LATERAL (
            SELECT void.due, void.owed, void.collected, void.suspended
            UNION ALL
            SELECT step.due, step.owed, step.collected, -step.released
            FROM casino_voidstep AS step WHERE step.void_id = void.id
        ) AS act
    ), told AS (
        SELECT round.public_id AS round_id, said.player_id, round.currency::text AS currency_id,
               sum(due) AS due, sum(owed) AS owed, sum(collected) AS collected, sum(suspended) AS suspended
        FROM said JOIN casino_round AS round ON round.id = said.round_id
        WHERE :whole OR round.public_id = ANY (:rounds)
        GROUP BY round.public_id, said.player_id, round.currency
    ), moved AS (
        SELECT transfer.round_id, transfer.player_id, transfer.currency_id::text AS currency_id,
               sum(CASE kind WHEN 'void' THEN amount WHEN 'owe' THEN -amount ELSE 0 END) AS due,
               sum(CASE kind WHEN 'owe' THEN amount ELSE 0 END) AS owed,
               sum(CASE kind WHEN 'collect' THEN amount ELSE 0 END) AS collected,
               sum(CASE WHEN kind = 'suspend' AND NOT EXISTS (
                   SELECT FROM wallet_reversal WHERE original_id = transfer.id) THEN amount ELSE 0 END) AS suspended
        FROM wallet_transfer AS transfer
        WHERE kind IN ('void', 'owe', 'collect', 'suspend') AND (:whole OR transfer.round_id = ANY (:rounds))
        GROUP BY transfer.round_id, transfer.player_id, transfer.currency_id
    )
    SELECT format('round %s of player %s: %s %s due, %s owed, %s collected, %s suspended; its voids say %s, %s, %s and %s',
                  round_id, player_id, coalesce(moved.due, 0), currency_id, coalesce(moved.owed, 0),
                  coalesce(moved.collected, 0), coalesce(moved.suspended, 0), coalesce(told.due, 0),
                  coalesce(told.owed, 0), coalesce(told.collected, 0), coalesce(told.suspended, 0))
    FROM moved FULL JOIN told USING (round_id, player_id, currency_id)
    WHERE (coalesce(moved.due, 0), coalesce(moved.owed, 0), coalesce(moved.collected, 0), coalesce(moved.suspended, 0))
          IS DISTINCT FROM
          (coalesce(told.due, 0), coalesce(told.owed, 0), coalesce(told.collected, 0), coalesce(told.suspended, 0))
      AND NOT (:invented AND told.round_id IS NULL
               AND NOT EXISTS (SELECT FROM casino_round WHERE public_id = moved.round_id))
    ORDER BY 1
"""
