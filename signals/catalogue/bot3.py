"""BOT3: no errors against the chart."""

from collections.abc import Mapping

import numpy as np
from django.utils.translation import gettext as _, gettext_lazy

from signals.columns import DealMark, Flags, History
from signals.definition import Family, Signal, Threshold, Unit
from signals.evidence import Axis, Bars, EvidenceBar
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few
from signals.rows import keep_decisions, keep_own_decisions
from signals.statistics.intervals import bound_share, estimate_share
from signals.statistics.times import KIND_OF_SPOT, KINDS, has_own_decisions

_FEWEST = 500
_LEVEL = 0.99


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Bound the share of decisions that differ from the rule set's own chart: exact one-sided 99 % (Clopper-Pearson)."""
    own = _keep(history)
    if not len(own.decisions) and has_own_decisions(history):
        return not_applicable(_find_reason(history))
    n = len(own.decisions)
    if n < _FEWEST:
        return too_few(n)
    errors = int(_errors(own).sum())
    bound = bound_share(errors, n, _LEVEL)
    status = OutcomeStatus.FLAGGED if bound < thresholds["bound"] else OutcomeStatus.BELOW
    figures = {"errors": float(errors), "share": errors / n, "bound": bound}
    rounds = np.unique(own.deals.round[own.decisions.row])
    at = own.decisions.at
    return Outcome(status, n, figures, "", rounds, float(at.min()), float(at.max()))


def _keep(history: History) -> History:
    own = keep_own_decisions(history, DealMark.APP, DealMark.HINTED)
    return keep_decisions(own, (own.decisions.advised >= 0) & (own.decisions.action >= 0))


def _errors(history: History) -> Flags:
    return np.asarray(history.decisions.action != history.decisions.advised)


def _find_reason(history: History) -> str:
    if not len(keep_own_decisions(history, DealMark.APP).decisions):
        return "app"
    if not len(keep_own_decisions(history, DealMark.APP, DealMark.HINTED).decisions):
        return "hinted"
    return "no_chart"


def sentence(outcome: Outcome) -> str:
    return _(
        "%(errors)d of %(n)d decisions differ from the chart: the share of errors is below %(percent).2f%%, with 99%% "
        "confidence."
    ) % {"n": outcome.n, "percent": 100 * outcome.figures["bound"], **outcome.figures}


def draw(history: History, _outcome: Outcome) -> Bars:
    """Share of errors by class of decision."""
    own = _keep(history)
    errors, kinds = _errors(own), KIND_OF_SPOT[own.decisions.spot]
    bars = []
    for kind, words in enumerate(KINDS):
        chosen = kinds == kind
        if chosen.any():
            share = estimate_share(int(errors[chosen].sum()), int(chosen.sum()))
            value, low, high = (100 * one for one in share)
            bars.append(EvidenceBar(words, value, int(chosen.sum()), low, high))
    return Bars(Axis(gettext_lazy("Decisions that differ from the chart"), "%"), tuple(bars), 1.0)


SIGNAL = Signal(
    id="BOT3",
    version=1,
    family=Family.BOT,
    severity=15,
    unit=Unit.DECISIONS,
    window_days=None,
    words=gettext_lazy("Perfect strategy"),
    meaning=gettext_lazy(
        "Hardly any decision differs from the chart. Careful players with a chart beside them reach this too, so it says "
        "something beside other signals only."
    ),
    judge=judge,
    sentence=sentence,
    thresholds=(
        Threshold("bound", gettext_lazy("Upper bound of the share of errors"), 0.01, 0.001, 0.05),
    ),
    reasons={
        "app": gettext_lazy("all decisions came from a registered app"),
        "hinted": gettext_lazy("hints were taken, or the chart was open, in all rounds"),
        "no_chart": gettext_lazy("no decision could be compared with a chart"),
    },
    draw=draw,
    statistical=True,
)
