"""The tests of the battery. Each compares drawn shoes with the exact expectation under fair shuffling.

Shoes are independent, cards within a shoe are not. Tests therefore use the law of a random order, or one number or
row for each shoe, whose spread is estimated from all shoes.
"""

from collections.abc import Callable, Iterator
from math import comb, lgamma, perm
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from tools.randomness.drawing import CARDS, DECKS, SHOE, Shoes
from tools.randomness.statistics import (
    Check,
    Numbers,
    check_chi_square,
    check_counts,
    check_mean,
    check_means,
    check_z,
)

RANKS: Final = 13
SUITS: Final = 4
_OF_RANK: Final = SHOE // RANKS
_LAGS: Final = range(1, 6)
_LONGEST_GAP: Final = 60
_BLOCK: Final = 4
"""Cards of the first round of one player: the second is the dealer's face-up card, the fourth the face-down one."""
_OPENING: Final = 4
"""First cards of a shoe that are compared among shoes."""
_LEFT: Final = np.arange(SHOE, 0, -1)
Cells = NDArray[np.int64]


def run_checks(shoes: Shoes) -> Iterator[Check]:
    """Run every test of the battery."""
    for check in _ALL:
        yield from check(shoes)


def check_positions(shoes: Shoes) -> Iterator[Check]:
    """Test counts of cards, ranks and suits at each position of the shoe, and of pairs of neighbours."""
    for name, kinds, number in _kinds(shoes):
        cells = np.arange(SHOE) * number + kinds
        counts = np.bincount(cells.ravel(), minlength=SHOE * number)
        expected = len(kinds) / number
        statistic = float(np.sum((counts - expected) ** 2) / expected) * (SHOE - 1) / SHOE
        yield check_chi_square(f"{name} by position", statistic, (SHOE - 1) * (number - 1))


def check_neighbours(shoes: Shoes) -> Iterator[Check]:
    """Test pairs of adjacent ranks, and the correlation of ranks a few cards apart."""
    ranks = shoes.cards % RANKS
    pairs = _count_rows(ranks[:, :-1] * RANKS + ranks[:, 1:], RANKS * RANKS)
    yield check_means("adjacent ranks", pairs, _pair_chances() * (SHOE - 1))
    centred = ranks - (RANKS - 1) / 2
    variance = (RANKS**2 - 1) / 12
    for lag in _LAGS:
        sums = np.sum(centred[:, :-lag] * centred[:, lag:], axis=1)
        yield check_mean(
            f"correlation of ranks, lag {lag}", sums, -variance * (SHOE - lag) / (SHOE - 1)
        )


def check_gaps(shoes: Shoes) -> Iterator[Check]:
    """Test the distances between cards of one rank."""
    order = np.argsort(shoes.cards % RANKS, axis=1, kind="stable")
    places = order.reshape(len(order), RANKS, _OF_RANK)
    gaps = np.minimum(np.diff(places, axis=2), _LONGEST_GAP).reshape(len(order), -1) - 1
    expected = [RANKS * _gap_chance(gap) for gap in range(1, _LONGEST_GAP)]
    expected.append(RANKS * (_OF_RANK - 1) - sum(expected))
    yield check_means("gaps", _count_rows(gaps, _LONGEST_GAP), np.array(expected))


def check_collections(shoes: Shoes) -> Iterator[Check]:
    """Test how many cards it takes from the start of a shoe until each rank, and each card, was seen (coupon collector)."""
    for name, kinds, number in _kinds(shoes):
        if number == SUITS:
            continue
        firsts = np.stack([np.argmax(kinds == kind, axis=1) for kind in range(number)])
        needed = firsts.max(axis=0) + 1
        counts = np.bincount(needed, minlength=SHOE + 1)
        unseen = np.array([_unseen_chance(number, cards) for cards in range(SHOE + 1)])
        yield check_counts(f"collection of each {name}", counts[1:], list(-np.diff(unseen)))


