"""Tail probability of the total return of bets with few outcomes; a normal approximation fails if one hit may pay 270.

Chernoff's bound is an upper bound: if it is not small, it is enough. Otherwise importance sampling with exponentially
tilted chances estimates the probability.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Final

SIMULATED: Final = 4000
_STEPS: Final = 200
_STEEPEST: Final = 500.0
_NEVER: Final = 1e-15


@dataclass(frozen=True, slots=True)
class Bets:
    """Independent bets of one weight: payouts as multiples of the stake, and their chances."""

    weight: float
    count: int
    outcomes: tuple[tuple[float, float], ...]

    @property
    def mean(self) -> float:
        return (
            self.weight * self.count * sum(multiple * chance for multiple, chance in self.outcomes)
        )


def complete_outcomes(wins: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Return these multiples and chances, with a payout of zero for the remaining chance."""
    return ((0.0, 1 - sum(chance for _multiple, chance in wins)), *wins)


def tail_probability(bets: Sequence[Bets], returned: float, matters: float) -> float:
    """Return the two-sided probability of a deviation from the mean; above `matters`, an upper bound."""
    unit = max((one.weight * outcome[0] for one in bets for outcome in one.outcomes), default=0)
    if not unit:
        return 1.0
    scaled = [Bets(one.weight / unit, one.count, one.outcomes) for one in bets]
    seen = returned / unit
    tilt = _tilt(scaled, seen)
    bound = 2 * exp(min(0.0, _cumulant(scaled, tilt) - tilt * seen))
    if bound > matters:
        return min(1.0, bound)
    return min(1.0, 2 * _simulate_tail(scaled, seen, tilt))


def _tilt_bet(one: Bets, tilt: float) -> tuple[float, list[float]]:
    """Return the logarithm of the mean of exp(tilt x result) of one bet, and its tilted chances."""
    known = [(tilt * one.weight * multiple, chance) for multiple, chance in one.outcomes]
    highest = max(power for power, chance in known if chance > 0)
    parts = [chance * exp(power - highest) for power, chance in known]
    total = sum(parts)
    return highest + log(total), [part / total for part in parts]


def _cumulant(bets: Sequence[Bets], tilt: float) -> float:
    return sum(one.count * _tilt_bet(one, tilt)[0] for one in bets)


def _mean(bets: Sequence[Bets], tilt: float) -> float:
    found = 0.0
    for one in bets:
        shares = _tilt_bet(one, tilt)[1]
        results = zip(one.outcomes, shares, strict=True)
        found += one.weight * one.count * sum(multiple * share for (multiple, _), share in results)
    return found


def _tilt(bets: Sequence[Bets], seen: float) -> float:
    """Return the tilt under which the mean is the observation, or the steepest one."""
    low, high = (0.0, _STEEPEST) if seen >= _mean(bets, 0.0) else (-_STEEPEST, 0.0)
    for _step in range(_STEPS):
        middle = (low + high) / 2
        if _mean(bets, middle) < seen:
            low = middle
        else:
            high = middle
        if high - low < 1e-12 * max(1.0, abs(middle)):
            break
    return (low + high) / 2


def _simulate_tail(bets: Sequence[Bets], seen: float, tilt: float) -> float:
    import numpy as np  # noqa: PLC0415 - only a worker needs numpy

    source = np.random.default_rng(SIMULATED)
    results = np.zeros(SIMULATED)
    for one in bets:
        shares = _tilt_bet(one, tilt)[1]
        drawn = source.multinomial(one.count, shares, size=SIMULATED)
        results += one.weight * (drawn @ np.array([multiple for multiple, _ in one.outcomes]))
    slack = 1e-9 * max(1.0, abs(seen))
    beyond = results >= seen - slack if tilt >= 0 else results <= seen + slack
    weights = np.exp(_cumulant(bets, tilt) - tilt * results[beyond])
    return float(weights.sum() / SIMULATED)


def odds_against(chance: float) -> int:
    """Return n of "one in n" for a chance."""
    return round(1 / chance) if chance > _NEVER else round(1 / _NEVER)
