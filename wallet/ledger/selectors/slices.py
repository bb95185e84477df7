"""Part of the ledger that a check reads: all of it, or everything after a checkpoint."""

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.db import connection

from wallet.ledger.models import Seal

# Transfer ids and transaction ids do not ascend together: `:since` may read some sealed transfers again, `:horizon`
# reads none. OFFSET 0 makes the inner query use the index on xact.
_FIRST: Final = """
    SELECT coalesce(min(id), (SELECT coalesce(max(id), 0) + 1 FROM wallet_transfer))
    FROM (SELECT id FROM wallet_transfer WHERE xact >= %s::text::xid8 OFFSET 0) AS later
"""


@dataclass(frozen=True, slots=True)
class LedgerSlice:
    """Transfers from id `since` on, transactions from `horizon` on, blocks after `block`.

    `sealed` is the number of entries in the blocks up to `block`.
    """

    since: int
    horizon: str
    block: int
    sealed: int


WHOLE_LEDGER: Final = LedgerSlice(since=-(2**63), horizon="0", block=0, sealed=0)


def slice_after(seal: Seal, sealed: int) -> LedgerSlice:
    """Return the part after a block, with `sealed` entries up to it. Uses the caller's snapshot."""
    with connection.cursor() as cursor:
        cursor.execute(_FIRST, [seal.to_xact])
        row = cursor.fetchone()
    return LedgerSlice(int(row[0]) if row else 1, str(seal.to_xact), seal.number, sealed)


def fill_query(query: str, part: LedgerSlice = WHOLE_LEDGER) -> str:
    """Replace the placeholders of a line's query: those of `part`, and `:invented`, true if the demo provider is enabled."""
    said = {
        ":rounds": _ROUNDS,
        ":numbered": _NUMBERED,
        ":whole": "true" if part == WHOLE_LEDGER else "false",
        ":since": f"'{part.since}'",
        ":horizon": f"'{int(part.horizon)}'",
        ":block": str(part.block),
        ":sealed": str(part.sealed),
        ":invented": "true" if settings.DEMO_PROVIDER_ENABLED else "false",
    }
    for name, text in said.items():
        query = query.replace(name, text)
    return query


# Entries of players, with the first sequence number to check in each account, and the entry before that one. All later
# entries are included: an older transfer may lie between two new ones, as transactions end in another order than they begin.
_NUMBERED: Final = """(
          SELECT account_id, seq, amount, balance_after, 0::bigint AS first
          FROM wallet_entry WHERE :whole AND seq IS NOT NULL
          UNION ALL  -- the last entry of detached months is the one before the first
          SELECT account_id, last_seq, amount::bigint, balance_after, last_seq + 1
          FROM (SELECT DISTINCT ON (account_id) * FROM wallet_carried_balance
                WHERE :whole AND last_seq IS NOT NULL ORDER BY account_id, last_seq DESC) AS carried
          UNION ALL
          SELECT later.account_id, near.seq, near.amount, near.balance_after, later.first
          FROM (SELECT account_id, min(seq) AS first FROM wallet_entry
                WHERE NOT :whole AND transfer_id >= :since AND seq IS NOT NULL GROUP BY account_id) AS later,
               LATERAL (SELECT seq, amount, balance_after FROM wallet_entry
                        WHERE account_id = later.account_id AND seq IS NOT NULL AND seq >= later.first - 1
                        ORDER BY seq) AS near
      )"""
# Rounds with movements in the part, or with stakes in play. All others ended before and do not change.
_ROUNDS: Final = (
    "ARRAY(SELECT round_id FROM wallet_transfer WHERE id >= :since AND round_id IS NOT NULL"
    " UNION SELECT round_id FROM wallet_open_stake)"
)
