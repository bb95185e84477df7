"""BOT2: hard spots take no longer than easy ones."""

from collections.abc import Mapping

import numpy as np
from django.utils.translation import gettext as _, gettext_lazy

from signals.columns import History
from signals.definition import Family, Signal, Threshold, Unit
from signals.evidence import Histogram
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few
from signals.statistics.intervals import compare_means
from signals.statistics.times import draw_difficulty, easy_spots, find_times, hard_spots

_EACH = 100
_LEVEL = 0.99


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Compare mean ln t of hard and easy spots: equal within ±`margin` by Welch's 99 % interval."""
    times = find_times(history)
    if times is None:
        return not_applicable("app")
    logs = times.logs
    hard, easy = hard_spots(times.decisions), easy_spots(times.decisions)
    n = int(hard.sum() + easy.sum())
    if min(hard.sum(), easy.sum()) < _EACH:
        return too_few(n)
    found = compare_means(logs[hard], logs[easy], _LEVEL)
    margin = thresholds["margin"]
    equal = -margin < found.low and found.high < margin
    over = equal and found.value < thresholds["difference"]
    figures = {
        "difference": found.value,
        "low": found.low,
        "high": found.high,
        "hard": float(hard.sum()),
        "easy": float(easy.sum()),
    }
    status = OutcomeStatus.FLAGGED if over else OutcomeStatus.BELOW
    at = times.decisions.at[hard | easy]
    rows = np.unique(times.decisions.row[hard | easy])
    rounds = times.history.deals.round[rows]
    return Outcome(status, n, figures, "", rounds, float(at.min()), float(at.max()))


def sentence(outcome: Outcome) -> str:
    shown = ("difference", "low", "high")
    percent = {name: round(100 * outcome.figures[name], 1) + 0.0 for name in shown}  # no "-0.0"
    return _(
        "%(hard)d hard decisions took %(difference)+.1f%% longer than %(easy)d easy ones (99%% interval %(low)+.1f%% to "
        "%(high)+.1f%%)."
    ) % {**outcome.figures, **percent}


def draw(history: History, _outcome: Outcome) -> Histogram:
    """Think times of hard and of easy spots."""
    return draw_difficulty(find_times(history))


SIGNAL = Signal(
    id="BOT2",
    version=1,
    family=Family.BOT,
    severity=20,
    unit=Unit.DECISIONS,
    window_days=None,
    words=gettext_lazy("Hard decisions take no longer"),
    meaning=gettext_lazy(
        "People think longer about 16 against a ten than about 20. A program doesn't. Neither does someone who decides "
        "everything at once."
    ),
    judge=judge,
    sentence=sentence,
    thresholds=(
        Threshold("difference", gettext_lazy("Difference of the means of ln t"), 0.05, -0.1, 0.1),
        Threshold("margin", gettext_lazy("Margin that holds the interval"), 0.10, 0.02, 0.3),
    ),
    reasons={"app": gettext_lazy("all decisions came from a registered app")},
    draw=draw,
    statistical=True,
)
