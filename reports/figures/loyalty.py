"""Report 10: points earned, taken back, owed and repaid, and what stands with players."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from django.db.models import Count, Sum

from loyalty.models import Account
from loyalty.selectors import Points, set_in_force, tier_at
from reports.asking import answers, ask
from reports.facts import POINTS
from reports.filters import Filters
from reports.period import BEGINNING, Period
from wallet.money import BASE_CURRENCY, Money

_QUESTION: Final = """
    SELECT day, kind, sum(entries)::bigint AS entries, sum(hundredths)::bigint AS hundredths
    FROM fact GROUP BY GROUPING SETS ((kind), (day, kind)) ORDER BY day, kind
"""


_AT_THE_END: Final = "SELECT coalesce(sum(hundredths), 0)::bigint AS hundredths FROM fact"
# A player whom no task has put on a tier yet redeems as on the lowest one.
_NOW: Final = """
    SELECT coalesce(sum(balance), 0)::bigint AS hundredths, coalesce(sum(debt), 0)::bigint AS debt,
           trunc(coalesce(sum(balance * coalesce(tier.redemption, %(lowest)s)), 0) / 100)::bigint AS usd
    FROM loyalty_account AS account
         JOIN accounts_user AS person ON person.id = account.player_id
         LEFT JOIN loyalty_tier AS tier ON tier.id = account.tier_id
    WHERE is_test_account = %(test)s
"""


@dataclass(frozen=True, slots=True)
class PointsOwed:
    """What players hold, in hundredths. What they owe of it, and what it is worth redeemed, is known of now only."""

    hundredths: int
    debt: int | None = None
    usd: Money | None = None


@dataclass(frozen=True, slots=True)
class PointsLine:
    """Entries of one kind (`loyalty.models.Entry.Kind`), in hundredths: below zero what players lost. `day` None: of all days."""

    day: date | None
    kind: str
    entries: int
    hundredths: int


@dataclass(frozen=True, slots=True)
class Loyalty:
    """`lines` are of the whole period; what stands, and how many players are on which tier, is of now."""

    lines: tuple[PointsLine, ...]
    days: tuple[PointsLine, ...]
    outstanding: Points
    tiers: Mapping[str, int] = field(default_factory=dict)

    def hundredths(self, kind: str) -> int:
        """What the period changed by entries of this kind."""
        return sum(line.hundredths for line in self.lines if line.kind == kind)


def figures(period: Period, chosen: Filters) -> Loyalty:
    """Four queries. Tables, currencies and segments do not matter to it."""
    found = [
        PointsLine(one["day"], one["kind"], one["entries"], one["hundredths"])
        for one in ask(POINTS, period, Filters(test=chosen.test), _QUESTION)
    ]
    accounts = Account.objects.filter(player__is_test_account=chosen.test).order_by()
    stands = accounts.aggregate(balance=Sum("balance", default=0), debt=Sum("debt", default=0))
    tiers = accounts.values_list("tier__name").annotate(players=Count("pk"))
    return Loyalty(
        lines=tuple(line for line in found if line.day is None),
        days=tuple(line for line in found if line.day is not None),
        outstanding=Points(int(stands["balance"]), int(stands["debt"])),
        tiers={name or "": players for name, players in tiers},
    )


def owed_now(chosen: Filters) -> PointsOwed:
    """What stands with players, each point worth what their tier makes of it. Three queries."""
    lowest = tier_at(0, set_in_force().tiers.all())
    (found,) = answers(_NOW, {"test": chosen.test, "lowest": lowest.redemption})
    usd = Money(found["usd"], BASE_CURRENCY)
    return PointsOwed(found["hundredths"], found["debt"], usd)


def owed_at(end: datetime, chosen: Filters) -> PointsOwed:
    """What stood with players at an earlier time. Two queries."""
    period = Period(BEGINNING, end)
    (found,) = ask(POINTS, period, Filters(test=chosen.test), _AT_THE_END)
    return PointsOwed(found["hundredths"])