def check_runs(shoes: Shoes) -> Iterator[Check]:
    """Test the number of runs of one colour, and of high and low cards."""
    suits, ranks = shoes.cards // RANKS, shoes.cards % RANKS
    is_ten = (ranks >= RANKS - SUITS) | (ranks == 0)
    for name, is_one, ones in (
        ("runs of one colour", (suits == 1) | (suits == 2), SHOE // 2),  # noqa: PLR2004 - diamonds and hearts
        ("runs of tens and aces", is_ten, 5 * _OF_RANK),
    ):
        runs = 1 + np.sum(is_one[:, 1:] != is_one[:, :-1], axis=1)
        counts = np.bincount(runs, minlength=SHOE + 1)
        yield check_counts(name, counts[2:], _run_chances(ones, SHOE - ones))


def check_rounds(shoes: Shoes) -> Iterator[Check]:
    """Test the dealer's face-up card against the face-down one, over blocks of four cards."""
    ranks = (shoes.cards % RANKS).reshape(len(shoes.cards), -1, _BLOCK)
    tables = _count_rows(ranks[:, :, 1] * RANKS + ranks[:, :, 3], RANKS * RANKS)
    yield check_means("face-up and face-down card", tables, _pair_chances() * (SHOE // _BLOCK))


def check_duplicates(shoes: Shoes) -> Iterator[Check]:
    """Test the number of pairs of shoes that begin with the same cards."""
    opening = shoes.cards[:, :_OPENING]
    _values, counts = np.unique(opening, axis=0, return_counts=True)
    found = int(np.sum(counts * (counts - 1) // 2))
    expected = comb(len(opening), 2) * _opening_chance()
    low, high = stats.poisson.cdf(found, expected), stats.poisson.sf(found - 1, expected)
    yield Check("shoes with the same first cards", float(found), 0, min(1.0, 2 * min(low, high)))


def check_indexes(shoes: Shoes) -> Iterator[Check]:
    """Test the index of each draw, given the number of cards left, and the correlation of successive ones."""
    statistic, number = 0.0, len(shoes.indexes)
    for place, left in enumerate(_LEFT[:-1]):
        counts = np.bincount(shoes.indexes[:, place], minlength=left)
        statistic += float(np.sum((counts - number / left) ** 2)) / (number / left)
    yield check_chi_square("index by cards left", statistic, int(np.sum(_LEFT - 1)))
    parts = (shoes.indexes - (_LEFT - 1) / 2)[:, :-1] / np.sqrt((_LEFT[:-1] ** 2 - 1) / 12)
    for lag in _LAGS:
        products = parts[:, :-lag] * parts[:, lag:]
        yield check_z(
            f"correlation of indexes, lag {lag}", float(products.sum() / np.sqrt(products.size))
        )


def check_nonces(shoes: Shoes) -> Iterator[Check]:
    """Test draws with the same cursor in deals of one shoe: two draws from one block leave the same rest.

    x mod a and x mod b are equal modulo every common divisor of a and b.
    """
    for lag in _LAGS:
        same = expected = variance = 0.0
        for index, deal, cursor in zip(shoes.indexes, shoes.deals, shoes.cursors, strict=True):
            for one, other in _same_cursor(deal, cursor, lag):
                divisors = np.gcd(_LEFT[one], _LEFT[other])
                shared = divisors > 1
                chance = 1 / divisors[shared]
                same += float(np.sum(((index[one] - index[other]) % divisors == 0)[shared]))
                expected += float(chance.sum())
                variance += float(np.sum(chance * (1 - chance)))
        yield check_z(f"deals {lag} apart, same cursor", (same - expected) / variance**0.5)


def _same_cursor(deal: Cells, cursor: Cells, lag: int) -> Iterator[tuple[Cells, Cells]]:
    """Yield places of draws with the same cursor in deals `lag` apart."""
    place = np.full((int(deal[-1]) + 1, int(cursor.max()) + 1), -1)
    place[deal, cursor] = np.arange(len(deal))
    one, other = place[:-lag].ravel(), place[lag:].ravel()
    both = (one >= 0) & (other >= 0)
    yield one[both], other[both]


def _kinds(shoes: Shoes) -> Iterator[tuple[str, Cells, int]]:
    yield "card", shoes.cards, CARDS
    yield "rank", shoes.cards % RANKS, RANKS
    yield "suit", shoes.cards // RANKS, SUITS


def _count_rows(cells: Cells, number: int) -> Numbers:
    """Return how often each of `number` values is in each row."""
    rows = np.arange(len(cells))[:, None] * number + cells
    return (
        np.bincount(rows.ravel(), minlength=len(cells) * number).reshape(-1, number).astype(float)
    )


def _pair_chances() -> Numbers:
    """Return the chance of each ordered pair of ranks at two places of a shoe."""
    equal = np.eye(RANKS)
    return ((_OF_RANK * (_OF_RANK - equal)) / (SHOE * (SHOE - 1))).ravel()


def _gap_chance(gap: int) -> float:
    """Return the expected number of gaps of this length between cards of one rank in a shoe."""
    others = SHOE - _OF_RANK
    if gap - 1 > others:
        return 0.0
    between = _falling(others, gap - 1) - _falling(SHOE - 2, gap - 1)
    return (SHOE - gap) * _OF_RANK * (_OF_RANK - 1) / (SHOE * (SHOE - 1)) * float(np.exp(between))


def _falling(of: int, factors: int) -> float:
    """Return the logarithm of of · (of - 1) · … with this many factors."""
    return lgamma(of + 1) - lgamma(of - factors + 1)


def _unseen_chance(kinds: int, cards: int) -> float:
    """Return the chance that one of `kinds` kinds is not among the first cards (inclusion and exclusion, exact)."""
    each = SHOE // kinds
    ways = sum(
        (-1) ** (missing + 1) * comb(kinds, missing) * comb(SHOE - each * missing, cards)
        for missing in range(1, kinds + 1)
    )
    return float(ways / comb(SHOE, cards))


def _run_chances(ones: int, others: int) -> list[float]:
    """Return the chances of 2, 3, … runs in a random order (Wald and Wolfowitz)."""
    whole = comb(ones + others, ones)
    chances = []
    for runs in range(2, SHOE + 1):
        half, odd = divmod(runs, 2)
        if odd:
            ways = comb(ones - 1, half) * comb(others - 1, half - 1)
            ways += comb(ones - 1, half - 1) * comb(others - 1, half)
        else:
            ways = 2 * comb(ones - 1, half - 1) * comb(others - 1, half - 1)
        chances.append(ways / whole)
    return chances


def _opening_chance() -> float:
    """Return the chance that two shoes begin with the same cards: the sum of p² over all beginnings."""
    total = 0.0
    for sizes, ways in _patterns(_OPENING):
        beginnings = ways * perm(CARDS, len(sizes))
        same = np.prod([float(perm(DECKS, size)) for size in sizes]) / perm(SHOE, _OPENING)
        total += beginnings * float(same) ** 2
    return total


def _patterns(places: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield how places can share cards: sizes of the groups, and the number of ways."""
    found: dict[tuple[int, ...], int] = {}
    labels: list[tuple[int, ...]] = [()]
    for _ in range(places):
        labels = [(*one, more) for one in labels for more in range(max(one, default=-1) + 2)]
    for one in labels:
        sizes = tuple(sorted(one.count(label) for label in set(one)))
        found[sizes] = found.get(sizes, 0) + 1
    yield from found.items()


_ALL: Final[tuple[Callable[[Shoes], Iterator[Check]], ...]] = (
    check_positions,
    check_neighbours,
    check_gaps,
    check_collections,
    check_runs,
    check_rounds,
    check_duplicates,
    check_indexes,
    check_nonces,
)
