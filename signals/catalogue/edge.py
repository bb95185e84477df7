"""EDGE: what the player costs the house."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan, sqrt
from typing import Final

import numpy as np
from django.utils.translation import gettext as _, gettext_lazy

from signals.columns import UNITS, Deals, Floats, History
from signals.costs import estimate_cost, find_worths
from signals.definition import Family, Signal, Threshold, Unit
from signals.evidence import Axis, Cumulative, Point
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few
from signals.rows import keep_counted
from signals.statistics.counts import CountPaths
from signals.statistics.intervals import Interval
from signals.worths import CountWorth

_FEWEST: Final = 300
_TWO_SIDED: Final = 1.96


@dataclass(frozen=True, slots=True)
class _Gain:
    """The gain in USD, deal by deal, with its mean and standard deviation for stakes that don't follow the count."""

    by_deal: Floats
    weights: Floats
    paths: CountPaths

    @property
    def total(self) -> float:
        return float(self.by_deal.sum())

    @property
    def expected(self) -> float:
        return self.paths.sum_drift(self.weights)

    @property
    def deviation(self) -> float:
        return sqrt(self.paths.sum_variance(self.weights))


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Compare gain = Σ (stake - mean stake)·v(TC) with the bound that chance exceeds in less than 0.5 % of honest years.

    v is linear in the true count (`signals.worths`), its slope times Σ (stake - mean)·TC the gain; means are taken within
    a rule set, so that bets placed more highly where the rules are better gain nothing.

    The bound: stakes that follow the count in no way leave the true count a martingale, so that given the stakes the gain
    has the exact variance of `CountPaths.sum_variance` however stakes drift, grow or repeat, and however the count of one
    deal resembles that of the next (what a sandwich estimate clustered by shoe would have to learn from seven shoes at
    n = 300). It is a sum over many cards, so normal. Stakes that follow wins and losses shift it by `sum_drift`. The
    bound is that mean + `z` standard deviations. A year of 20,000 rounds has 11 looks, and 20 if half as many again are
    sat out: with z = 3.5 (one-sided 2.3·10⁻⁴) honest players exceed it in 0.26 % to 0.47 % of years.
    """
    counted = keep_counted(history)
    deals = counted.deals
    n = len(deals)
    if len(history.deals) and not n:
        return not_applicable("no_count")
    if n < _FEWEST:
        return too_few(n)
    worths = find_worths(counted)
    if worths is None:
        return not_applicable("worth_unknown", n)
    weights = _weigh(deals, worths)
    if not weights.any():
        return not_applicable("flat_stakes", n)
    gain = _measure(counted, weights)
    bound = gain.expected + thresholds["z"] * gain.deviation
    status = OutcomeStatus.FLAGGED if gain.total > bound else OutcomeStatus.BELOW
    figures = {
        "gain": gain.total,
        "bound": bound,
        "expected": gain.expected,
        "z": (gain.total - gain.expected) / gain.deviation if gain.deviation > 0 else 0.0,
        **_describe_cost(estimate_cost(deals, worths, deals.stake / UNITS)),
    }
    rounds = deals.round[deals.played]
    return Outcome(status, n, figures, "", rounds, float(deals.at[0]), float(deals.at[-1]))


def _weigh(deals: Deals, worths: Mapping[int, CountWorth]) -> Floats:
    """Stake less the mean stake of the rule set, times the slope of its worth: USD for each true count."""
    weights = np.zeros(len(deals))
    for place, worth in worths.items():
        chosen = deals.rules == place
        stakes = deals.stake[chosen] / UNITS
        weights[chosen] = (stakes - stakes.mean()) * worth.slope if np.ptp(stakes) else 0.0
    return weights


def _measure(history: History, weights: Floats) -> _Gain:
    deals = history.deals
    paths = CountPaths.from_deals(deals, history.rules)
    return _Gain(weights * deals.true_count, weights, paths)


def _describe_cost(cost: Interval) -> dict[str, float]:
    named = {"cost": cost.value, "cost_low": cost.low, "cost_high": cost.high}
    return {name: value for name, value in named.items() if not isnan(value)}


def sentence(outcome: Outcome) -> str:
    return _(
        "Over %(n)d deals the bets were placed so that they gained %(gain).2f USD by the count, where chance stays below "
        "%(bound).2f USD. By the count these bets cost the house %(cost).2f USD in 100 rounds."
    ) % {"n": outcome.n, "cost": 0.0, **outcome.figures}


def draw(history: History, _outcome: Outcome) -> Cumulative | None:
    """The gain as it grew, with the band in which 95 of 100 honest players stay."""
    counted = keep_counted(history)
    deals, worths = counted.deals, find_worths(counted)
    if worths is None or not len(deals):
        return None
    weights = _weigh(deals, worths)
    gain = _measure(counted, weights)
    order = gain.paths.order
    total = np.cumsum(gain.by_deal[order])
    middle = np.cumsum(gain.weights[order] * gain.paths.drift)
    width = _TWO_SIDED * np.sqrt(gain.paths.cumulate_variance(weights))
    return Cumulative(
        Axis(gettext_lazy("Deals")),
        Axis(gettext_lazy("Gain by the count"), "USD"),
        tuple(
            Point(float(place), float(value), int(round_))
            for place, (value, round_) in enumerate(zip(total, deals.round[order], strict=True), 1)
        ),
        tuple((middle - width).tolist()),
        tuple((middle + width).tolist()),
    )


SIGNAL = Signal(
    id="EDGE",
    version=1,
    family=Family.COUNTING,
    severity=30,
    unit=Unit.DEALS,
    window_days=None,
    words=gettext_lazy("Cost to the house"),
    meaning=gettext_lazy(
        "What the choice of bets gains by the Hi-Lo count, from the worth of a round at each count. It is an expected "
        "value, free of the luck of the cards. Counting in one's head is legal play."
    ),
    judge=judge,
    sentence=sentence,
    thresholds=(Threshold("z", gettext_lazy("Standard deviations of chance"), 3.5, 2.5, 8.0),),
    reasons={
        "no_count": gettext_lazy("no deal came from a shoe that can be counted"),
        "worth_unknown": gettext_lazy("the worth of a round by count has not been computed yet"),
        "flat_stakes": gettext_lazy("all bets were equal"),
    },
    draw=draw,
    statistical=True,
)
