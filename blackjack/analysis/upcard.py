"""Everything about one upcard that no decision changes: the deal, positions, and the pairs that may be split."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from blackjack.analysis.positions import Positions
from blackjack.analysis.splitting import FIRST_GONE, Splitting
from blackjack.analysis.stock import ACE, TEN, VALUES, Flags, Floats, Ints
from blackjack.analysis.table import Table

STAND, HIT, DOUBLE, SURRENDER = range(4)
"""What may be done with two cards, as places of the arrays of results."""

ACTIONS = 4


@dataclass(frozen=True)
class Pair:
    """A dealt pair that may be split: its value, its `chance` behind this upcard, and how it splits.

    Among tens that are paired by rank there are two kinds: those of the upcard's rank, of which there are fewer.
    """

    value: int
    chance: float
    splitting: Splitting


class Upcard:
    """One upcard of a table, given by its place among the values."""

    def __init__(self, table: Table, upcard: int) -> None:
        """Compute the positions of hands as they are dealt."""
        self.table, self.upcard = table, upcard
        self.refund = table.refund(upcard)
        self.main = Positions(table, upcard, np.arange(len(table.hands)))
        self.hit = self.main.hit_then_best()
        self.split_positions: dict[int, SplitHands] = {}

    @property
    def chance(self) -> float:
        """The chance of this upcard."""
        stock = self.table.stock
        return float(stock.counts[self.upcard] / stock.size)

    @cached_property
    def dealt(self) -> Floats:
        """The chances of the player's first two cards behind this upcard, (10, 10), each pair of values once."""
        first = self.table.stock.without(self.upcard)
        size = first.sum()
        again = first[None, :] - (0 if self.table.stock.infinite else np.eye(VALUES))
        both = first[:, None] * np.maximum(again, 0) / (size * again.sum(1)[:, None])
        found: Floats = np.triu(both) + np.triu(both.T, 1)
        return found

    @cached_property
    def cells(self) -> Ints:
        """What a chart sees of each hand: its total, and 32 more where it is soft; shape (H,)."""
        hands = self.table.hands
        return hands.total + 32 * hands.soft

    @cached_property
    def may_hit(self) -> Flags:
        """Hands that some good play hits: those of which any of equal total and softness is best hit; shape (H,)."""
        sign, hands = self.table.sign, len(self.table.hands)
        better = ~self.table.over & (sign * self.hit[0, :hands] > sign * self.main.stand[0, :hands])
        found: Flags = np.bincount(self.cells, better, 64)[self.cells] > 0
        return found & ~self.table.over

    @cached_property
    def results(self) -> Floats:
        """Results of best play after each first action, (4, H); one that is not offered is the worst that there is."""
        return self.offered(self.main, self.hit[:, :-1])[:, 0]

    def offered(self, positions: Positions, hit: Floats) -> Floats:
        """Return the results (4, E, n) of the first actions, `hit` (E, n) being given."""
        table, hand = self.table, positions.hand
        worst = -table.sign * np.inf
        found = np.full((ACTIONS, *hit.shape), worst)
        found[STAND] = positions.stand[:, :-1]
        found[HIT] = np.where(table.over[hand], worst, hit)
        found[DOUBLE] = np.where(table.doubles[hand], positions.doubled(), worst)
        kind = table.surrenders(self.upcard)
        if kind is not None:
            may = table.pairs_of_cards[hand] & ~table.over[hand]
            found[SURRENDER] = np.where(may, positions.surrendered(kind), worst)
        return found

    @cached_property
    def natural(self) -> float:
        """The result of a natural: paid, or pushed by a dealer blackjack; like insurance, even money is not taken."""
        blackjack = self.main.blackjack[0, [self.table.hands.two[ACE, TEN]]]
        return float(self.paid_natural(blackjack)[0])

    def paid_natural(self, blackjack: Floats) -> Floats:
        """Return what a natural wins, pushed by a dealer blackjack of this chance."""
        numerator, denominator = self.table.rules.natural_odds
        return numerator / denominator * (1 - blackjack)

    def pairs(self, value: int) -> list[Pair]:
        """Return the kinds of pairs of a value that may be split; what is left of its chance may not be."""
        most = self.table.most_hands(value)
        chance, stock = float(self.dealt[value, value]), self.table.stock
        if most == 1 or chance == 0:
            return []
        left = stock.without(self.upcard)
        size, infinite = float(left.sum()), stock.infinite
        if value != TEN or self.table.rules.split_by == "value":
            return [Pair(value, chance, Splitting(most, size, float(left[value]), infinite))]
        return [
            Pair(value, chance * share, Splitting(most, size, pairs, infinite))
            for pairs, share in self._ranks_of_ten(float(left[TEN]))
            if share > 0
        ]

    def _ranks_of_ten(self, tens: float) -> list[tuple[float, float]]:
        """Return the cards of each kind of ten-value rank, and the share of pairs of tens that are of that kind."""
        ranks = [float(count) for count in self.table.stock.ranks[TEN:]]
        if self.table.stock.infinite:
            return [(count, (count / tens) ** 2) for count in ranks]
        kinds: dict[float, float] = {}
        # The upcard is one of the tens, each as likely: the shares are means over its rank.
        uprank = (
            [(None, 1.0)]
            if self.upcard != TEN
            else [(k, n / sum(ranks)) for k, n in enumerate(ranks)]
        )
        for gone, likely in uprank:
            for k, count in enumerate(ranks):
                left = count - (k == gone)
                ways = max(left * (left - 1), 0) / (tens * (tens - 1)) if tens > 1 else 0
                kinds[left] = kinds.get(left, 0) + likely * ways
        return list(kinds.items())

    def split_hands(self, value: int) -> SplitHands:
        """Return the hands that a pair of this value becomes."""
        if value not in self.split_positions:
            self.split_positions[value] = SplitHands(self, value)
        return self.split_positions[value]


