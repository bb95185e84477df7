"""BOT5: decides faster than a person can."""

from collections.abc import Mapping

import numpy as np
from django.utils.translation import gettext as _, gettext_lazy

from signals.columns import Floats, History
from signals.definition import Family, Signal, Threshold, Unit
from signals.evidence import Histogram
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few
from signals.statistics.times import draw_times, find_times

_FEWEST = 200
_QUANTILE = 0.05
_MILLISECONDS = 1000


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Compare the 5th percentile of think times with what eyes and hand need."""
    times = find_times(history)
    if times is None:
        return not_applicable("app")
    n = len(times.decisions)
    if n < _FEWEST:
        return too_few(n)
    think = times.decisions.think
    if _is_coarse(think):
        return not_applicable("coarse_clock", n)
    fast = float(np.quantile(think, _QUANTILE)) * _MILLISECONDS
    status = OutcomeStatus.FLAGGED if fast < thresholds["milliseconds"] else OutcomeStatus.BELOW
    at = times.decisions.at
    figures = {"milliseconds": fast}
    return Outcome(status, n, figures, "", times.rounds, float(at.min()), float(at.max()))


def _is_coarse(think: Floats) -> bool:
    """Whole seconds only: a time of 0 may have been anything below a second."""
    return bool(np.any(think == 0) and np.all(think == np.round(think)))


def sentence(outcome: Outcome) -> str:
    return _("One in twenty of %(n)d decisions came within %(milliseconds).0f ms of the cards.") % {
        "n": outcome.n,
        **outcome.figures,
    }


def draw(history: History, _outcome: Outcome) -> Histogram:
    """Think times by class of decision."""
    return draw_times(find_times(history))


SIGNAL = Signal(
    id="BOT5",
    version=1,
    family=Family.BOT,
    severity=20,
    unit=Unit.DECISIONS,
    window_days=None,
    words=gettext_lazy("Speed"),
    meaning=gettext_lazy(
        "Many decisions come faster than a person can see the cards and press a button. Someone who presses before the "
        "cards are shown has decided early, which is left out."
    ),
    judge=judge,
    sentence=sentence,
    thresholds=(
        Threshold(
            "milliseconds", gettext_lazy("5th percentile of think times (ms)"), 250.0, 50.0, 500.0
        ),
    ),
    reasons={
        "app": gettext_lazy("all decisions came from a registered app"),
        "coarse_clock": gettext_lazy("times are known to the second only"),
    },
    draw=draw,
    statistical=True,
)
