"""Line that compares a round's USD amounts with the sums of its bets, decisions and payouts."""

from typing import Final

WORTH: Final = "rounds stake and return, in USD, what their bets and decisions say"
# Each posting is rounded on its own, half-even at 10^-4. So each is checked on its own, and the sums must be
# exact. Play money is worth nothing, whatever rate a row has.
WORTH_QUERY: Final = """
    WITH rated AS (
        SELECT *, CASE currency WHEN 'PLY' THEN 0 ELSE tasa_cambio END AS rate FROM casino_round
        WHERE :whole OR public_id = ANY (:rounds)
    ), bets AS (
        SELECT bet.round_id, sum(total) AS amount,
               bool_or(abs(total * rate - bet.amount_usd) > 0.5) AS wrong
        FROM casino_bet AS bet JOIN rated ON rated.id = bet.round_id,
             LATERAL (SELECT stake + coalesce(sum(value::numeric), 0) AS total
                      FROM jsonb_each_text(side_bets)) AS put
        GROUP BY bet.round_id
    ), taken AS (
        SELECT round_id, action, amount, amount_usd FROM casino_decision
        UNION ALL
        SELECT behind.round_id, action, behind.amount, behind.amount_usd
        FROM casino_followerstake AS behind JOIN casino_decision AS decision ON decision.id = decision_id
    ), decisions AS (
        SELECT round_id, sum(taken.amount) AS amount, sum(taken.amount_usd) AS usd,
               sum(taken.amount_usd) FILTER (WHERE action ~ '^double') AS doubled,
               bool_or(abs(taken.amount * rate - taken.amount_usd) > 0.5) AS wrong
        FROM taken JOIN rated ON rated.id = round_id
        GROUP BY round_id
    )
    SELECT format('round %s of player %s: %s and %s USD staked, %s USD doubled, %s USD returned; not what its bets,'
                  ' its decisions and its return of %s make at %s', public_id, player_id, staked, staked_usd,
                  doubled_amount_usd, returned_usd, returned, tasa_cambio)
    FROM rated LEFT JOIN bets ON bets.round_id = rated.id
         LEFT JOIN decisions ON decisions.round_id = rated.id
    WHERE bets.wrong IS DISTINCT FROM false OR decisions.wrong
       OR (rated.amount, staked, staked_usd, doubled_amount_usd)
          IS DISTINCT FROM (bets.amount, bets.amount + coalesce(decisions.amount, 0),
                            rated.amount_usd + coalesce(decisions.usd, 0), coalesce(decisions.doubled, 0))
       OR abs(rated.amount * rate - rated.amount_usd) > 0.5
       OR (returned IS NULL) <> (returned_usd IS NULL) OR abs(returned * rate - returned_usd) > 0.5
    ORDER BY public_id
"""
