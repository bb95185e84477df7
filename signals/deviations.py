"""What a decision that differs from the chart gained, and what it could have gained (INT1).

The gain is the result of the player's boxes after the action less that after the chart's action, with the same cards in
the same order and later decisions by the chart, in stakes of the hand. Its distribution under cards that nobody has
seen is exact for insurance and even money. For other actions it has the gains in `ORDERS` random orders of the unseen
cards and the gain itself, each with the same chance: before the cards come, the real order is just one more random
order, so a tail made from this is exact whatever `ORDERS` is; more orders only add power.

The sum of gains is mostly the luck of the cards after the next one. So a deviation is also `right` or not by the next
card alone: whether with a card of its value the action is the best (`signals.right_cards`). Its chance is that of these
values, exact however well they were chosen. Insurance and even money are right if the face-down card makes them so.

The orders are seeded by what was on the table, so that the same deal always gives the same figures.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import numpy as np

from blackjack.actions import Action
from blackjack.cards import Card
from blackjack.deal import Deal
from signals.columns import Floats, Ints
from signals.playouts import CardOrder, Own, Playout
from signals.right_cards import find_right_cards
from signals.unseen import Unseen, UnseenChoices

ORDERS: Final = 31
"""Random orders for the distribution of the gain."""

_INSURANCE_PAYS: Final = 2
_PLACES: Final = 4
_SEEDS: Final = 16


@dataclass(frozen=True, slots=True)
class Deviation:
    """The gain of an action over the chart's, and its possible values with their chances before the cards came.

    `right` says whether the next card made the action the best; `right_chance` is how likely that was. `cost` is the mean
    loss against the chart's action in a fresh shoe.
    """

    gain: float
    values: Floats
    chances: Floats
    right: bool
    right_chance: float
    cost: float


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
    unseen = Unseen(deal, gone)
    random = UnseenChoices(_seed(deal, action, unseen.counts))
    stake = _stake(deal)

    def gain(order: CardOrder) -> float:
        results = (playout.result(deal, one, order, own) for one in (action, advised))
        taken, by_chart = results
        return round((taken - by_chart) / stake, _PLACES)

    order = _known_order(deal, unseen, random)
    known = gain(order)
    exact = _exact(deal, action, advised, unseen)
    if exact is not None:
        values, chances = exact
        likely, cost = float(chances[values > 0].sum()), -float(values @ chances)
        return Deviation(known, values, chances, known > 0, likely, cost)
    drawn = [gain(unseen.order(random)) for _ in range(ORDERS)]
    values, times = np.unique(np.array([known, *drawn]), return_counts=True)
    right = find_right_cards(playout, deal, action.verb)
    chance = min(float(sum(unseen.chance_of_next(value) for value in right.values)), 1.0)
    is_right = order.draw(0).value in right.values
    return Deviation(known, values, times / (ORDERS + 1), is_right, chance, right.cost)


def _exact(
    deal: Deal, action: Action, advised: Action, unseen: Unseen
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


def _known_order(deal: Deal, unseen: Unseen, random: UnseenChoices) -> CardOrder:
    """Return the real order as far as it is known; a random one follows."""
    hole = None
    if deal.face_down is not None:
        hole = _look(deal, deal.face_down)
        if hole is None:
            return unseen.order(random, _known_cards(deal))

    def more(order: CardOrder) -> Sequence[Card]:
        card = _look(deal, deal.cards_drawn + len(order.cards))
        if card is not None:
            return [card]
        return [unseen.order(random, order.cards, hole).draw(len(order.cards))]

    return CardOrder(hole, [], more)


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
