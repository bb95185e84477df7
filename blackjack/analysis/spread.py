"""Distribution of the net result of a round; the standard deviation follows from it.

Rounds without a split are exact. A split hand's joint distribution with the dealer's end is exact
too. The one approximation: hands of one split are independent given the dealer's end.
"""

from collections import defaultdict
from collections.abc import Mapping
from itertools import product

import numpy as np

from blackjack.analysis.ends import BLACKJACK, ENDS
from blackjack.analysis.play import Played, SplitPair
from blackjack.analysis.positions import Positions
from blackjack.analysis.split_hands import SplitHands
from blackjack.analysis.stock import ACE, TEN, Floats, Ints
from blackjack.analysis.upcard import DOUBLE, HIT, STAND, SURRENDER

Spread = defaultdict[float, float]
"""Probabilities of net results, by result in units of the bet."""

ByEnd = Mapping[float, Floats]
"""Joint probabilities (24,) of a net result and each dealer end, by result."""

_DIGITS = 9
_SURE = 1e-15


def compute_spread(played: Played) -> Spread:
    """Return the distribution of net results behind one upcard."""
    found: Spread = defaultdict(float)
    chance = played.upcard.dealt.copy()
    if played.upcard.table.rules.naturals:
        _add_naturals(found, played, float(chance[ACE, TEN]))
        chance[ACE, TEN] = 0
    pairs = [one for kinds in played.splits.values() for one in kinds if one.is_split]
    for one in pairs:
        chance[one.pair.value, one.pair.value] -= one.pair.chance
        for result, likely in split_spread(played, one).items():
            found[result] += likely
    for result, by_end in _unsplit(played, np.maximum(chance, 0)).items():
        found[result] += float(by_end.sum())
    return found


def _add_naturals(found: Spread, played: Played, chance: float) -> None:
    pushed = float(played.upcard.blackjack[ACE, TEN])
    found[_key(played.upcard.paid_natural(1.0))] += chance * (1 - pushed)
    found[0.0] += chance * pushed


def _key(result: float) -> float:
    return round(result, _DIGITS) + 0.0


def _unsplit(played: Played, chance: Floats) -> ByEnd:
    """Return the distribution, by dealer end, of two cards played as dealt."""
    upcard = played.upcard
    rows = np.nonzero(chance)
    order = chance[rows] / upcard.dealt_order[rows]
    at, actions = upcard.table.hands.two[rows], played.actions[rows]
    late = upcard.table.surrenders(upcard.upcard) == "late"
    return _Followed(played, upcard.main).results(at, order, actions, late=late)


def split_spread(played: Played, split: SplitPair) -> Spread:
    """Return the distribution of rounds with this split, weighted by the probability of the pair.

    For each dealer end: the convolutions of the distribution of one hand, mixed over the number of
    hands.
    """
    found: Spread = defaultdict(float)
    by_result = _split_hand(played, split.hands)
    counts = split.pair.splitting.hand_counts()
    total = np.sum(list(by_result.values()), axis=0)
    for end in np.flatnonzero(total > _SURE):
        behind = float(total[end] / total.sum()) * split.pair.chance
        if end == BLACKJACK and played.upcard.refund.splits:
            found[-1.0] += behind
            continue
        one = {result: float(chance[end] / total[end]) for result, chance in by_result.items()}
        several = {0.0: 1.0}
        for count in range(1, len(counts)):
            several = _add_spreads(several, one)
            for result, chance in several.items():
                found[_key(result)] += behind * float(counts[count]) * chance
    return found


def _add_spreads(one: Mapping[float, float], other: Mapping[float, float]) -> dict[float, float]:
    found: Spread = defaultdict(float)
    for (result, chance), (more, likely) in product(one.items(), other.items()):
        if chance * likely > 0:
            found[_key(result + more)] += chance * likely
    return found


def _split_hand(played: Played, hands: SplitHands) -> ByEnd:
    """Return the distribution, by dealer end, of single hands of a split, summed over the hands."""
    positions, at = played.upcard.splits.positions, hands.at
    order, actions = np.ones(len(at)), played.split_actions(hands)
    naturals = np.zeros(ENDS)
    if hands.naturals:
        naturals = positions.ends[at[ACE]].copy()
        order[ACE] = 0
    found = _Followed(played, positions).results(at, order, actions, late=True)
    found[_key(played.upcard.paid_natural(1.0))] += np.where(_AT_BLACKJACK, 0, naturals)
    found[0.0] += np.where(_AT_BLACKJACK, naturals, 0)
    return found


_AT_BLACKJACK = np.arange(ENDS) == BLACKJACK


class _Followed:
    """Hands followed from two cards to their end."""

    def __init__(self, played: Played, positions: Positions) -> None:
        self.positions = positions
        self.hits = played.policy.hits[positions.hand]
        self.back = played.upcard.refund.doubles

    def results(
        self, at: Ints, order: Floats, actions: Ints, *, late: bool
    ) -> defaultdict[float, Floats]:
        """Return the distribution, by dealer end, of two cards at these positions with these first actions.

        `order` is the number of orders of each. `late`: a surrendered hand loses its whole bet to a
        dealer blackjack.
        """
        found: defaultdict[float, Floats] = defaultdict(lambda: np.zeros(ENDS))
        self._add_given_up(found, self._by_end(at, order, actions == SURRENDER), late=late)
        for action, bet in ((STAND, 1.0), (HIT, 1.0), (DOUBLE, 2.0)):
            start = np.zeros(len(self.positions))
            start[at] = np.where(actions == action, order, 0)
            if start.any():
                two = self._by_end(at, order, actions == action)
                self._add_played(found, start, two, action, bet)
        return found

    def _by_end(self, at: Ints, order: Floats, chosen: Ints) -> Floats:
        found: Floats = np.where(chosen, order, 0) @ self.positions.ends[at]
        return found

    def _add_given_up(
        self, found: defaultdict[float, Floats], given_up: Floats, *, late: bool
    ) -> None:
        taken = np.where(_AT_BLACKJACK & late, given_up, 0)
        found[-0.5] += given_up - taken
        found[-1.0] += taken

    def _add_played(
        self,
        found: defaultdict[float, Floats],
        start: Floats,
        two: Floats,
        action: int,
        bet: float,
    ) -> None:
        """Add hands that begin with an action; hands of `two` that do not stand in the end are bust."""
        back = self.back if action == DOUBLE else "none"
        stood = self._stood(start, action)
        rows = np.flatnonzero(stood)
        ends = stood[rows, None] * self.positions.ends[rows]
        wins = (ends * self.positions.wins[rows]).sum(0)
        pushes = (ends * self.positions.pushes[rows]).sum(0)
        standing = ends.sum(0)
        bust = np.maximum(two - standing, 0)
        lost = standing - wins - pushes
        returned = (lost if back != "none" else 0) + (bust if back == "all" else 0)
        kept = np.where(_AT_BLACKJACK, returned, 0)
        found[bet] += wins
        found[0.0] += pushes
        found[-bet] += lost + bust - kept
        found[-1.0] += kept

    def _stood(self, start: Floats, action: int) -> Floats:
        """Return the number of orders (n,) in which each hand is reached and stands."""
        if action == STAND:
            return start
        if action == DOUBLE:
            return self.positions.orders(start, np.zeros(len(start), dtype=bool))
        return np.where(self.hits, 0, self.positions.orders(start, self.hits))