class SplitHands:
    """Positions of the hands out of a pair of one value, for every number of pair cards gone that may matter.

    `second` (10,) are the columns of the hands of two cards by the value of the second card.
    """

    def __init__(self, upcard: Upcard, value: int) -> None:
        """Find the hands that can be reached, and compute their positions."""
        table = upcard.table
        self.upcard, self.value = upcard, value
        self.one_card = value == ACE and not table.rules.hit_split_aces
        pairs = upcard.pairs(value)
        used = sum((np.abs(pair.splitting.weights()).sum(0) for pair in pairs), np.zeros(1))
        self.gone: Ints = np.flatnonzero(used)
        self.first: Ints = table.hands.two[value]
        self.positions = Positions(table, upcard.upcard, self._reached(), value, self.gone - 1)
        self.second: Ints = self.positions.column[self.first]
        self.doubled, self.surrendered = self._first_results()

    def _reached(self) -> Ints:
        upcard, hands = self.upcard, self.upcard.table.hands
        reached = np.zeros(len(hands) + 1, dtype=bool)
        reached[self.first] = True
        goes_on = upcard.may_hit | upcard.table.doubles
        for level in [] if self.one_card else reversed(hands.levels):
            drawn = level[reached[level] & goes_on[level]]
            reached[hands.child[drawn]] = True
        return np.flatnonzero(reached[:-1])

    def _first_results(self) -> tuple[Floats, Floats]:
        """Return the results of doubling and of surrender with two cards, each (E, 10)."""
        kind = self.upcard.table.surrenders(self.upcard.upcard, after_split=True) or "late"
        positions = self.positions
        return positions.doubled()[:, self.second], positions.surrendered(kind)[:, self.second]

    def chances(self, splitting: Splitting) -> Floats:
        """Return the weights (E, 10) of the second cards in the value of the whole split; see `splitting`."""
        stock = self.upcard.table.stock
        left = np.repeat(stock.without(self.upcard.upcard)[None], len(self.gone), axis=0)
        if not stock.infinite:
            left[:, self.value] = np.maximum(left[:, self.value] - self.gone, 0)
        chance = left / left.sum(1, keepdims=True)
        paired = np.array([splitting.paired(int(gone)) for gone in self.gone])
        other, alike = splitting.weights()[:, self.gone]
        found: Floats = other[:, None] * chance
        found[:, self.value] = other * (chance[:, self.value] - paired) + alike * paired
        return found

    def leftmost(self, splitting: Splitting) -> Floats:
        """Return the chances (10,) of a dealer blackjack together with the leftmost hand's second card, by its value.

        The leftmost hand is split again as long as it gets pair cards and there may be more hands: its second card is
        the first of so many draws that is no pair card, or the last of them.
        """
        upcard, infinite = self.upcard, self.upcard.table.stock.infinite
        hole = TEN if upcard.upcard == ACE else ACE
        left = upcard.table.stock.without(upcard.upcard, self.value, self.value)
        pairs = splitting.pairs - (0 if infinite else FIRST_GONE)
        alike = pairs if hole == self.value else 0.0
        found = np.zeros(VALUES)
        for paired, holes in ((0, left[hole] - alike), (1, alike)):
            if holes > 0:
                gone = 0 if infinite else 1
                rest = left - gone * (np.arange(VALUES) == hole)
                second = _leftmost_second(splitting, self.value, rest, pairs - gone * paired)
                found += holes / left.sum() * second
        return found

    def returned_hands(self, splitting: Splitting) -> float:
        """Return the mean number of added hands whose bets a dealer blackjack gives back."""
        upcard = self.upcard
        if not (upcard.refund.splits and upcard.table.can_be_blackjack(upcard.upcard)):
            return 0.0
        hole = TEN if upcard.upcard == ACE else ACE
        left = upcard.table.stock.without(upcard.upcard, self.value, self.value)
        more = _hands_beside(upcard, splitting, hole == self.value, float(left[hole])) - 1
        return float(left[hole] / left.sum()) * more


def _leftmost_second(splitting: Splitting, value: int, left: Floats, pairs: float) -> Floats:
    """Return the chances (10,) of the leftmost hand's second card, out of the cards `left`, `pairs` of them pair cards."""
    found, chance, left = np.zeros(VALUES), 1.0, left.copy()
    for draw in range(splitting.most - 1):
        share, paired = left / left.sum(), pairs / left.sum()
        if draw < splitting.most - 2:
            share[value] -= paired
        found += chance * share
        chance *= paired
        if not splitting.infinite:
            left[value], pairs = left[value] - 1, pairs - 1
        if chance <= 0:
            break
    return found


def _hands_beside(upcard: Upcard, splitting: Splitting, alike: bool, holes: float) -> float:  # noqa: FBT001 - says whether the hole card is of the pair's value
    """Return the expected number of hands when the hole card, one of `holes`, makes a blackjack."""
    stock = upcard.table.stock
    if stock.infinite:
        return splitting.expected_hands()
    most, size, pairs = splitting.most, splitting.size - 1, splitting.pairs
    other = Splitting(most, size, pairs).expected_hands()
    if not alike or holes == 0:
        return other
    of_rank = (pairs - FIRST_GONE) / holes
    same = Splitting(most, size, pairs - 1).expected_hands() if of_rank > 0 else 0.0
    return of_rank * same + (1 - of_rank) * other
