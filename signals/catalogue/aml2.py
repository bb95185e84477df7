"""AML2: structuring. Amounts stay just below the reporting threshold."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy, ngettext

from signals.columns import DAY, UNITS, History, Payments
from signals.definition import Family, Signal, Threshold, Unit
from signals.evidence import Axis, Bars, EvidenceBar
from signals.outcomes import Outcome, OutcomeStatus, too_few
from signals.statistics.windows import (
    count_windows,
    find_window_starts,
    sort_by_time,
    sum_windows,
)

_WINDOW: Final = 7 * DAY


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Count deposits, and withdrawals apart from them, just below the threshold within 7 days; the more telling of both."""
    judged = [
        _judge_payments(payments, thresholds)
        for payments in (history.deposits, history.withdrawals)
    ]
    n = sum(len(one) for one in (history.deposits, history.withdrawals))
    found = max(judged, key=lambda one: (one.status is OutcomeStatus.FLAGGED, one.n))
    if not n:
        return too_few(n)
    return found


def _judge_payments(payments: Payments, thresholds: Mapping[str, float]) -> Outcome:
    limit = thresholds["reporting"] * UNITS
    below = payments.paid & (payments.amount < limit)
    near = payments.take(below & (payments.amount >= thresholds["low"] * limit))
    near = near.take(sort_by_time(near))
    if not len(near):
        return Outcome(OutcomeStatus.BELOW, figures={"count": 0.0, "sum": 0.0})
    counts = count_windows(near.at, _WINDOW)
    sums = sum_windows(near.at, near.amount, _WINDOW)
    last = int(counts.argmax())
    first = int(find_window_starts(near.at, _WINDOW)[last])
    figures = {
        "count": float(counts[last]),
        "sum": float(sums[last]) / UNITS,
        "reporting": thresholds["reporting"],
    }
    over = counts[last] >= thresholds["count"] and sums[last] > limit
    moments = near.at[first : last + 1]
    return Outcome(
        OutcomeStatus.FLAGGED if over else OutcomeStatus.BELOW,
        len(near),
        figures,
        from_at=float(moments[0]),
        to_at=float(moments[-1]),
        moments=moments,
    )


def sentence(outcome: Outcome) -> str:
    return ngettext(
        "%(count)d payment just below %(reporting).0f USD within 7 days, %(sum).0f USD in all.",
        "%(count)d payments just below %(reporting).0f USD within 7 days, %(sum).0f USD in all.",
        int(outcome.figures["count"]),
    ) % {**outcome.figures}


def draw(history: History, outcome: Outcome) -> Bars:
    """Draw the payments behind the flag against the reporting threshold."""
    moments = set(outcome.moments.tolist())
    rows = [
        (at, amount)
        for payments in (history.deposits, history.withdrawals)
        for at, amount in zip(payments.at.tolist(), payments.amount.tolist(), strict=True)
        if at in moments
    ]
    bars = tuple(
        EvidenceBar(str(place), amount / UNITS) for place, (_, amount) in enumerate(sorted(rows), 1)
    )
    limit = outcome.figures.get("reporting", float("nan"))
    return Bars(Axis(gettext_lazy("Payments in order of time"), "USD"), bars, limit)


SIGNAL = Signal(
    id="AML2",
    version=1,
    family=Family.MONEY,
    severity=60,
    unit=Unit.EVENTS,
    window_days=90,
    reads_rounds=False,
    words=gettext_lazy("Structuring"),
    meaning=gettext_lazy(
        "Several deposits, or several withdrawals, just below the amount that has to be reported, together above it. A bank's "
        "own limit per payment, or a salary of the same size each week, can look the same."
    ),
    judge=judge,
    sentence=sentence,
    draw=draw,
    thresholds=(
        Threshold("reporting", gettext_lazy("Reporting threshold (USD)"), 10_000, 500, 100_000),
        Threshold("low", gettext_lazy("From this part of it on"), 0.8, 0.5, 0.95),
        Threshold("count", gettext_lazy("Payments within 7 days"), 3, 2, 20),
    ),
    mutable=False,
)
