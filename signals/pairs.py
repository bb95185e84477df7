"""Pairs of players at live tables: what they played together, and who bet on the same box."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from signals.columns import Columns, DealMark, Deals, Floats, Ints


@dataclass(frozen=True, slots=True)
class BoxResults(Columns):
    """A player's boxes at live tables with real money, one row for each box of a round. `net` is what came back less stakes."""

    deal: Ints
    box: Ints
    round: Ints
    at: Floats
    net: Ints


@dataclass(frozen=True, slots=True)
class SharedBoxes(Columns):
    """Boxes on which both bet, one row for each box of a deal. `net` is what came back less the stakes of that box, in USD."""

    round: Ints  # of `Pair.one`
    other_round: Ints
    at: Floats
    net: Ints
    other_net: Ints


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two. `rounds` counts all rounds with real money in the window, private ones included.

    `deals` are those at live tables, sat out included, since the player was first seen at the shoe.
    """

    player: str
    rounds: int
    deals: Deals = field(default_factory=Deals.empty)


@dataclass(frozen=True)
class PlayerPair:
    """Two players; `linked` if MA1 has them in one group. `Deals.deal` must name the same deal by the same number for both."""

    one: Side
    other: Side
    linked: bool = False
    boxes: SharedBoxes = field(default_factory=SharedBoxes.empty)

    @cached_property
    def shared(self) -> tuple[Ints, Ints]:
        """Deals in which both bet real money: rows in the deals of each."""
        one, other = _bets(self.one.deals), _bets(self.other.deals)
        found = np.intersect1d(
            self.one.deals.deal[one], self.other.deals.deal[other], return_indices=True
        )
        order = np.argsort(found[1])
        return one[found[1][order]], other[found[2][order]]

    @property
    def share(self) -> float:
        """Shared deals ÷ the fewer rounds of either; 0.0 if one of them played no round."""
        fewer = min(self.one.rounds, self.other.rounds)
        return len(self.shared[0]) / fewer if fewer else 0.0


def find_shared_boxes(one: BoxResults, other: BoxResults) -> SharedBoxes:
    """Return the boxes on which both bet, in time order."""
    boxes = int(max(one.box.max(initial=0), other.box.max(initial=0))) + 1
    deals = np.unique(np.concatenate([one.deal, other.deal]))
    mine, theirs = (np.searchsorted(deals, rows.deal) * boxes + rows.box for rows in (one, other))
    _, left, right = np.intersect1d(mine, theirs, return_indices=True)
    order = np.argsort(one.at[left], kind="stable")
    own, others = one.take(left[order]), other.take(right[order])
    return SharedBoxes(own.round, others.round, own.at, own.net, others.net)


def count_shared_deals(deal: Ints, player: Ints) -> tuple[Ints, Ints, Ints]:
    """Return the pairs of players with a common deal, the lower number first, and how many they share.

    One row for each bettor of a deal. Work grows with deals and with the bettors of the fullest one, not with all pairs.
    """
    order = np.lexsort((player, deal))
    deal, player = deal[order], player[order]
    players = int(player.max(initial=0)) + 1
    codes: list[Ints] = []
    for step in range(1, len(deal)):
        together = deal[step:] == deal[:-step]
        if not together.any():
            break
        codes.append(player[:-step][together] * players + player[step:][together])
    if not codes:
        none = np.zeros(0, np.int64)
        return none, none, none
    pairs, counts = np.unique(np.concatenate(codes), return_counts=True)
    one, other = np.divmod(pairs, players)
    two = one != other
    return one[two], other[two], counts[two].astype(np.int64)


def _bets(deals: Deals) -> Ints:
    counted = deals.played & (deals.marks & int(DealMark.PLAY_MONEY) == 0)
    return np.flatnonzero(counted & (deals.marks & int(DealMark.LIVE) > 0))
