"""What a decision that differs from the chart gained, and what it could have gained (INT1).

The gain is the result of the player's boxes after the action less that after the chart's action, with the same cards in
the same order and later decisions by the chart, in stakes of the hand. Its distribution under cards that nobody has
seen is exact for insurance and even money. For other actions it has the gains in `ORDERS` random orders of the unseen
cards and the gain itself, each with the same chance: before the cards come, the real order is just one more random
order, so a tail made from this is exact whatever `ORDERS` is; more orders only add power.

The orders are seeded by what was on the table, so that the same deal always gives the same figures.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Final

import numpy as np

from blackjack import dealer
from blackjack.actions import Action
from blackjack.cards import ACE, CARDS, TEN, Card
from blackjack.deal import Deal
from signals.columns import Floats, Ints
from signals.playouts import Order, Own, Playout

ORDERS: Final = 63

_INSURANCE_PAYS: Final = 2
_PLACES: Final = 4
_SEEDS: Final = 16
_AT_ONCE: Final = 256


@dataclass(frozen=True, slots=True)
class Deviation:
    """The gain of an action over the chart's, and its possible values with their chances before the cards came."""

    gain: float
    values: Floats
    chances: Floats


@dataclass(frozen=True, slots=True)
class Made:
    """An action as made in a deal. `by_player` is False for the house, and for other players at the table."""

    action: Action
    by_player: bool = True


def find_deviations(
    start: Deal, actions: Iterable[Made], playout: Playout, own: Own, gone: Sequence[int] = ()
) -> Iterator[tuple[int, Deviation]]:
    """Yield the place among the actions, from 0, and the gain of each of the player's that differs from the chart.

    `own` has the player's bettor number by box. `gone` counts the cards by `Card.index` that were seen to leave the
    shoe before the deal. `start.draw` raises LookupError for cards that are not known.
    """
    deal = start
    for place, made in enumerate(actions):
        if made.by_player:
            advised = playout.advise(deal)
            if made.action.verb != advised.verb:
                yield place, measure_deviation(deal, made.action, playout, own, gone)
        deal = deal.play(made.action)


def measure_deviation(
    deal: Deal, action: Action, playout: Playout, own: Own, gone: Sequence[int] = ()
) -> Deviation:
    """Return the gain of `action` over the chart's in this state, and its distribution."""
    advised = playout.advise(deal)
    unseen = _Unseen(deal, gone)
    random = _Random(_seed(deal, action, unseen.counts))
    stake = _stake(deal)

    def gain(order: Order) -> float:
        results = (playout.result(deal, one, order, own) for one in (action, advised))
        taken, by_chart = results
        return round((taken - by_chart) / stake, _PLACES)

    known = gain(_known_order(deal, unseen, random))
    exact = _exact(deal, action, advised, unseen)
    if exact is not None:
        return Deviation(known, *exact)
    drawn = [gain(unseen.order(random)) for _ in range(ORDERS)]
    values, times = np.unique(np.array([known, *drawn]), return_counts=True)
    return Deviation(known, values, times / (ORDERS + 1))


def _exact(
    deal: Deal, action: Action, advised: Action, unseen: "_Unseen"
) -> tuple[Floats, Floats] | None:
    """Return the distribution of insurance or even money instead of declining, None for other decisions."""
    if advised.verb != "decline" or action.verb not in ("insure", "even_money"):
        return None
    rules, stake = deal.rules, _stake(deal)
    chance = float(unseen.chance_of_ten)
    if action.verb == "insure":
        share = deal.cost(action) / stake
        values = np.array([-share, share * _INSURANCE_PAYS])
    else:
        numerator, denominator = rules.natural_odds
        natural = stake * numerator // denominator
        values = np.array([1 - natural / stake, 1.0])
    signed = -values if rules.inverted else values
    return np.round(signed, _PLACES), np.array([1 - chance, chance])


def _stake(deal: Deal) -> int:
    if deal.turn is None:
        raise ValueError("no decision is due")
    box, place = deal.in_turn
    return box.part(deal.turn.bettor).hands[place].stake


def _seed(deal: Deal, action: Action, counts: Ints) -> list[int]:
    hands = [[str(card) for card in hand.cards] for box in deal.boxes for hand in box.hands]
    dealer_cards = [str(card) for card in deal.dealer]
    text = f"{deal.rules.digest}:{dealer_cards}:{hands}:{deal.turn}:{action.text()}:"
    return list(sha256(text.encode() + counts.tobytes()).digest()[:_SEEDS])


