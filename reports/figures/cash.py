"""Report 4: deposits, withdrawals, corrections, and payments for points."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from reports.selectors.fact_tables import MONEY
from reports.selectors.period_query import query_period
from reports.values.filters import Filters
from reports.values.period import Period
from wallet.ledger.models import TransferKind
from wallet.money.values import BASE_CURRENCY, Money

# Of each kind the place that says which way the money went; of a reversal, that of the house.
_PLACES: Final = {
    TransferKind.DEPOSIT: "player",
    TransferKind.WITHDRAW: "player",
    TransferKind.CANCEL_WITHDRAWAL: "player",
    TransferKind.PAY_OUT: "bank",
    TransferKind.ADJUST: "player",
    TransferKind.BONUS: "player",
    TransferKind.REDEEM: "player",
}
UNDONE: Final = ("bank", "adjustment", "bonus")
"""Reversals of deposits, adjustments and bonuses, by the account of the house that got the money back."""

# The inner condition says nothing new, but goes before the sums, which one beside grouping sets does not: so of a day that is open
# nothing that bets moved is read.
_QUESTION: Final = """
    SELECT day, currency, kind, place, sum(transfers)::bigint AS transfers,
           sum(amount)::bigint AS amount, sum(usd)::bigint AS usd
    FROM (SELECT * FROM fact WHERE kind = ANY (%(wanted)s)) AS fact
    WHERE (kind, place) IN (SELECT * FROM unnest(%(kinds)s::text[], %(places)s::text[]))
       OR kind = 'reverse' AND place = ANY (%(undone)s)
    GROUP BY GROUPING SETS ((currency, kind, place), (day, currency, kind, place))
    ORDER BY day, currency, kind, place
"""


@dataclass(frozen=True, slots=True)
class CashLine:
    """Movements of one kind in one currency, in the period or on one day.

    `amount` and `usd` are positive for what players received, negative for what they paid. For a reversal, `undone` names the
    account: "bank", "adjustment" or "bonus".
    """

    day: date | None
    currency: str
    kind: str
    undone: str
    transfers: int
    amount: Money
    usd: Money


@dataclass(frozen=True, slots=True)
class Cash:
    """`lines` are of the whole period, `days` of each day that had any."""

    lines: tuple[CashLine, ...]
    days: tuple[CashLine, ...]

    def usd(self, *kinds: str) -> Money:
        """Net amount to players of these kinds, in dollars."""
        found = (line.usd for line in self.lines if line.kind in kinds and not line.undone)
        return sum(found, Money.zero(BASE_CURRENCY))


def figures(period: Period, chosen: Filters) -> Cash:
    """Two queries. Tables and segments do not matter to it."""
    given = {
        "kinds": [kind.value for kind in _PLACES],
        "places": list(_PLACES.values()),
        "undone": list(UNDONE),
        "wanted": [kind.value for kind in (*_PLACES, TransferKind.REVERSE)],
    }
    lines = [
        CashLine(
            day=one["day"],
            currency=one["currency"],
            kind=one["kind"],
            undone=one["place"] if one["kind"] == TransferKind.REVERSE else "",
            transfers=one["transfers"],
            amount=Money(_sign(one["kind"]) * one["amount"], one["currency"]),
            usd=Money(_sign(one["kind"]) * (one["usd"] or 0), BASE_CURRENCY),
        )
        for one in query_period(MONEY, period, chosen, _QUESTION, given)
    ]
    return Cash(
        tuple(line for line in lines if line.day is None),
        tuple(line for line in lines if line.day is not None),
    )


def _sign(kind: str) -> int:
    """A house account mirrors the player's: the house's side is read."""
    return -1 if kind in {TransferKind.PAY_OUT, TransferKind.REVERSE} else 1
