"""Starting hands by upcard, encoded as numbers; `sql/facts/hands.sql` makes them.

A number is 100 times the hand's number plus the upcard's points (ace 1). A hand's number is its total if hard, plus
100 if soft, or 200 plus the points of one card for a pair.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

ACE: Final = 1
_UPCARD: Final = 100
_OF_KIND: Final = 100


class StartKind(StrEnum):
    """Kind of a two-card hand."""

    HARD = "hard"
    SOFT = "soft"
    PAIR = "pair"


KINDS: Final = (StartKind.HARD, StartKind.SOFT, StartKind.PAIR)
UPCARDS: Final = (*range(2, 11), ACE)
HANDS: Final = {
    StartKind.HARD: tuple(range(19, 4, -1)),
    StartKind.SOFT: tuple(range(21, 12, -1)),
    StartKind.PAIR: (ACE, *range(10, 1, -1)),
}
"""Hands of a kind in chart order: totals, or the value of a pair's cards."""


@dataclass(frozen=True, slots=True)
class StartingHand:
    """A starting hand: its kind, its total or the points of each card of a pair, and the upcard's points."""

    kind: StartKind
    value: int
    upcard: int

    @classmethod
    def from_number(cls, number: int) -> "StartingHand":
        """Decode a number."""
        hand, upcard = divmod(number, _UPCARD)
        kind, value = divmod(hand, _OF_KIND)
        return cls(KINDS[kind], value, upcard)

    @property
    def number(self) -> int:
        """Encoded form, as stored."""
        return (KINDS.index(self.kind) * _OF_KIND + self.value) * _UPCARD + self.upcard
