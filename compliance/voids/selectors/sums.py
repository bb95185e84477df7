"""Totals of a case for its pages: the first players by name, the others together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from compliance.voids.selectors.cases import PlayerMovedSum
from compliance.voids.selectors.figures import CaseFigures, PlayerPointsChange, PlayerTotal
from wallet.cash.selectors.desk_lines import DeskLine
from wallet.money.values import Money

PLAYERS_LISTED: Final = 50  # players named; all hands of a case are listed anyway


@dataclass(slots=True)
class OtherPlayersTotal:
    """Totals of the players not named, in one currency."""

    moved: Money
    owed: Money
    suspended: Money
    hands: int = 0
    players: int = 0


@dataclass(frozen=True, slots=True)
class CaseSums:
    """Effect of a case: `totals` by player and currency, `points` by player.

    `rest` and `more_points` are for the players not named. `withdrawals` are open ones of its players; if `holds`,
    executing the case holds those that can be held.
    """

    totals: Sequence[PlayerTotal]
    rest: Sequence[OtherPlayersTotal]
    points: Sequence[PlayerPointsChange]
    more_points: int
    withdrawals: Sequence[DeskLine]
    holds: bool

    @property
    def people(self) -> set[int]:
        """Ids of the players named."""
        named = (self.totals, self.points, [line.one for line in self.withdrawals])
        return {one.player.pk for group in named for one in group}


@dataclass(frozen=True, slots=True)
class MovedSums:
    """Amounts moved by an executed case: by player and currency, the others together."""

    totals: Sequence[PlayerMovedSum]
    rest: Sequence[OtherPlayersTotal]

    @property
    def people(self) -> set[int]:
        """Ids of the players named."""
        return {one.player.pk for one in self.totals}


def build_case_sums(figures: CaseFigures) -> CaseSums:
    """Return the totals of a case's effect."""
    totals, points = figures.totals, figures.points
    rest = ((one.moved, one.owed, one.suspended, one.hands) for one in totals[PLAYERS_LISTED:])
    return CaseSums(
        totals[:PLAYERS_LISTED],
        _together(rest),
        points[:PLAYERS_LISTED],
        len(points[PLAYERS_LISTED:]),
        figures.withdrawals[:PLAYERS_LISTED],
        figures.holds_withdrawals,
    )


def build_moved_sums(moved: Sequence[PlayerMovedSum]) -> MovedSums:
    """Return the totals of the amounts moved."""
    nothing = ((one.moved, one.moved - one.moved, one.hands) for one in moved[PLAYERS_LISTED:])
    return MovedSums(
        moved[:PLAYERS_LISTED],
        _together((money, zero, zero, hands) for money, zero, hands in nothing),
    )


def _together(sums: Iterable[tuple[Money, Money, Money, int]]) -> list[OtherPlayersTotal]:
    found: dict[str, OtherPlayersTotal] = {}
    for moved, owed, suspended, hands in sums:
        zero = Money.zero(moved.currency)
        one = found.setdefault(moved.currency, OtherPlayersTotal(zero, zero, zero))
        one.moved += moved
        one.owed += owed
        one.suspended += suspended
        one.hands += hands
        one.players += 1
    return [found[currency] for currency in sorted(found)]
