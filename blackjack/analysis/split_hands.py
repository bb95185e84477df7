"""Hands of the pairs that may be split behind one upcard, and their refunds after a dealer blackjack."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from blackjack.analysis.chances import ShoeMixture
from blackjack.analysis.positions import Positions
from blackjack.analysis.splitting import FIRST_GONE, Splitting
from blackjack.analysis.stock import ACE, TEN, VALUES, Flags, Floats, Ints
from blackjack.analysis.unsplit import UnsplitUpcard


@dataclass(frozen=True)
class Pair:
    """A dealt pair that may be split: its value, its probability behind this upcard, and its splitting.

    Tens paired by rank come in two kinds: those of the upcard's rank are fewer.
    """

    value: int
    chance: float
    splitting: Splitting


class SplitHands:
    """The hands that one kind of pair becomes, taken together.

    `at` (10,) are their positions with two cards, by value of the second. Amounts there are sums
    over all hands of the split: the chance is the expected number of hands with this second card.
    """

    def __init__(self, upcard: UnsplitUpcard, pair: Pair) -> None:
        table = upcard.table
        self.upcard, self.pair = upcard, pair
        self.first: Ints = table.hands.two[pair.value]
        self.one_card = pair.value == ACE and not table.rules.hit_split_aces
        self.may_double = table.doubles_after_split(pair.value) and not self.one_card
        self.surrender = table.surrenders(upcard.upcard, after_split=True)
        if self.one_card:
            self.surrender = None
        rules = table.rules
        self.naturals = pair.value == TEN and rules.naturals and rules.split_tens_natural
        self.at: Ints = np.zeros(VALUES, dtype=np.int64)

    def sources(self) -> Iterator[tuple[ShoeMixture, Ints]]:
        """Yield the sources of the hands: without a second card of the pair's value, and with one.

        The number of pair cards elsewhere depends on whether a hand would itself have been split
        again.
        """
        value, splitting = self.pair.value, self.pair.splitting
        other, alike = splitting.weights()
        gone = 0 if splitting.infinite else np.arange(len(other))
        left = float(self.upcard.table.stock.without(self.upcard.upcard)[value])
        pairs = np.maximum(splitting.pairs - gone, 0)
        unpaired, still = left - splitting.pairs, np.maximum(left - gone, 0)
        both = other * unpaired + alike * pairs
        same = np.divide(both, still, out=np.zeros_like(both), where=still > 0)
        second = np.arange(VALUES) == value
        yield ShoeMixture(value, other, first=1), self._reachable_hands(~second)
        yield ShoeMixture(value, same, first=1), self._reachable_hands(second)

    def _reachable_hands(self, second: Flags) -> Ints:
        """Return the indices of all hands that good play reaches from these second cards."""
        upcard, hands = self.upcard, self.upcard.table.hands
        reached = np.zeros(len(hands) + 1, dtype=bool)
        reached[self.first[second]] = True
        goes_on = upcard.may_hit | upcard.table.doubles
        for level in [] if self.one_card else reversed(hands.levels):
            drawn = np.flatnonzero(reached[level] & goes_on[level]) + level.start
            reached[hands.child[drawn]] = True
        return np.flatnonzero(reached[:-1])

    def leftmost(self) -> Floats:
        """Return the probabilities (10,) of a dealer blackjack jointly with the leftmost hand's second card, by its value.

        The leftmost hand is split again while it draws pair cards and more hands are allowed. Its
        second card is the first of these draws that is no pair card, or the last draw.
        """
        splitting, value = self.pair.splitting, self.pair.value
        upcard, infinite = self.upcard, splitting.infinite
        hole = _hole(upcard)
        left = upcard.table.stock.without(upcard.upcard, value, value)
        pairs = splitting.pairs - (0 if infinite else FIRST_GONE)
        alike = pairs if hole == value else 0.0
        found = np.zeros(VALUES)
        for paired, holes in ((0, left[hole] - alike), (1, alike)):
            if holes > 0:
                gone = 0 if infinite else 1
                rest = left - gone * (np.arange(VALUES) == hole)
                second = _leftmost_second(splitting, value, rest, pairs - gone * paired)
                found += holes / left.sum() * second
        return found

    def returned_hands(self) -> float:
        """Return the expected number of added hands whose bets a dealer blackjack returns."""
        upcard, value = self.upcard, self.pair.value
        if not (upcard.refund.splits and upcard.table.can_be_blackjack(upcard.upcard)):
            return 0.0
        hole = _hole(upcard)
        left = upcard.table.stock.without(upcard.upcard, value, value)
        more = _hands_beside(upcard, self.pair.splitting, hole == value, float(left[hole])) - 1
        return float(left[hole] / left.sum()) * more


class Splits:
    """All pairs that may be split behind an upcard: their `hands`, and the `positions` of these."""

    def __init__(self, upcard: UnsplitUpcard) -> None:
        pairs = [pair for value in range(VALUES) for pair in find_pairs(upcard, value)]
        self.hands = [SplitHands(upcard, pair) for pair in pairs]
        sources = [source for one in self.hands for source in one.sources()]
        self.positions = Positions(upcard.table, upcard.upcard, upcard.chances, sources)
        for place, one in enumerate(self.hands):
            second = np.arange(VALUES) == one.pair.value
            one.at = self.positions.column[2 * place + second, one.first]


def find_pairs(upcard: UnsplitUpcard, value: int) -> list[Pair]:
    """Return the kinds of pairs of a value that may be split; the rest of the value's pairs may not."""
    most = upcard.table.most_hands(value)
    chance, stock = float(upcard.dealt[value, value]), upcard.table.stock
    if most == 1 or chance == 0:
        return []
    left = stock.without(upcard.upcard)
    size, infinite = float(left.sum()), stock.infinite
    if value != TEN or upcard.table.rules.split_by == "value":
        return [Pair(value, chance, Splitting(most, size, float(left[value]), infinite))]
    return [
        Pair(value, chance * share, Splitting(most, size, pairs, infinite))
        for pairs, share in _ranks_of_ten(upcard, float(left[TEN]))
        if share > 0
    ]


def _ranks_of_ten(upcard: UnsplitUpcard, tens: float) -> list[tuple[float, float]]:
    """Return for each kind of ten-value rank the number of its cards and its share of all pairs of tens."""
    ranks = [float(count) for count in upcard.table.stock.ranks[TEN:]]
    if upcard.table.stock.infinite:
        return [(count, (count / tens) ** 2) for count in ranks]
    kinds: dict[float, float] = {}
    # The rank of a ten as upcard is unknown: average over the four ranks.
    uprank = (
        [(None, 1.0)]
        if upcard.upcard != TEN
        else [(k, n / sum(ranks)) for k, n in enumerate(ranks)]
    )
    for gone, likely in uprank:
        for k, count in enumerate(ranks):
            left = count - (k == gone)
            ways = max(left * (left - 1), 0) / (tens * (tens - 1)) if tens > 1 else 0
            kinds[left] = kinds.get(left, 0) + likely * ways
    return list(kinds.items())


def _hole(upcard: UnsplitUpcard) -> int:
    """Return the value of the hole card that makes a blackjack."""
    return TEN if upcard.upcard == ACE else ACE


def _leftmost_second(splitting: Splitting, value: int, left: Floats, pairs: float) -> Floats:
    """Return the probabilities (10,) of the leftmost hand's second card, drawn from `left` with `pairs` pair cards."""
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


def _hands_beside(upcard: UnsplitUpcard, splitting: Splitting, alike: bool, holes: float) -> float:  # noqa: FBT001 - says whether the hole card is of the pair's value
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
