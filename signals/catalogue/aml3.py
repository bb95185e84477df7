"""AML3: many payment methods in a day, or many refused deposits in a few minutes."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

import numpy as np
from django.utils.translation import gettext as _, gettext_lazy

from signals.columns import DAY, History, Ints, Payments
from signals.definition import Family, Signal, Threshold, Unit
from signals.evidence import Axis, Bars, EvidenceBar
from signals.outcomes import Outcome, OutcomeStatus, too_few
from signals.statistics.windows import count_windows, find_window_starts, sort_by_time

_REFUSED_WITHIN: Final = 600.0


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Count methods of deposits within 24 hours, refused ones included, and refused deposits within 10 minutes.

    The site knows the instrument of a deposit and the account of a withdrawal by names that cannot be compared, so that
    withdrawals would count a method twice.
    """
    payments = history.deposits.take(sort_by_time(history.deposits))
    n = len(payments)
    if not n:
        return too_few(n)
    known = payments.take(payments.method != "")
    methods = _count_methods(known)
    refused = history.deposits.take(~history.deposits.paid)
    refused = refused.take(sort_by_time(refused))
    refusals = count_windows(refused.at, _REFUSED_WITHIN)
    many = methods > thresholds["methods"]
    failing = refusals >= thresholds["refused"]
    figures = {
        "methods": float(methods.max(initial=0)),
        "refused": float(refusals.max(initial=0)),
    }
    moments = np.unique(np.concatenate([known.at[many], refused.at[failing]]))
    return Outcome(
        OutcomeStatus.FLAGGED if len(moments) else OutcomeStatus.BELOW,
        n,
        figures,
        from_at=float(payments.at[0]),
        to_at=float(payments.at[-1]),
        moments=moments,
    )


def _count_methods(payments: Payments) -> Ints:
    """Different methods in the 24 hours up to each payment."""
    found = np.zeros(len(payments), np.int64)
    inside: Counter[str] = Counter()
    methods, gone = payments.method.tolist(), 0
    for place, start in enumerate(find_window_starts(payments.at, DAY).tolist()):
        inside[methods[place]] += 1
        while gone < start:
            inside[methods[gone]] -= 1
            if not inside[methods[gone]]:
                del inside[methods[gone]]
            gone += 1
        found[place] = len(inside)
    return found


def sentence(outcome: Outcome) -> str:
    return _(
        "Up to %(methods)d payment methods within 24 hours, and up to %(refused)d refused deposits within 10 minutes."
    ) % {**outcome.figures}


def draw(_history: History, outcome: Outcome) -> Bars:
    """Draw both counts."""
    figures = outcome.figures
    return Bars(
        Axis(gettext_lazy("Highest count")),
        (
            EvidenceBar(gettext_lazy("Payment methods in 24 hours"), figures.get("methods", 0.0)),
            EvidenceBar(
                gettext_lazy("Refused deposits in 10 minutes"), figures.get("refused", 0.0)
            ),
        ),
    )


SIGNAL = Signal(
    id="AML3",
    version=1,
    family=Family.MONEY,
    severity=40,
    unit=Unit.EVENTS,
    window_days=90,
    reads_rounds=False,
    words=gettext_lazy("Many payment methods"),
    meaning=gettext_lazy(
        "More than three payment methods within a day, or deposits refused again and again: cards of others being tried. A "
        "bank that refuses gambling, or an expired card, explains refusals with one method."
    ),
    judge=judge,
    sentence=sentence,
    draw=draw,
    thresholds=(
        Threshold("methods", gettext_lazy("More payment methods in 24 hours than"), 3, 1, 20),
        Threshold("refused", gettext_lazy("Refused deposits in 10 minutes"), 5, 2, 50),
    ),
    mutable=False,
)
