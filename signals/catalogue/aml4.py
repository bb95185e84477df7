"""AML4: funded and closed within two weeks."""

from collections.abc import Mapping
from math import isnan

from django.utils.translation import gettext_lazy, ngettext

from signals.columns import DAY, UNITS, History
from signals.definition import Family, Signal, Threshold, Unit
from signals.evidence import Axis, Bars, EvidenceBar
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Measure the time from the first deposit to the closing of the account."""
    deposits = history.deposits.take(history.deposits.paid)
    n = len(deposits)
    if isnan(history.closed_at):
        return not_applicable("open", n)
    if not n:
        return too_few(n)
    first = float(deposits.at.min())
    days = (history.closed_at - first) / DAY
    if days < 0:
        return not_applicable("closed_before", n)
    figures = {"days": days, "deposited": float(deposits.amount.sum()) / UNITS}
    status = OutcomeStatus.FLAGGED if days <= thresholds["days"] else OutcomeStatus.BELOW
    return Outcome(status, n, figures, from_at=first, to_at=history.closed_at, moments=deposits.at)


def sentence(outcome: Outcome) -> str:
    days = int(outcome.figures["days"])
    return ngettext(
        "The account was closed %(days)d day after its first deposit; %(deposited).0f USD were deposited.",
        "The account was closed %(days)d days after its first deposit; %(deposited).0f USD were deposited.",
        days,
    ) % {"days": days, "deposited": outcome.figures["deposited"]}


def draw(_history: History, outcome: Outcome) -> Bars:
    """Draw the days from the first deposit to the closing."""
    bar = EvidenceBar(gettext_lazy("First deposit to closing"), outcome.figures.get("days", 0.0))
    return Bars(Axis(gettext_lazy("Days")), (bar,), SIGNAL.defaults["days"])


SIGNAL = Signal(
    id="AML4",
    version=1,
    family=Family.MONEY,
    severity=20,
    unit=Unit.EVENTS,
    window_days=90,
    reads_rounds=False,
    words=gettext_lazy("Opened and closed"),
    meaning=gettext_lazy(
        "The account was funded and closed within two weeks. Players who want to stop playing do the same: look at the reason "
        "of the closing before anything else."
    ),
    judge=judge,
    sentence=sentence,
    draw=draw,
    thresholds=(Threshold("days", gettext_lazy("Days from first deposit to closing"), 14, 1, 60),),
    reasons={
        "open": gettext_lazy("the account is open"),
        "closed_before": gettext_lazy("it was closed before the first deposit"),
    },
    mutable=False,
)
