"""Cards that nobody has seen at a decision, and random orders of them."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from blackjack import dealer
from blackjack.cards import ACE, CARDS, TEN, Card
from blackjack.deal import Deal
from signals.columns import Ints
from signals.playouts import CardOrder

_TWO: Final = 2
_AT_ONCE: Final = 256


class Unseen:
    """Cards that may come, also counted by `Card.index`; `holes` are those that may lie face down."""

    def __init__(self, deal: Deal, gone: Sequence[int]) -> None:
        decks = deal.rules.finite_decks
        full = np.full(len(CARDS), decks or 1, np.int64)
        left = full - np.array(gone, np.int64) if len(gone) else full
        if decks is None:
            self.counts = full
        else:
            # A shoe that ran empty in this deal took back what was not on the table.
            table = count_cards(list_open_cards(deal))
            counts = np.maximum(left - table, 0)
            ran_empty = deal.cards_drawn > left.sum() or not counts.any()
            self.counts = np.maximum(full - table, 0) if ran_empty else counts
        self.deal = deal
        self.cards = _list(self.counts)
        self._barred_hole = self._find_barred_hole()
        self.holes = [card for card in self.cards if card.value != self._barred_hole] or self.cards

    def _find_barred_hole(self) -> int:
        """Return the value that the face-down card has not, as a peek would have found a blackjack; 0 if it may have any."""
        rules, upcard = self.deal.rules, self.deal.dealer[0]
        if self.deal.blackjack_possible or not dealer.can_make_blackjack(rules, upcard):
            return 0
        return ACE + TEN - upcard.value

    @property
    def chance_of_ten(self) -> Fraction:
        tens = sum(int(self.counts[card.index]) for card in CARDS if card.value == TEN)
        return Fraction(tens, max(int(self.counts.sum()), 1))

    def chance_of_next(self, value: int) -> Fraction:
        """Return the probability that the next card has this value, given what the face-down one may be."""
        total = len(self.cards)
        of_value = sum(card.value == value for card in self.cards)
        if self.deal.face_down is None or total < _TWO or self.deal.rules.finite_decks is None:
            return Fraction(of_value, max(total, 1))
        below = sum(card.value == value for card in self.holes)
        return Fraction(of_value * len(self.holes) - below, len(self.holes) * (total - 1))

    def order(
        self, random: "UnseenChoices", known: Sequence[Card] = (), hole: Card | None = None
    ) -> CardOrder:
        """Return a random order that begins with the `known` cards and has this face-down card, if it is known."""
        pool = self.cards.copy()
        for card in (*known, *([] if hole is None else [hole])):
            if card in pool:
                pool.remove(card)
        if self.deal.face_down is not None and hole is None:
            hole = self._draw_hole(pool, random)
        return CardOrder(hole, list(known), _Pool(self.deal, pool, random))

    def _draw_hole(self, pool: list[Card], random: "UnseenChoices") -> Card:
        """Take a card that may lie face down out of the pool, each with the same chance; any if none may."""
        barred = self._barred_hole
        if all(card.value == barred for card in pool):
            barred = 0
        while True:
            at = random.below(len(pool))
            if pool[at].value != barred:
                return _take(pool, at)


class _Pool:
    """Cards that may come next. A shoe that ran empty takes back all cards but those on the table."""

    def __init__(self, deal: Deal, cards: list[Card], random: "UnseenChoices") -> None:
        self.deal, self.cards, self.random = deal, cards, random

    def __call__(self, order: CardOrder) -> Sequence[Card]:
        if self.deal.rules.finite_decks is None:
            return [CARDS[self.random.below(len(CARDS))]]
        if not self.cards:
            hole = [] if order.hole is None else [order.hole]
            table = count_cards([*list_open_cards(self.deal), *hole, *order.cards])
            full = np.full(len(CARDS), self.deal.rules.finite_decks, np.int64)
            self.cards = _list(full - table) or _list(full)
        return [_take(self.cards, self.random.below(len(self.cards)))]


class UnseenChoices:
    """Choices from a seeded generator, whose numbers are drawn many at a time."""

    def __init__(self, seed: list[int]) -> None:
        self._generator = np.random.default_rng(seed)
        self._numbers: list[float] = []

    def below(self, size: int) -> int:
        """Return a whole number from 0 to `size` - 1."""
        if not self._numbers:
            self._numbers = self._generator.random(_AT_ONCE).tolist()
        return int(self._numbers.pop() * size)


def _take(cards: list[Card], at: int) -> Card:
    """Remove the card at this place; the order of the others does not matter."""
    cards[at], cards[-1] = cards[-1], cards[at]
    return cards.pop()


def list_open_cards(deal: Deal) -> list[Card]:
    """Return the cards on the table, the face-down one aside."""
    return [
        *deal.dealer,
        *(card for box in deal.boxes for hand in box.hands for card in hand.cards),
    ]


def count_cards(cards: Iterable[Card]) -> Ints:
    """Return the number of cards of each `Card.index`."""
    return np.bincount([card.index for card in cards], minlength=len(CARDS)).astype(np.int64)


def _list(counts: Ints) -> list[Card]:
    """Return cards by their number; negative numbers are none."""
    return [card for card, count in zip(CARDS, counts.tolist(), strict=True) for _ in range(count)]
