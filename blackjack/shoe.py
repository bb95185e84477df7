"""The shoe: the cards left, in canonical order, and the cards that a deal draws from it.

A `Shoe` is immutable. `begin` opens a deal that draws cards one by one; `DealCards.end` returns the
shoe left after a number of cards. Cards are computed when drawn, and only the deal keeps them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from blackjack.cards import CARDS, Card
from blackjack.fairness import draw_index
from blackjack.rules import Rules


@dataclass(frozen=True, slots=True)
class Shoe:
    """A shoe of `decks` decks (None: infinite) after `dealt` cards; `left` are the indexes of the cards in it."""

    server_seed: str = field(repr=False)
    decks: int | None
    left: tuple[int, ...] = field(default=(), repr=False)
    dealt: int = 0

    def __post_init__(self) -> None:
        if self.dealt == 0:
            object.__setattr__(self, "left", _full_shoe(self.decks))

    @classmethod
    def replay(
        cls, server_seed: str, decks: int | None, deals: Iterable[tuple[str, int, int]]
    ) -> Shoe:
        """Return the shoe after earlier deals, each given as entropy, nonce and number of cards."""
        shoe = cls(server_seed, decks)
        for entropy, nonce, count in deals:
            shoe = shoe.begin(entropy, nonce).end(count)
        return shoe

    def begin(self, entropy: str, nonce: int) -> DealCards:
        """Open deal `nonce` with the entropy C; burned cards are deal 0."""
        return DealCards(self, entropy, nonce)

    def rest(self, entropy: str, nonce: int) -> tuple[Card, ...]:
        """Return the remaining cards in the order given by this C and nonce; empty for infinite decks."""
        return self.begin(entropy, nonce).first(len(self.left) if self.decks is not None else 0)


class DealCards:
    """Cards of one deal: `draw(k)` always returns the same card."""

    __slots__ = ("_cards", "_left", "entropy", "nonce", "shoe")

    def __init__(self, shoe: Shoe, entropy: str, nonce: int) -> None:
        self.shoe, self.entropy, self.nonce = shoe, entropy, nonce
        self._left = list(shoe.left)
        self._cards: list[Card] = []

    def draw(self, k: int) -> Card:
        """Return card number `k` of the deal, counted from 0."""
        while len(self._cards) <= k:
            self._deal()
        return self._cards[k]

    def first(self, count: int) -> tuple[Card, ...]:
        return tuple(self.draw(k) for k in range(count))

    def end(self, count: int) -> Shoe:
        """Return the shoe after `count` cards of the deal."""
        if len(self._cards) > count:
            return self.shoe.begin(self.entropy, self.nonce).end(count)
        self.first(count)
        dealt = self.shoe.dealt + count
        return Shoe(self.shoe.server_seed, self.shoe.decks, tuple(self._left), dealt)

    def _deal(self) -> None:
        if not self._left:
            self._left = _cards_left(_full_shoe(self.shoe.decks), self._cards)
        index = draw_index(
            self.shoe.server_seed, self.entropy, self.nonce, len(self._cards), len(self._left)
        )
        taken = self._left[index] if self.shoe.decks is None else self._left.pop(index)
        self._cards.append(CARDS[taken])


def must_close(rules: Rules, deals: int, dealt: int) -> bool:
    """Return whether a shoe of these rules closes after `deals` deals and `dealt` cards.

    Burned cards are not a deal but count as dealt. Players and tables may close a shoe earlier.
    """
    if deals == 0 or rules.reshuffle == "when_empty":
        return False
    if rules.reshuffle == "every_round":
        return True
    return rules.cut_card is not None and dealt >= rules.cut_card


@lru_cache(maxsize=16)
def _full_shoe(decks: int | None) -> tuple[int, ...]:
    copies = 1 if decks is None else decks
    return tuple(index for index in range(len(CARDS)) for _ in range(copies))


def _cards_left(full: tuple[int, ...], on_the_table: list[Card]) -> list[int]:
    """Return the full shoe without this deal's cards; the full shoe if the deal has taken them all."""
    left = Counter(full) - Counter(card.index for card in on_the_table)
    return sorted(left.elements()) or list(full)
