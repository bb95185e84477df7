"""Situation of a decision in numbers, stored with it: chart cell, legal actions, and the count of the cards seen."""

from dataclasses import dataclass
from typing import Final

from blackjack.actions import VERBS
from blackjack.cards import ACE, TEN, Card
from blackjack.deal import Deal
from blackjack.legality import legal_in_play
from blackjack.simulation.counting import hi_lo_count
from blackjack.strategy import ROWS, UPCARDS, find_row

_ROW: Final = {row: place * len(UPCARDS) for place, row in enumerate(ROWS)}
_COLUMN: Final = {value: value - 2 for value in range(2, TEN + 1)} | {ACE: len(UPCARDS) - 1}
_BIT: Final = {verb: 1 << place for place, verb in enumerate(VERBS)}
NO_SPOT: Final = -1


@dataclass(frozen=True, slots=True)
class DecisionSituation:
    """`spot` is the cell's number, row by row as in `blackjack.strategy`; -1 where the chart is not asked.

    `legal` has the bit of each legal verb, by its place in `blackjack.actions.VERBS`. Before the peek, where early
    surrender is offered, it also has the verbs of the play that would follow.
    """

    spot: int
    legal: int
    seen: int
    drawn: int


def describe_situation(deal: Deal) -> DecisionSituation:
    """Return the situation of the deal's next decision. Raises IllegalAction if the deal is over."""
    box, place = deal.in_turn
    hand, upcard, legal = box.hands[place], deal.dealer[0], deal.legal_actions
    spot = NO_SPOT
    if deal.phase != "before_peek":
        spot = find_spot(find_row(hand), upcard)
    elif "surrender" in legal:
        spot = find_spot(find_row(hand), upcard)
        legal = (*legal, *legal_in_play(deal.rules, upcard, box, hand))
    mask = 0
    for verb in legal:
        mask |= _BIT[verb]
    return DecisionSituation(spot, mask, count_seen(deal), deal.cards_drawn)


def find_spot(row: str, upcard: Card) -> int:
    """Return the number of a chart's cell."""
    return _ROW[row] + _COLUMN[upcard.value]


def count_seen(deal: Deal) -> int:
    """Return the Hi-Lo count of the cards that are face-up."""
    seen = [*deal.dealer]
    for box in deal.boxes:
        for hand in box.hands:
            seen += hand.cards
    return hi_lo_count(seen)
