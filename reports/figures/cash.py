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

# The place whose account gives a movement's direction, by kind. Reversals are read from the house's place.
_PLACES: Final = {
    TransferKind.DEPOSIT: "player",
    TransferKind.WITHDRAW: "player",
    TransferKind.CANCEL_WITHDRAWAL: "player",
    TransferKind.PAY_OUT: "bank",
    TransferKind.ADJUST: "player",
    TransferKind.BONUS: "player",
    TransferKind.REDEEM: "player",
    TransferKind.REMIT: "bank",
}
UNDONE: Final = ("bank", "adjustment", "bonus")
"""Reversals of deposits, adjustments and bonuses, by the house account that received the money."""

# The inner condition is redundant, but PostgreSQL applies it before the sums, unlike one beside grouping sets:
# movements of bets on an open day are then not read.
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
class CashFigures:
    """Cash movements: `lines` for the whole period, `days` for each day that had any."""

    lines: tuple[CashLine, ...]
    days: tuple[CashLine, ...]

    def usd(self, *kinds: str) -> Money:
        """Return the net amount to players of these kinds, in dollars, without reversals."""
        found = (line.usd for line in self.lines if line.kind in kinds and not line.undone)
        return sum(found, Money.zero(BASE_CURRENCY))


def load_figures(period: Period, chosen: Filters) -> CashFigures:
    """Return the cash movements of the period. Two queries. Table and segment filters are ignored."""
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
    return CashFigures(
        tuple(line for line in lines if line.day is None),
        tuple(line for line in lines if line.day is not None),
    )


def _sign(kind: str) -> int:
    """Return -1 for kinds read from the house's account, which mirrors the player's."""
    return -1 if kind in {TransferKind.PAY_OUT, TransferKind.REMIT, TransferKind.REVERSE} else 1
