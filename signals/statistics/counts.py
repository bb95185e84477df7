"""How the true count moves by itself: its law while cards are dealt, given what an honest player saw of the results.

While cards leave a shoe the true count is a martingale: for k < l cards gone of N, Cov(TC_k, TC_l) = Var(TC_k)
= 52²·s·k/((N-1)(N-k)), s being the variance of one card's weight (from the hypergeometric law of the cards gone). So
any sum of weights times true counts has an exact variance, and paths are drawn as running sums of independent steps.

Honest stakes depend on results, and results on the same cards that move the count: after a loss the count is a little
higher. `drift` is that part of the true count: the mean step of the running count after a win and after a loss,
estimated from the player's own rounds.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from blackjack.rules import Rules
from signals.columns import DECK, Deals, Flags, Floats, Ints
from signals.worths import SPREAD

Singles: TypeAlias = NDArray[np.float32]
"""Half the memory of `Floats`: enough for drawn counts."""

_BATCH: Final = 250
_ENOUGH: Final = 8
_SEED: Final = 29


@dataclass(frozen=True, slots=True)
class CountPaths:
    """Deals in the order of their shoes. Arrays follow `order`, the rows of the deals.

    `starts` marks the first deal of each shoe. `steps` is the variance that the true count gains before each deal (before the
    first one: since the shoe was full), `drift` its expected value given the results of earlier rounds at the shoe.
    """

    order: Ints
    starts: Flags
    steps: Floats
    drift: Floats

    @classmethod
    def from_deals(cls, deals: Deals, rules: tuple[Rules, ...]) -> Self:
        """Return the paths of deals from finite shoes that last several rounds."""
        order = np.lexsort((deals.nonce, deals.shoe))
        sorted_ = deals.take(order)
        sizes = np.array([one.shoe_size or DECK for one in rules])[sorted_.rules].astype(float)
        left = np.clip(sorted_.left.astype(float), 1, sizes)
        starts = np.ones(len(order), bool)
        # a shoe that ran empty and took its cards back begins anew
        starts[1:] = (sorted_.shoe[1:] != sorted_.shoe[:-1]) | (left[1:] > left[:-1])
        variance = DECK**2 * SPREAD * (sizes - left) / ((sizes - 1) * left)
        steps = np.where(starts, variance, np.diff(variance, prepend=0.0))
        return cls(order, starts, np.maximum(steps, 0.0), _find_drift(sorted_, starts, left))

    def sum_variance(self, weights: Floats) -> float:
        """Variance of the sum of `weights` (one for each row of the deals) times true counts."""
        later = self._sum_to_end(weights[self.order])
        return float(np.sum(later * later * self.steps))

    def sum_drift(self, weights: Floats) -> float:
        """Expected value of that sum, given the results."""
        return float(np.sum(weights[self.order] * self.drift))

    def cumulate_variance(self, weights: Floats) -> Floats:
        """Variance of that sum up to each deal, in the order of `order`."""
        ordered = weights[self.order]
        first = np.flatnonzero(self.starts)
        lengths = np.diff(np.append(first, len(ordered)))
        gone = np.cumsum(self.steps)
        variance = gone - np.repeat(gone[first] - self.steps[first], lengths)
        products = np.cumsum(ordered * variance)
        with_earlier = products - np.repeat((products - ordered * variance)[first], lengths)
        # Cov of this deal's count with that of an earlier one is the variance of the earlier one.
        added = 2 * ordered * with_earlier - ordered * ordered * variance
        total: Floats = np.cumsum(added)
        return np.maximum(total, 0.0)

    def draw(self, count: int, random: np.random.Generator) -> Singles:
        """Draw `count` sets of true counts for all deals: an array (deals, count), rows as in the deals."""
        steps = random.standard_normal((len(self.order), count), np.float32)
        steps *= np.sqrt(self.steps).astype(np.float32)[:, None]
        paths = np.cumsum(steps, axis=0)
        first = np.flatnonzero(self.starts)
        before = paths[first - 1]
        before[0] = 0.0
        paths -= np.repeat(before, np.diff(np.append(first, len(self.order))), axis=0)
        paths += self.drift.astype(np.float32)[:, None]
        drawn = np.empty_like(paths)
        drawn[self.order] = paths
        return drawn

    def _sum_to_end(self, weights: Floats) -> Floats:
        """Sum of the weights from each deal to the last one of its shoe."""
        sums = np.cumsum(weights)
        first = np.flatnonzero(self.starts)
        ends = np.append(first[1:], len(weights)) - 1
        lengths = np.diff(np.append(first, len(weights)))
        result: Floats = np.repeat(sums[ends], lengths) - sums + weights
        return result


def _find_drift(deals: Deals, starts: Flags, left: Floats) -> Floats:
    """Expected true count before each deal, by the wins and losses at its shoe so far."""
    net = (deals.returned - deals.staked)[:-1]
    result = np.where(deals.played[:-1], np.sign(net), 0.0)
    result[starts[1:]] = 0.0
    moved = np.diff(deals.true_count) * left[1:] / DECK  # as a step of the running count
    pushed = np.zeros(len(left))
    for sign in (-1.0, 1.0):
        chosen = result == sign
        if chosen.any():
            pushed[1:][chosen] = moved[chosen].mean()
    pushed *= DECK / left
    total = np.cumsum(pushed)
    first = np.flatnonzero(starts)
    before = np.repeat(total[first], np.diff(np.append(first, len(left))))
    drift: Floats = total - before
    return drift


def estimate_chance(paths: CountPaths, reached: Callable[[Singles], Flags], most: int) -> float:
    """Return the probability that honest play does as much; `reached` says it of each set of true counts.

    Draws up to `most` sets, and stops once it is clear that the probability is not small. Always the same sets.
    """
    random, seen, drawn = np.random.default_rng(_SEED), 0, 0
    while drawn < most and seen < _ENOUGH:
        seen += int(reached(paths.draw(_BATCH, random)).sum())
        drawn += _BATCH
    return (seen + 1) / (drawn + 1)
