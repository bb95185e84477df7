"""The 52 cards, in the canonical order of the shoe: clubs, diamonds, hearts, spades; within a suit A 2 … 9 T J Q K."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

RANKS = "A23456789TJQK"
SUITS = "CDHS"
ACE = 1
TEN = 10


class CardError(ValueError):
    """A text that names no card."""

    code: ClassVar[str] = "unknown_card"

    def __init__(self, text: str) -> None:
        super().__init__(
            f"{text!r:.40} is no card: a rank of {RANKS} and a suit of {SUITS} are expected"
        )
        self.text = text


@dataclass(frozen=True, slots=True)
class Card:
    """One card: `rank`, `suit`, `value` 1 to 10 (an ace is 1), and `index`, its place 0 to 51 in canonical order."""

    rank: str
    suit: str
    value: int = field(init=False, repr=False, compare=False)
    index: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if (
            len(self.rank) != 1
            or len(self.suit) != 1
            or self.rank not in RANKS
            or self.suit not in SUITS
        ):
            raise CardError(self.rank + self.suit)
        object.__setattr__(self, "value", min(RANKS.index(self.rank) + 1, TEN))
        object.__setattr__(
            self, "index", SUITS.index(self.suit) * len(RANKS) + RANKS.index(self.rank)
        )

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the shared instance of the card named by `text`, such as "AS". Raises CardError."""
        try:
            return _BY_NAME[text]
        except KeyError:
            raise CardError(text) from None

    def __str__(self) -> str:
        """Return rank and suit, as in "AS"."""
        return self.rank + self.suit


CARDS: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
_BY_NAME = {str(card): card for card in CARDS}
