"""BOT1: think times hardly vary."""

from collections.abc import Mapping
from math import exp, sqrt
from typing import Final

import numpy as np
from django.utils.translation import gettext as _, gettext_lazy

from signals.columns import Floats, History, Ints
from signals.definition import Family, Signal, Threshold, Unit
from signals.evidence import Histogram
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few
from signals.statistics.times import KINDS, draw_times, find_times

_FEWEST, _PAIR = 200, 2
_MIDDLE: Final = 0.5


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Pool the standard deviation of ln t within classes of decisions, so that a delay set for each class hides nothing."""
    times = find_times(history)
    if times is None:
        return not_applicable("app")
    n = len(times.decisions)
    if n < _FEWEST:
        return too_few(n)
    logs = times.logs
    deviation = _pool(logs, times.kinds)
    status = OutcomeStatus.FLAGGED if deviation < thresholds["deviation"] else OutcomeStatus.BELOW
    figures = {"deviation": deviation, "median": exp(float(np.quantile(logs, _MIDDLE)))}
    at = times.decisions.at
    return Outcome(status, n, figures, "", times.rounds, float(at.min()), float(at.max()))


def _pool(logs: Floats, kinds: Ints) -> float:
    """Standard deviation within classes of two decisions and more."""
    counts = np.bincount(kinds, minlength=len(KINDS))
    means = np.bincount(kinds, logs, len(KINDS)) / np.maximum(counts, 1)
    squares = (logs - means[kinds]) ** 2
    chosen = counts[kinds] >= _PAIR
    freedom = int(np.sum(counts[counts >= _PAIR] - 1))
    return sqrt(float(squares[chosen].sum()) / freedom)


def sentence(outcome: Outcome) -> str:
    figures = outcome.figures
    return _(
        "Over %(n)d decisions think times stayed around %(median).2f s: their standard deviation is %(percent).0f%%."
    ) % {"n": outcome.n, "percent": 100 * figures["deviation"], **figures}


def draw(history: History, _outcome: Outcome) -> Histogram:
    """Think times by class of decision."""
    return draw_times(find_times(history))


SIGNAL = Signal(
    id="BOT1",
    version=1,
    family=Family.BOT,
    severity=35,
    unit=Unit.DECISIONS,
    window_days=None,
    words=gettext_lazy("Regular timing"),
    meaning=gettext_lazy(
        "Decisions of a kind take nearly the same time. People vary by a third and more; programs wait for a set time."
    ),
    judge=judge,
    sentence=sentence,
    thresholds=(
        Threshold(
            "deviation", gettext_lazy("Standard deviation of ln t within a class"), 0.15, 0.01, 0.3
        ),
    ),
    reasons={"app": gettext_lazy("all decisions came from a registered app")},
    draw=draw,
    statistical=True,
)
