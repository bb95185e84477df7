"""Card values, written from the text of the rules. A card is rank and suit, such as "TS"."""

from collections.abc import Sequence
from typing import Final

BEST: Final = 21
ACE: Final = 1
TEN: Final = 10
_RANKS: Final = "A23456789TJQK"
_RED: Final = "DH"


def card_points(card: str) -> int:
    """Return 1 for an ace, 10 for a ten or picture, else the rank."""
    return min(_RANKS.index(card[0]) + 1, TEN)


def hand_total(cards: Sequence[str]) -> tuple[int, bool]:
    """Return the best total, and whether it is soft."""
    hard = sum(card_points(card) for card in cards)
    if hard + 10 <= BEST and any(card[0] == "A" for card in cards):
        return hard + 10, True
    return hard, False


def side_bet_outcome(name: str, first_two: Sequence[str], dealer: Sequence[str]) -> str | None:
    """Return the outcome of a side bet; None if lost."""
    if name == "player_pair":
        return _pair(*first_two)
    if name == "dealer_pair":
        return _pair(*dealer[:2])
    found = _three([*first_two, dealer[0]])
    return None if name == "top_3" and found in ("straight", "flush") else found


def _pair(one: str, other: str) -> str | None:
    if one[0] != other[0]:
        return None
    if one[1] == other[1]:
        return "perfect"
    return "coloured" if (one[1] in _RED) == (other[1] in _RED) else "mixed"


def _three(cards: Sequence[str]) -> str | None:
    ranks, flush = {card[0] for card in cards}, len({card[1] for card in cards}) == 1
    if len(ranks) == 1:
        return "suited_trips" if flush else "trips"
    runs = _RANKS + "A"
    if any(ranks == set(runs[low : low + 3]) for low in range(len(runs) - 2)):
        return "straight_flush" if flush else "straight"
    return "flush" if flush else None
