"""CC1: the bet follows the count."""

from collections.abc import Mapping
from math import sqrt
from typing import Final

import numpy as np
from django.utils.translation import gettext as _, gettext_lazy

from signals.columns import Deals, History
from signals.definition import Family, Signal, Threshold, Unit
from signals.evidence import Axis, Point, Scatter
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few
from signals.rows import keep_counted
from signals.statistics.ranks import spearman

_FEWEST: Final = 300
_UNITS: Final = 10_000  # of a dollar


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Correlate bets with the true count (`level`), and their changes within a shoe (`diff`, with its `t` over `pairs`)."""
    counted = keep_counted(history).deals
    deals = counted.take(counted.played)
    n = len(deals)
    if history.deals.played.any() and not n:
        return not_applicable("no_count")
    if n < _FEWEST:
        return too_few(n)
    if np.ptp(deals.stake) == 0:
        return not_applicable("flat_stakes", n)
    before, after = _consecutive(deals)
    if not len(before):
        return not_applicable("one_round_per_shoe", n)
    stakes, counts = deals.stake.astype(float), deals.true_count
    level = spearman(stakes, counts)
    diff = spearman(stakes[after] - stakes[before], counts[after] - counts[before])
    m = len(before)
    t = diff * sqrt((m - 2) / max(1 - diff * diff, 1e-12)) if m > 2 else 0.0  # noqa: PLR2004 - degrees of freedom
    over = level > thresholds["level"] and diff > thresholds["diff"] and t > thresholds["t"]
    figures = {"level": level, "diff": diff, "t": t, "pairs": float(m)}
    status = OutcomeStatus.FLAGGED if over else OutcomeStatus.BELOW
    return Outcome(status, n, figures, "", deals.round, deals.at[0], deals.at[-1])


def _consecutive(deals: Deals) -> tuple[np.ndarray, np.ndarray]:
    """Rows of consecutive rounds of a shoe: (earlier, later)."""
    order = np.lexsort((deals.nonce, deals.shoe))
    shoe, nonce = deals.shoe[order], deals.nonce[order]
    together = (shoe[1:] == shoe[:-1]) & (nonce[1:] == nonce[:-1] + 1)
    return order[:-1][together], order[1:][together]


def draw(history: History, _outcome: Outcome) -> Scatter:
    """Bet against true count, with the trend of least squares."""
    counted = keep_counted(history).deals
    deals = counted.take(counted.played)
    counts, bets = deals.true_count, deals.stake / _UNITS
    slope, intercept = float("nan"), float("nan")
    if len(deals) and np.ptp(counts):
        slope, intercept = map(float, np.polyfit(counts, bets, 1))
    points = tuple(map(Point, counts.tolist(), bets.tolist(), deals.round.tolist()))
    words = gettext_lazy("True count"), gettext_lazy("Bet")
    return Scatter(Axis(words[0]), Axis(words[1], "USD"), points, slope, intercept)


def sentence(outcome: Outcome) -> str:
    figures = outcome.figures
    return _(
        "Over %(n)d rounds the bet rose with the count: correlation %(level).2f, and from one round to the next "
        "%(diff).2f (t = %(t).1f)."
    ) % {"n": outcome.n, **figures}


SIGNAL = Signal(
    id="CC1",
    version=1,
    family=Family.COUNTING,
    severity=30,
    unit=Unit.ROUNDS,
    window_days=None,
    words=gettext_lazy("Bet follows the count"),
    meaning=gettext_lazy(
        "Bets rise and fall with the Hi-Lo count. Counting in one's head is legal play; an honest player whose bets "
        "drift is correlated in level, but not from one round to the next."
    ),
    judge=judge,
    sentence=sentence,
    thresholds=(
        Threshold("level", gettext_lazy("Correlation of bet and true count"), 0.25, 0.05, 0.95),
        Threshold("diff", gettext_lazy("Correlation of their changes"), 0.20, 0.05, 0.95),
        Threshold("t", gettext_lazy("t of that correlation"), 3.3, 1.0, 20.0),
    ),
    reasons={
        "no_count": gettext_lazy("no deal came from a shoe that can be counted"),
        "flat_stakes": gettext_lazy("all bets were equal"),
        "one_round_per_shoe": gettext_lazy("each round had its own shoe"),
    },
    draw=draw,
    statistical=True,
)
