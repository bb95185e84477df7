"""CC2: bets in favour are a multiple of the others."""

from collections.abc import Mapping
from itertools import pairwise
from math import inf
from typing import Final

import numpy as np
from django.utils.translation import gettext as _, gettext_lazy

from signals.columns import Flags, Floats, History
from signals.definition import Family, Signal, Threshold, Unit
from signals.evidence import Axis, Bars, EvidenceBar
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few
from signals.rows import keep_counted, keep_deals
from signals.statistics.counts import CountPaths, Singles, estimate_chance

_FROM, _TO, _EACH = 2.0, 0.0, 30
_UNITS: Final = 10_000  # of a dollar
_SETS: Final = 8_000


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Divide the mean bet at TC ≥ +2 by that at TC ≤ 0.

    A few large bets that fall into good counts by chance make such a ratio too, so `p` is asked as well: how often honest
    stakes, left as they are, meet counts that give this ratio (`signals.statistics.counts`).
    """
    counted = keep_counted(history)
    if len(history.deals) and not len(counted.deals):
        return not_applicable("no_count")
    played = keep_deals(counted, counted.deals.played)
    deals, n = played.deals, len(played.deals)
    stakes, counts = deals.stake.astype(float), deals.true_count
    high, low = counts >= _FROM, counts <= _TO
    if min(high.sum(), low.sum()) < _EACH:
        return too_few(n)
    ratio = float(stakes[high].mean() / stakes[low].mean())
    figures = {"ratio": ratio, "high": float(high.sum()), "low": float(low.sum())}
    over = ratio >= thresholds["ratio"]
    if over:
        paths = CountPaths.from_deals(deals, played.rules)
        figures["p"] = estimate_chance(paths, lambda drawn: _reach(stakes, drawn, ratio), _SETS)
        over = figures["p"] < thresholds["p"]
    status = OutcomeStatus.FLAGGED if over else OutcomeStatus.BELOW
    return Outcome(status, n, figures, "", deals.round, float(deals.at[0]), float(deals.at[-1]))


def _reach(stakes: Floats, drawn: Singles, ratio: float) -> Flags:
    """Which sets of counts (columns) give at least this ratio, from `_EACH` rounds each."""
    high, low = (drawn >= _FROM).astype(np.float32), (drawn <= _TO).astype(np.float32)
    of_high, of_low = high.sum(axis=0), low.sum(axis=0)
    enough = (of_high >= _EACH) & (of_low >= _EACH)
    bets = stakes.astype(np.float32)
    above = bets @ high * of_low
    below = bets @ low * of_high
    reached: Flags = enough & (above >= ratio * below)
    return reached


def sentence(outcome: Outcome) -> str:
    return _(
        "Over %(n)d rounds the mean bet in favourable counts was %(ratio).1f times that in the others (%(high)d rounds "
        "against %(low)d)."
    ) % {"n": outcome.n, **outcome.figures}


def draw(history: History, _outcome: Outcome) -> Bars:
    """Mean bet by true count."""
    counted = keep_counted(history)
    deals = counted.deals.take(counted.deals.played)
    counts = np.floor(deals.true_count)
    edges = (-inf, -2, -1, 0, 1, 2, 3, 4, inf)
    bars = []
    for low, high in pairwise(edges):
        chosen = (counts >= low) & (counts < high)
        mean = float(deals.stake[chosen].mean()) / _UNITS if chosen.any() else 0.0
        name = f"{low:+.0f}" if low > -inf else f"< {high:+.0f}"
        bars.append(EvidenceBar(f"≥ {low:+.0f}" if high == inf else name, mean, int(chosen.sum())))
    return Bars(Axis(gettext_lazy("Mean bet by true count"), "USD"), tuple(bars))


SIGNAL = Signal(
    id="CC2",
    version=1,
    family=Family.COUNTING,
    severity=20,
    unit=Unit.ROUNDS,
    window_days=None,
    words=gettext_lazy("Higher bets in favourable counts"),
    meaning=gettext_lazy(
        "The mean bet when the rest of the shoe favours the player, against the mean bet when it doesn't. Counting in "
        "one's head is legal play."
    ),
    judge=judge,
    sentence=sentence,
    thresholds=(
        Threshold("ratio", gettext_lazy("Mean bet in favour, as a multiple"), 3.0, 1.2, 20.0),
        Threshold("p", gettext_lazy("Chance of such a ratio"), 0.0004, 0.0002, 0.01),
    ),
    reasons={"no_count": gettext_lazy("no deal came from a shoe that can be counted")},
    draw=draw,
    statistical=True,
)
