"""Kinds of first cards of a shoe, by what decides side bets and what a hand may become."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from types import MappingProxyType
from typing import NamedTuple

from blackjack import side_bets
from blackjack.cards import ACE, CARDS, RANKS, TEN, Card

MOST_ALIKE = 4
"""First cards relevant to one box: its two and the dealer's two. More copies of a card change nothing."""

_ANY = 2


class Opening(NamedTuple):
    """A kind of first cards: the values of the box's (`low` <= `high`), whether they are of one rank (`alike`), and the dealer's.

    `paired`: the dealer's second card has the upcard's rank. `upcard` is its value for an ace or
    ten, else 2, as the others are equivalent. `twins` counts the dealer's cards of the rank of the
    box's pair.
    """

    low: int
    high: int
    alike: bool
    upcard: int
    paired: bool
    twins: int


class SideOutcomes(NamedTuple):
    """Outcomes of side bets on first cards, None for a loss; `three` is the outcome of 21+3."""

    player_pair: str | None
    three: str | None
    dealer_pair: str | None

    def of(self, name: str) -> str | None:
        """Return the outcome of the side bet `name`, None if it loses."""
        if name == "player_pair":
            return self.player_pair
        if name == "dealer_pair":
            return self.dealer_pair
        return self.three if self.three in side_bets.OUTCOMES[name] else None


@lru_cache(maxsize=8)
def list_openings(copies: int, second_copies: int) -> Mapping[Opening, frozenset[SideOutcomes]]:
    """Return every opening, with all outcomes of side bets on it, of a shoe with `copies` of each card. Memoised.

    `second_copies` is the number for the dealer's second card, which may come after the shoe was
    dealt out and refilled.
    """
    found: dict[Opening, set[SideOutcomes]] = {}
    for first, second, upcard in _three_cards():
        dealt = (first, second, upcard)
        if copies < len(dealt) and max(map(dealt.count, dealt)) > copies:
            continue
        pair = side_bets.best_outcome("player_pair", (first, second), (upcard,))
        three = side_bets.best_outcome("21+3", (first, second), (upcard,))
        sides = found.setdefault(_opening(first, second, upcard, paired=False), set())
        sides.add(SideOutcomes(pair, three, None))
        for mate in _of_rank(upcard.rank):
            if second_copies > len(dealt) or dealt.count(mate) < second_copies:
                kind = side_bets.best_outcome("dealer_pair", (first, second), (upcard, mate))
                sides = found.setdefault(_opening(first, second, upcard, paired=True), set())
                sides.add(SideOutcomes(pair, three, kind))
    return MappingProxyType({opening: frozenset(sides) for opening, sides in found.items()})


_SUITS_OF_THREE = ("CCC", "CCS", "CCD", "CSC", "CSS", "CSD", "CDC", "CDD", "CDS", "CDH")
"""Suits of the box's two cards and the upcard, up to a permutation of colours and suits."""


def _three_cards() -> Iterator[tuple[Card, Card, Card]]:
    """Yield the box's two cards, in one order only, and the upcard."""
    for suits in _SUITS_OF_THREE:
        one, two, three = (_of_suit(suit) for suit in suits)
        for low, high in combinations_with_replacement(range(len(RANKS)), 2):
            for upcard in three:
                yield one[low], two[high], upcard


def _of_suit(suit: str) -> list[Card]:
    return [card for card in CARDS if card.suit == suit]


@lru_cache(maxsize=len(RANKS))
def _of_rank(rank: str) -> tuple[Card, ...]:
    return tuple(card for card in CARDS if card.rank == rank)


def _opening(first: Card, second: Card, upcard: Card, *, paired: bool) -> Opening:
    low, high = sorted((first.value, second.value))
    alike = first.rank == second.rank
    matters = upcard.value in (ACE, TEN)
    twins = 1 + paired if alike and first.rank == upcard.rank else 0
    return Opening(low, high, alike, upcard.value if matters else _ANY, paired, twins)
