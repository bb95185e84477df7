"""Side bets on rank and suit of the first cards; they are settled independently of the hand."""

from collections.abc import Mapping
from types import MappingProxyType

from blackjack.cards import RANKS, Card

_PAIRS = ("perfect", "coloured", "mixed")
_THREES = ("suited_trips", "straight_flush", "trips", "straight", "flush")

OUTCOMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"player_pair": _PAIRS, "dealer_pair": _PAIRS, "21+3": _THREES, "top_3": _THREES[:3]},
)
"""Every side bet with its outcomes, best first."""

_RED = "DH"
_HIGH_STRAIGHT = [RANKS.index(rank) for rank in "AQK"]


def best_outcome(name: str, own: tuple[Card, Card], dealer: tuple[Card, ...]) -> str | None:
    """Return the best outcome of side bet `name`, None if it loses.

    `own` are the box's first two cards, `dealer` the dealer's first card and, for `dealer_pair`,
    the second.
    """
    if name == "player_pair":
        return _pair(*own)
    if name == "dealer_pair":
        return _pair(dealer[0], dealer[1])
    best = _three((*own, dealer[0]))
    return best if best in OUTCOMES[name] else None


def _pair(first: Card, second: Card) -> str | None:
    if first.rank != second.rank:
        return None
    if first.suit == second.suit:
        return "perfect"
    return "coloured" if (first.suit in _RED) == (second.suit in _RED) else "mixed"


def _three(cards: tuple[Card, Card, Card]) -> str | None:
    suited = len({card.suit for card in cards}) == 1
    if len({card.rank for card in cards}) == 1:
        return "suited_trips" if suited else "trips"
    if _straight(cards):
        return "straight_flush" if suited else "straight"
    return "flush" if suited else None


def _straight(cards: tuple[Card, Card, Card]) -> bool:
    places = sorted(RANKS.index(card.rank) for card in cards)
    low, middle, high = places
    return (middle == low + 1 and high == middle + 1) or places == _HIGH_STRAIGHT
