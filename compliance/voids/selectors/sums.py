"""Sums of a case for its pages: by player, the rest together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from compliance.voids.selectors.cases import PlayerMoved
from compliance.voids.selectors.figures import CaseFigures, PlayerPointsChange, PlayerTotal
from wallet.cash.selectors.desk_lines import DeskLine
from wallet.money.values import Money

NAMED: Final = 50  # sums of one player; each hand of a case is listed beside them in any case


@dataclass(slots=True)
class Rest:
    """Total of unnamed players in one currency."""

    moved: Money
    owed: Money
    suspended: Money
    hands: int = 0
    players: int = 0


@dataclass(frozen=True, slots=True)
class CaseSums:
    """The effect of a case: `totals` by player and currency, and points by player; `rest` and `more_points` of others.

    `withdrawals` of its players are open; it `holds` those without a provider.
    """

    totals: Sequence[PlayerTotal]
    rest: Sequence[Rest]
    points: Sequence[PlayerPointsChange]
    more_points: int
    withdrawals: Sequence[DeskLine]
    holds: bool

    @property
    def people(self) -> set[int]:
        """Players named."""
        named = (self.totals, self.points, [line.one for line in self.withdrawals])
        return {one.player.pk for group in named for one in group}


@dataclass(frozen=True, slots=True)
class SumsMoved:
    """Executed movements, likewise."""

    totals: Sequence[PlayerMoved]
    rest: Sequence[Rest]

    @property
    def people(self) -> set[int]:
        """Players named."""
        return {one.player.pk for one in self.totals}


def sums_of(figures: CaseFigures) -> CaseSums:
    """Sums of a case's effect."""
    totals, points = figures.totals, figures.points
    rest = ((one.moved, one.owed, one.suspended, one.hands) for one in totals[NAMED:])
    return CaseSums(
        totals[:NAMED],
        _together(rest),
        points[:NAMED],
        len(points[NAMED:]),
        figures.withdrawals[:NAMED],
        figures.holds_withdrawals,
    )


def sums_that_moved(moved: Sequence[PlayerMoved]) -> SumsMoved:
    """Sums of executed movements."""
    nothing = ((one.moved, one.moved - one.moved, one.hands) for one in moved[NAMED:])
    return SumsMoved(
        moved[:NAMED], _together((money, zero, zero, hands) for money, zero, hands in nothing)
    )


def _together(sums: Iterable[tuple[Money, Money, Money, int]]) -> list[Rest]:
    found: dict[str, Rest] = {}
    for moved, owed, suspended, hands in sums:
        zero = Money.zero(moved.currency)
        one = found.setdefault(moved.currency, Rest(zero, zero, zero))
        one.moved += moved
        one.owed += owed
        one.suspended += suspended
        one.hands += hands
        one.players += 1
    return [found[currency] for currency in sorted(found)]