class _Unseen:
    """Cards that may come, also counted by `Card.index`; `holes` are the places of those that may lie face down."""

    def __init__(self, deal: Deal, gone: Sequence[int]) -> None:
        decks = deal.rules.finite_decks
        full = np.full(len(CARDS), decks or 1, np.int64)
        left = full - np.array(gone, np.int64) if len(gone) else full
        if decks is None:
            self.counts = full
        else:
            # A shoe that ran empty in this deal took back what was not on the table.
            table = _count(_open_cards(deal))
            counts = np.maximum(left - table, 0)
            ran_empty = deal.cards_drawn > left.sum() or not counts.any()
            self.counts = np.maximum(full - table, 0) if ran_empty else counts
        self.deal = deal
        self.cards = _list(self.counts)
        self.holes = self._holes(self.cards)

    def _holes(self, cards: list[Card]) -> Sequence[int]:
        found = [at for at, card in enumerate(cards) if self._may_be_hole(card)]
        return found or range(len(cards))

    def _may_be_hole(self, card: Card) -> bool:
        """After a peek the face-down card does not make a blackjack."""
        rules, upcard = self.deal.rules, self.deal.dealer[0]
        if self.deal.blackjack_possible or not dealer.can_make_blackjack(rules, upcard):
            return True
        return upcard.value + card.value != ACE + TEN

    @property
    def chance_of_ten(self) -> Fraction:
        tens = sum(int(self.counts[card.index]) for card in CARDS if card.value == TEN)
        return Fraction(tens, max(int(self.counts.sum()), 1))

    def order(
        self, random: "_Random", known: Sequence[Card] = (), hole: Card | None = None
    ) -> Order:
        """Return a random order that begins with the `known` cards and has this face-down card, if it is known."""
        pool = self.cards.copy()
        for card in (*known, *([] if hole is None else [hole])):
            if card in pool:
                pool.remove(card)
        if self.deal.face_down is not None and hole is None:
            holes = self._holes(pool) if known else self.holes
            hole = _take(pool, holes[random.below(len(holes))])
        return Order(hole, list(known), _Pool(self.deal, pool, random))


class _Pool:
    """Cards that may come next. A shoe that ran empty takes back all cards but those on the table."""

    def __init__(self, deal: Deal, cards: list[Card], random: "_Random") -> None:
        self.deal, self.cards, self.random = deal, cards, random

    def __call__(self, order: Order) -> Sequence[Card]:
        if self.deal.rules.finite_decks is None:
            return [CARDS[self.random.below(len(CARDS))]]
        if not self.cards:
            hole = [] if order.hole is None else [order.hole]
            table = _count([*_open_cards(self.deal), *hole, *order.cards])
            full = np.full(len(CARDS), self.deal.rules.finite_decks, np.int64)
            self.cards = _list(full - table) or _list(full)
        return [_take(self.cards, self.random.below(len(self.cards)))]


class _Random:
    """Choices from a seeded generator, whose numbers are drawn many at a time."""

    def __init__(self, seed: list[int]) -> None:
        self._generator = np.random.default_rng(seed)
        self._numbers: list[float] = []

    def below(self, size: int) -> int:
        if not self._numbers:
            self._numbers = self._generator.random(_AT_ONCE).tolist()
        return int(self._numbers.pop() * size)


def _take(cards: list[Card], at: int) -> Card:
    """Remove the card at this place; the order of the others does not matter."""
    cards[at], cards[-1] = cards[-1], cards[at]
    return cards.pop()


def _open_cards(deal: Deal) -> list[Card]:
    return [
        *deal.dealer,
        *(card for box in deal.boxes for hand in box.hands for card in hand.cards),
    ]


def _count(cards: Iterable[Card]) -> Ints:
    return np.bincount([card.index for card in cards], minlength=len(CARDS)).astype(np.int64)


def _list(counts: Ints) -> list[Card]:
    """Return cards by their number; negative numbers are none."""
    return [card for card, count in zip(CARDS, counts.tolist(), strict=True) for _ in range(count)]


def _known_order(deal: Deal, unseen: _Unseen, random: _Random) -> Order:
    """Return the real order as far as it is known; a random one follows."""
    hole = None
    if deal.face_down is not None:
        hole = _look(deal, deal.face_down)
        if hole is None:
            return unseen.order(random, _known_cards(deal))

    def more(order: Order) -> Sequence[Card]:
        card = _look(deal, deal.cards_drawn + len(order.cards))
        if card is not None:
            return [card]
        return [unseen.order(random, order.cards, hole).draw(len(order.cards))]

    return Order(hole, [], more)


def _known_cards(deal: Deal) -> list[Card]:
    known: list[Card] = []
    while (card := _look(deal, deal.cards_drawn + len(known))) is not None:
        known.append(card)
    return known


def _look(deal: Deal, number: int) -> Card | None:
    try:
        return deal.draw(number)
    except LookupError:
        return None
