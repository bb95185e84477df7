"""How strongly decisions that differ from the chart speak for knowledge of cards to come, as a test martingale (INT1).

Each deviation was right or not, with an exact chance p that it would be. A bet on "right" at fair odds, r + 1 to r + p,
multiplies a stake of 1: by (1 + r) / (p + r) if it was right, by r / (p + r) if not. Whoever does not know the cards
cannot make the product grow on average, whatever they do and whenever one looks (Ville: it ever reaches 1 / p with a
probability of p at most). Whoever knows them lets it grow with each deviation.

`r` is how often somebody who does not know the cards does the same, compared with somebody who does. It may be any number
that is known before the cards come. Mistakes that cost little are common, as charts from books differ from ours there,
and so is what the player did before without being right.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

import numpy as np

from signals.columns import Flags, Floats, History, Ints

_CHEAP: Final = 0.03
"""Mean loss of a mistake, in stakes, at which it is a third as common as one that costs nothing."""

_START_EVERY: Final = 50
_FROM_FIRST: Final = 0.9


@dataclass(frozen=True, slots=True)
class _Bettor:
    """Bets a `share` of the stake on one kind of knowledge. `rare` and `cheap` make up r: mistakes that cost much, and little."""

    share: float
    hindsight: bool
    rare: float
    cheap: float


_BETTORS: Final = (
    _Bettor(0.65, hindsight=False, rare=0.02, cheap=2.0),
    _Bettor(0.15, hindsight=False, rare=0.3, cheap=5.0),
    _Bettor(0.15, hindsight=True, rare=0.02, cheap=2.0),
    _Bettor(0.05, hindsight=True, rare=0.3, cheap=5.0),
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Natural logarithms of the product after each deviation, and since which one the leading bet has run, from 0."""

    logs: Floats
    since: Ints


def weigh_deviations(history: History, chosen: Ints) -> Evidence:
    """Return the evidence of the chosen deviations, in their order."""
    found = [_follow(bettor, history, chosen) for bettor in _BETTORS]
    logs = np.array([one.logs for one in found])
    since = np.array([one.since for one in found])
    leader = np.argmax(logs, axis=0)
    return Evidence(np.logaddexp.reduce(logs, axis=0), since[leader, np.arange(len(chosen))])


def _follow(bettor: _Bettor, history: History, chosen: Ints) -> Evidence:
    right, chance = _find_right(history, chosen, hindsight=bettor.hindsight)
    deviations = history.deviations
    cheapness = np.exp(-np.maximum(deviations.cost[chosen], 0) / _CHEAP)
    r = bettor.rare + bettor.cheap * cheapness + _count_habits(history, chosen, right)
    gained = np.log((right + r) / (np.minimum(chance, 1.0) + r))
    starts = _share_starts(len(chosen)) - (np.cumsum(gained) - gained)
    logs = np.log(bettor.share) + np.cumsum(gained) + np.logaddexp.accumulate(starts)
    leading = np.where(starts >= np.maximum.accumulate(starts), np.arange(len(chosen)), 0)
    return Evidence(logs, np.maximum.accumulate(leading))


def _find_right(history: History, chosen: Ints, *, hindsight: bool) -> tuple[Flags, Floats]:
    """Return which deviations the next card made right, or all cards in hindsight, and the chance of each."""
    deviations, chances = history.deviations, history.gain_chances
    if not hindsight:
        return deviations.right[chosen], deviations.right_chance[chosen]
    won = np.where(chances.value > 0, chances.chance, 0.0)
    likely: Floats = np.bincount(chances.of, won, len(deviations)).astype(np.float64)
    return deviations.gain[chosen] > 0, likely[chosen]


def _count_habits(history: History, chosen: Ints, right: Flags) -> Floats:
    """Return for each deviation how often the same one was wrong before, for each time that it was right and one more."""
    decisions = history.decisions.take(history.deviations.row[chosen])
    cells = zip(
        decisions.spot.tolist(), decisions.action.tolist(), decisions.advised.tolist(), strict=True
    )
    times: defaultdict[tuple[int, int, int], list[int]] = defaultdict(lambda: [0, 0])
    found = []
    for cell, was_right in zip(cells, right.tolist(), strict=True):
        wrong, good = times[cell]
        found.append(wrong / (1 + good))
        times[cell][int(was_right)] += 1
    return np.array(found)


def _share_starts(n: int) -> Floats:
    """Logarithms of the parts of a stake that are first bet at each deviation.

    Most of it is bet from the first on, the rest from every 50th on: honest years must not hide what begins later.
    """
    shares = np.full(n, -np.inf)
    later = np.arange(_START_EVERY, n, _START_EVERY)
    number = later // _START_EVERY
    shares[later] = np.log((1 - _FROM_FIRST) / (number * (number + 1)))
    shares[:1] = np.log(_FROM_FIRST)
    return shares
