"""AML5: customer due diligence is due."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from django.utils.translation import gettext_lazy, ngettext

from signals.columns import DAY, UNITS, Floats, History, Payments
from signals.definition import Family, Opens, Signal, Threshold, Unit
from signals.evidence import Axis, Bars, EvidenceBar
from signals.outcomes import Outcome, OutcomeStatus, too_few
from signals.statistics.windows import find_crossings, sort_by_time, sum_windows

_LINKED: Final = DAY
_ROLLING: Final = 180 * DAY


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Find the moments at which a single payment, linked payments or the deposits of 180 days reach the threshold."""
    limit = thresholds["amount"] * thresholds["usd_per_eur"] * UNITS
    deposits, withdrawals = _paid(history.deposits), _paid(history.withdrawals)
    n = len(deposits) + len(withdrawals)
    if not n:
        return too_few(n)
    rolling = find_crossings(deposits.at, deposits.amount, _ROLLING, limit)
    moments = np.unique(
        np.concatenate(
            [
                rolling[rolling >= history.since + _ROLLING],
                *(
                    _find_payments(payments, limit, history.since)
                    for payments in (deposits, withdrawals)
                ),
            ]
        )
    )
    figures = {
        "crossings": float(len(moments)),
        "largest": _largest(deposits, withdrawals) / UNITS,
        "rolling": float(sum_windows(deposits.at, deposits.amount, _ROLLING).max(initial=0))
        / UNITS,
        "limit": limit / UNITS,
    }
    known = np.concatenate([deposits.at, withdrawals.at])
    return Outcome(
        OutcomeStatus.FLAGGED if len(moments) else OutcomeStatus.BELOW,
        n,
        figures,
        from_at=float(known.min()),
        to_at=float(known.max()),
        moments=moments,
    )


def _paid(payments: Payments) -> Payments:
    paid = payments.take(payments.paid)
    return paid.take(sort_by_time(paid))


def _largest(*payments: Payments) -> float:
    return float(max(one.amount.max(initial=0) for one in payments))


def _find_payments(payments: Payments, limit: float, since: float) -> Floats:
    """Moments of single payments that reach the limit, and of those with which a day's payments reach it."""
    linked = find_crossings(payments.at, payments.amount, _LINKED, limit)
    single = payments.at[payments.amount >= limit]
    return np.concatenate([linked[linked >= since + _LINKED], single])


def sentence(outcome: Outcome) -> str:
    return ngettext(
        "Due diligence is due: payments reached %(limit).0f USD %(crossings)d time (largest payment %(largest).0f USD, "
        "deposits of 180 days up to %(rolling).0f USD).",
        "Due diligence is due: payments reached %(limit).0f USD %(crossings)d times (largest payment %(largest).0f USD, "
        "deposits of 180 days up to %(rolling).0f USD).",
        int(outcome.figures["crossings"]),
    ) % {**outcome.figures}


def draw(_history: History, outcome: Outcome) -> Bars:
    """Draw the largest payment and the deposits of 180 days against the threshold."""
    figures = outcome.figures
    return Bars(
        Axis(gettext_lazy("Payments"), "USD"),
        (
            EvidenceBar(gettext_lazy("Largest payment"), figures.get("largest", 0.0)),
            EvidenceBar(gettext_lazy("Deposits of 180 days"), figures.get("rolling", 0.0)),
        ),
        figures.get("limit", float("nan")),
    )


SIGNAL = Signal(
    id="AML5",
    version=1,
    family=Family.MONEY,
    severity=0,
    unit=Unit.EVENTS,
    window_days=360,
    reads_rounds=False,
    words=gettext_lazy("Due diligence"),
    meaning=gettext_lazy(
        "The law asks who the player is and where the money comes from, once a payment, the payments of 24 hours, or the "
        "deposits of 180 days reach an amount. A task, no suspicion: it adds nothing to the score."
    ),
    judge=judge,
    sentence=sentence,
    draw=draw,
    thresholds=(
        Threshold("amount", gettext_lazy("Amount (EUR)"), 2_000, 100, 50_000),
        Threshold("usd_per_eur", gettext_lazy("USD for one EUR"), 1.1, 0.5, 2),
    ),
    mutable=False,
    opens=Opens.DUE_DILIGENCE_TASK,
)
