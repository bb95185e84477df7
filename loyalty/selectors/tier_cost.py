"""Cost of tiers: a table returns its RTP plus the value of its points."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Protocol

from loyalty.models.tiers import Tier, TierSet
from loyalty.selectors.tiers import find_tier_set_in_force
from loyalty.values.points import HUNDREDTHS
from tables.models import Mathematics, Table
from tables.selectors.tables import load_mathematics_by_digest, open_tables
from wallet.money.values import UNITS

MOST: Final = 1.0


class TierBenefits(Protocol):
    """A tier, existing or proposed."""

    @property
    def display_name(self) -> str:
        """The name for readers of the active language."""

    @property
    def multiplier(self) -> int:
        """Hundredths of a point per USD."""

    @property
    def redemption(self) -> int:
        """Units of USD per point."""


@dataclass(frozen=True, slots=True)
class TierCost:
    """Highest average return of a first stake with best play on a tier, from hands and from points.

    `table` is None if the mathematics of no open real-money table is computed.
    """

    tier: str
    part: float
    table: str | None = None
    hand: float = 0.0
    points: float = 0.0

    @property
    def total_return(self) -> float:
        """Return from hands and points; 1 is the whole stake."""
        return self.hand + self.points

    @property
    def is_over(self) -> bool:
        """Return whether players get back more than they stake."""
        return self.table is not None and self.total_return > MOST


def point_share(tier: TierBenefits) -> Fraction:
    """Return the value of the points for a stake, as a share of the stake."""
    return Fraction(tier.multiplier * tier.redemption, HUNDREDTHS * UNITS)


def greatest_point_share(*, accepted: bool) -> float:
    """Return the highest point share of all tiers in force or approved for later. Two queries.

    Without `accepted`, sets are left out whose approver accepted a return above 100%.
    """
    sets = TierSet.objects.filter(
        decision__approved=True, effective_at__gte=find_tier_set_in_force().effective_at
    )
    if not accepted:
        sets = sets.filter(decision__accepted=False)
    return max(
        (float(point_share(tier)) for tier in Tier.objects.filter(tier_set__in=sets)), default=0.0
    )


def tier_costs(tiers: Iterable[TierBenefits]) -> list[TierCost]:
    """Return the cost of each tier. Two queries."""
    known = _known()
    return [_cost(tier, known) for tier in tiers]


def _known() -> Sequence[tuple[str, float, float]]:
    """Return name, RTP and total stake per unit of the first stake of each open real-money table."""
    real = [table for table in open_tables() if not table.is_play_money]
    mathematics = load_mathematics_by_digest(table.version for table in real)
    return [
        (table.display_name, float(found.result["rtp"]), float(found.result["average_wager"]))
        for table in real
        if (found := _done(table, mathematics)) is not None and found.result is not None
    ]


def _done(table: Table, mathematics: dict[str, Mathematics]) -> Mathematics | None:
    found = mathematics.get(table.version.rules_hash)
    return found if found is not None and found.state == Mathematics.State.DONE else None


def _cost(tier: TierBenefits, known: Sequence[tuple[str, float, float]]) -> TierCost:
    part = float(point_share(tier))
    at_tables = [
        TierCost(tier.display_name, part, name, rtp, wager * part) for name, rtp, wager in known
    ]
    return max(
        at_tables, key=lambda one: one.total_return, default=TierCost(tier.display_name, part)
    )
