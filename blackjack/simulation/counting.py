"""Counting cards by the Hi-Lo system: 2 to 6 count +1, 7 to 9 nothing, tens and aces -1."""

from collections.abc import Iterable
from dataclasses import dataclass

from blackjack.cards import ACE, CARDS, TEN, Card

_DECK = len(CARDS)
_LAST_LOW = 6
_LOWEST_AT, _HIGHEST_AT = 1, 5


@dataclass(frozen=True, slots=True)
class Counting:
    """How a counter bets: by true count, the running count per deck not seen yet, rounded down.

    `spread`: the lowest bet and the highest, in whole units. The lowest is bet up to a true count of 1, the highest
    from 5 on; between them the bet grows in a straight line, rounded down. Insurance of half the bet is taken from a
    true count of `insures_from` on (None: never). All other play is the chart's.

    `changes_after`: after so many rounds the table lets the player change the shoe between rounds, which the counter
    does at a true count of `leaves_at` or less; None: the table's shoes are played as they are.
    """

    spread: tuple[int, int] = (1, 8)
    changes_after: int | None = None
    leaves_at: int = -1
    insures_from: int | None = 3

    def bet(self, true_count: int) -> int:
        low, high = self.spread
        step = min(max(true_count, _LOWEST_AT), _HIGHEST_AT) - _LOWEST_AT
        return low + (high - low) * step // (_HIGHEST_AT - _LOWEST_AT)

    def ramp(self) -> dict[int, int]:
        """Return the units bet at each true count; the first holds below it too, the last above it."""
        return {at: self.bet(at) for at in range(_LOWEST_AT, _HIGHEST_AT + 1)}

    def leaves(self, rounds: int, true_count: int) -> bool:
        """Tell whether the counter changes the shoe after so many rounds."""
        may = self.changes_after is not None and rounds >= self.changes_after
        return may and true_count <= self.leaves_at

    def insures(self, true_count: int) -> bool:
        return self.insures_from is not None and true_count >= self.insures_from


def weight(cards: Iterable[Card]) -> int:
    """Return what the cards count together."""
    return sum(_WEIGHTS[card.value] for card in cards)


def true_count(running: int, unseen: int | None) -> int:
    """Return the running count per deck of the `unseen` cards, rounded down; infinite decks (None) have none."""
    return running * _DECK // unseen if unseen else 0


def _weight(value: int) -> int:
    if value in (ACE, TEN):
        return -1
    return 1 if value <= _LAST_LOW else 0


_WEIGHTS = {value: _weight(value) for value in range(ACE, TEN + 1)}
