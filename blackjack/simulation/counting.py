"""Card counting by the Hi-Lo system: 2 to 6 count +1, 7 to 9 count 0, tens and aces -1."""

from collections.abc import Iterable
from dataclasses import dataclass

from blackjack.cards import ACE, CARDS, TEN, Card

_DECK = len(CARDS)
_LAST_LOW = 6
_LOWEST_AT, _HIGHEST_AT = 1, 5


@dataclass(frozen=True, slots=True)
class CountingStrategy:
    """Betting of a card counter by true count: the running count per unseen deck, rounded down.

    `spread` is the minimum and maximum bet, in whole units. The minimum is bet up to a true count
    of 1, the maximum from 5 on; between them the bet grows linearly, rounded down. Insurance of
    half the bet is taken from a true count of `insures_from` on (None: never). All other play
    follows the chart.

    `changes_after` is the number of rounds after which the table lets the player change the shoe
    between rounds; the counter does so at a true count of `leaves_at` or less. None: shoes are
    played to their end.
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
        """Return the bet in units by true count; the first entry also holds below it, the last above it."""
        return {at: self.bet(at) for at in range(_LOWEST_AT, _HIGHEST_AT + 1)}

    def leaves(self, rounds: int, true_count: int) -> bool:
        """Return whether the counter changes the shoe after this number of rounds."""
        may = self.changes_after is not None and rounds >= self.changes_after
        return may and true_count <= self.leaves_at

    def insures(self, true_count: int) -> bool:
        return self.insures_from is not None and true_count >= self.insures_from


def hi_lo_count(cards: Iterable[Card]) -> int:
    """Return the Hi-Lo count of the cards."""
    return sum(_WEIGHTS[card.value] for card in cards)


def true_count(running: int, unseen: int | None) -> int:
    """Return the running count per deck of the `unseen` cards, rounded down; 0 for infinite decks (None)."""
    return running * _DECK // unseen if unseen else 0


def _weight(value: int) -> int:
    if value in (ACE, TEN):
        return -1
    return 1 if value <= _LAST_LOW else 0


_WEIGHTS = {value: _weight(value) for value in range(ACE, TEN + 1)}
