"""Two players at a live table for `make bench-signals`: one bets the same all the time, the other joins some deals."""

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from signals.columns import DealMark, Deals, Flags
from signals.pairs import PlayerPair, Side
from tools.benchmarks.signals_players import Random, Seat, bet_at_random, bet_flat, build_history

_GOOD: Final = 1.0

Join = Callable[[Seat, Random], Flags]
"""Returns the deals that the partner joins."""


def join_good_counts(errors: float) -> Join:
    """Join at a true count of +1 or more; a share of deals is taken for what it is not."""

    def join(seat: Seat, random: Random) -> Flags:
        return np.asarray((seat.true_count >= _GOOD) ^ (random.random(len(seat.rows)) < errors))

    return join


def join_late(seat: Seat, random: Random) -> Flags:
    """Come after a part of each shoe and stay to its end."""
    return np.asarray(_place(seat) >= _of_shoe(seat, random.random))


def leave_early(seat: Seat, random: Random) -> Flags:
    return np.asarray(_place(seat) < _of_shoe(seat, random.random))


def join_now_and_then(seat: Seat, random: Random) -> Flags:
    """Join or sit out for eight deals or so at a time."""
    changes = random.random(len(seat.rows)) < 1 / 8
    return np.asarray(np.cumsum(changes) % 2 == 0)


def _place(seat: Seat) -> np.ndarray:
    """Part of the shoe that is over."""
    deals = np.bincount(seat.shoe)
    return (seat.nonce - 1) / np.maximum(deals[seat.shoe], 1)


def _of_shoe(seat: Seat, draw: Callable[[int], np.ndarray]) -> np.ndarray:
    return draw(int(seat.shoe.max()) + 1)[seat.shoe]


JOINS: Final[Mapping[str, tuple[Join, bool]]] = {
    "friend who comes late": (join_late, True),
    "friend who leaves early": (leave_early, True),
    "friend now and then": (join_now_and_then, True),
    "team": (join_good_counts(0.05), False),
    "team, 20 % errors": (join_good_counts(0.2), False),
}
"""How the partner joins, and whether that is honest."""


def build_pair(seat: Seat, join: Join, random: Random) -> PlayerPair:
    """Return the two; the partner has seen all deals of the flat player."""
    watching = np.zeros(len(seat.rows), bool)
    flat = build_history(seat, bet_flat(seat, random), random, watching, with_decisions=False)
    away = ~join(seat, random)
    joined = build_history(seat, bet_at_random(seat, random), random, away, with_decisions=False)
    return PlayerPair(_side("flat", flat.deals), _side("partner", joined.deals))


def cut_pair(pair: PlayerPair, first: int, end: int) -> PlayerPair:
    """Return the pair with the flat player's deals from `first` to `end` (not included)."""
    rows = slice(first, end)
    return PlayerPair(
        _side("flat", pair.one.deals.take(rows)), _side("partner", pair.other.deals.take(rows))
    )


def _side(name: str, deals: Deals) -> Side:
    return Side(name, int((deals.played & (deals.marks & int(DealMark.LIVE) > 0)).sum()), deals)
