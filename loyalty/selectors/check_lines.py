"""Reconciliation of points with the ledger (names: `wallet.ledger.selectors.slices`)."""

from typing import Final

REDEMPTIONS: Final = "redemptions pay what their points were worth, and nothing else does"
# With the demo provider, ledger tests pay redemptions without points.
REDEMPTIONS_QUERY: Final = """
    SELECT format('transfer %s: %s %s of player %s; redemption %s: %s %s of player %s for %s of %s points, entry of %s',
                  coalesce(moved.id::text, 'none'), moved.amount, moved.currency_id, moved.player_id,
                  coalesce(told.id::text, 'none'), told.amount, told.currency_id, told.player_id, told.points,
                  told.asked, coalesce(told.hundredths::text, 'none'))
    FROM (SELECT * FROM wallet_transfer WHERE kind = 'redeem' AND xact >= :horizon) AS moved
         FULL JOIN (
             SELECT made.*, entry.hundredths, entry.kind, entry.player_id AS whose, tier.redemption AS of_tier,
                    CASE made.currency_id WHEN 'USD' THEN 1 ELSE rated.rate END AS of_rate,
                    (10 ^ (4 - minor_digits))::bigint AS coin
             FROM loyalty_redemption AS made
                  JOIN wallet_currency AS currency ON currency.code = made.currency_id
                  JOIN loyalty_tier AS tier ON tier.id = made.tier_id
                  LEFT JOIN loyalty_entry AS entry ON entry.id = made.entry_id
                  LEFT JOIN wallet_rate AS rated
                  ON rated.id = made.rate_row_id AND rated.currency_id = made.currency_id
             WHERE made.xact >= :horizon
         ) AS told ON told.transfer_id = moved.id
    WHERE ((moved.player_id, moved.currency_id, moved.amount, (moved.details ->> 'points')::bigint)
               = (told.player_id, told.currency_id, told.amount, told.points)
           AND (told.kind, told.whose, told.hundredths) = ('redeemed', told.player_id, -100 * told.points)
           AND (told.rate, told.redemption) = (told.of_rate, told.of_tier)
           AND told.amount = div(told.asked::numeric * told.redemption, told.rate * told.coin) * told.coin
           AND told.points = div(ceil(told.amount * told.rate) + told.redemption - 1, told.redemption)) IS NOT TRUE
      AND NOT (:invented AND told.id IS NULL AND NOT moved.details ? 'points')
    UNION ALL
    SELECT format('entry %s of player %s: redeemed %s hundredths, and no redemption', entry.id, entry.player_id,
                  entry.hundredths)
    FROM loyalty_entry AS entry LEFT JOIN loyalty_redemption AS made ON made.entry_id = entry.id
    WHERE entry.kind = 'redeemed' AND made.id IS NULL
    ORDER BY 1
"""
POINTS: Final = "players have the points of their entries"
# The last entry has the account's balance; a full check also sums the entries.
POINTS_QUERY: Final = """
    SELECT format('player %s: %s and %s owed after %s entries; the last of them says %s and %s, %s',
                  account.player_id, account.balance, account.debt, account.seq, last.balance_after, last.debt_after,
                  last.seq)
    FROM loyalty_account AS account
         LEFT JOIN LATERAL (
             SELECT balance_after, debt_after, seq FROM loyalty_entry AS entry
             WHERE entry.player_id = account.player_id ORDER BY seq DESC LIMIT 1) AS last ON true
    WHERE (account.balance, account.debt, account.seq)
          IS DISTINCT FROM (coalesce(last.balance_after, 0), coalesce(last.debt_after, 0), coalesce(last.seq, 0))
    UNION ALL
    SELECT format('player %s: %s and %s owed; %s entries add up to %s and %s', account.player_id, account.balance,
                  account.debt, total.entries, total.balance, total.debt)
    FROM loyalty_account AS account JOIN (
             SELECT player_id, count(*) AS entries, sum(hundredths) AS balance,
                    coalesce(sum(hundredths) FILTER (WHERE kind IN ('debt', 'repaid')), 0) AS debt
             FROM loyalty_entry WHERE :whole GROUP BY player_id
         ) AS total ON total.player_id = account.player_id
    WHERE (account.balance, account.debt, account.seq) IS DISTINCT FROM (total.balance, total.debt, total.entries)
    ORDER BY 1
"""
