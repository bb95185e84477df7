"""Report 10: points earned, taken back, owed, repaid and redeemed, payments for them, and points held."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from loyalty.selectors.points import Points
from loyalty.selectors.tiers import TierTotals, first_tier, standing_by_tier
from loyalty.values.worth import sum_worth
from reports.selectors.fact_tables import MONEY, POINTS
from reports.selectors.period_query import SplitPeriod, query_period, query_split, split_by_day
from reports.values.filters import Filters
from reports.values.period import BEGINNING, Period
from wallet.ledger.models import TransferKind
from wallet.money.values import BASE_CURRENCY, Money

_QUESTION: Final = """
    SELECT day, kind, sum(entries)::bigint AS entries, sum(hundredths)::bigint AS hundredths
    FROM fact GROUP BY GROUPING SETS ((kind), (day, kind)) ORDER BY day, kind
"""


# The inner condition is applied before the sum, as in `reports.figures.cash`.
_PAID: Final = """
    SELECT coalesce(sum(usd), 0)::bigint AS usd
    FROM (SELECT * FROM fact WHERE kind = %(kind)s) AS fact WHERE place = 'player'
"""
_AT_THE_END: Final = "SELECT coalesce(sum(hundredths), 0)::bigint AS hundredths FROM fact"


@dataclass(frozen=True, slots=True)
class PointsOwed:
    """Points held by players, in hundredths. `debt` and `usd` are known for now only."""

    hundredths: int
    debt: int | None = None
    usd: Money | None = None


@dataclass(frozen=True, slots=True)
class PointsOfDay:
    """Entries of one kind (`loyalty.models.points.PointsEntry.Kind`), in hundredths, negative if players lost points.

    `day` None: the whole period.
    """

    day: date | None
    kind: str
    entries: int
    hundredths: int


@dataclass(frozen=True, slots=True)
class LoyaltyFigures:
    """Report 10. `lines` and `paid` cover the period; points held and players per tier are those of now."""

    lines: tuple[PointsOfDay, ...]
    days: tuple[PointsOfDay, ...]
    outstanding: Points
    paid: Money
    tiers: Mapping[str, int] = field(default_factory=dict)

    def hundredths(self, kind: str) -> int:
        """Return the total change by entries of this kind."""
        return sum(line.hundredths for line in self.lines if line.kind == kind)


def load_figures(period: Period, chosen: Filters) -> LoyaltyFigures:
    """Return the points of the period. Four queries. Table, currency and segment filters are ignored."""
    span, whose = split_by_day(period), chosen.of_players()
    found = [
        PointsOfDay(one["day"], one["kind"], one["entries"], one["hundredths"])
        for one in query_split(POINTS, span, whose, _QUESTION)
    ]
    standing, tiers = _standing(chosen), Counter[str]()
    for one in standing:
        tiers[one.name or ""] += one.players
    return LoyaltyFigures(
        lines=tuple(line for line in found if line.day is None),
        days=tuple(line for line in found if line.day is not None),
        outstanding=_outstanding(standing),
        paid=_paid_for_points(span, whose),
        tiers=tiers,
    )


def _standing(chosen: Filters) -> list[TierTotals]:
    return standing_by_tier(test=chosen.test, country=chosen.country)


def _paid_for_points(span: SplitPeriod, whose: Filters) -> Money:
    (found,) = query_split(MONEY, span, whose, _PAID, {"kind": TransferKind.REDEEM.value})
    return Money(found["usd"], BASE_CURRENCY)


def load_points_owed_now(chosen: Filters) -> PointsOwed:
    """Return the points held now, each valued at its player's tier. Three queries."""
    lowest, standing = first_tier().redemption, _standing(chosen)
    stands = _outstanding(standing)
    # players not yet assigned to a tier redeem at the first tier's value
    worth = sum_worth(
        (one.points.balance, lowest if one.redemption is None else one.redemption)
        for one in standing
    )
    return PointsOwed(stands.balance, stands.debt, worth)


def _outstanding(standing: Iterable[TierTotals]) -> Points:
    total = Points(0, 0)
    for one in standing:
        total = Points(total.balance + one.points.balance, total.debt + one.points.debt)
    return total


def load_points_owed_at(end: datetime, chosen: Filters) -> PointsOwed:
    """Return the points held at an earlier time. Two queries."""
    period = Period(BEGINNING, end)
    (found,) = query_period(POINTS, period, chosen.of_players(), _AT_THE_END)
    return PointsOwed(found["hundredths"])
