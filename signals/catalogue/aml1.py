"""AML1: money passes through the account without being played."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Final

import numpy as np
from django.utils.translation import gettext_lazy, ngettext

from signals.columns import DAY, UNITS, DealMark, Deals, Floats, History, Ints, Payments
from signals.definition import Family, Signal, Threshold, Unit
from signals.evidence import Axis, Bars, EvidenceBar
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few
from signals.statistics.windows import sort_by_time, sum_before

_WINDOW: Final = 7 * DAY


@dataclass(frozen=True, slots=True)
class _Passages:
    """Withdrawals, each with the sums of the 7 days before it, itself included."""

    at: Floats
    deposited: Ints
    withdrawn: Ints
    wagered: Ints

    @property
    def ratio(self) -> Floats:
        return self.wagered / np.maximum(self.deposited, 1)


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Divide wagers by deposits before each withdrawal of most of the deposits; the lowest ratio is the figure."""
    found = _sum_up(history)
    n = len(found.at)
    if not n:
        return too_few(n)
    most = found.withdrawn >= thresholds["part"] * found.deposited
    judged = (found.deposited > 0) & (found.deposited >= thresholds["least"] * UNITS) & most
    if not judged.any():
        return not_applicable("no_passage", n)
    through = judged & (found.ratio < thresholds["ratio"])
    worst = int(np.where(judged, found.ratio, inf).argmin())
    figures = {
        "ratio": float(found.ratio[worst]),
        "deposited": float(found.deposited[worst]) / UNITS,
        "withdrawn": float(found.withdrawn[worst]) / UNITS,
        "wagered": float(found.wagered[worst]) / UNITS,
        "withdrawals": float(through.sum()),
    }
    from_at, to_at = float(found.at[worst] - _WINDOW), float(found.at[worst])
    deals = _real(history.deals)
    rounds = deals.round[(deals.at >= from_at) & (deals.at <= to_at)]
    status = OutcomeStatus.FLAGGED if through.any() else OutcomeStatus.BELOW
    return Outcome(status, n, figures, "", rounds, from_at, to_at, found.at[through])


def _sum_up(history: History) -> _Passages:
    deposits, withdrawals = _paid(history.deposits), _paid(history.withdrawals)
    deals = _real(history.deals)
    at = withdrawals.at[withdrawals.at >= history.since + _WINDOW]
    return _Passages(
        at,
        sum_before(deposits.at, deposits.amount, at, _WINDOW),
        sum_before(withdrawals.at, withdrawals.amount, at, _WINDOW),
        sum_before(deals.at, deals.staked, at, _WINDOW),
    )


def _paid(payments: Payments) -> Payments:
    paid = payments.take(payments.paid)
    return paid.take(sort_by_time(paid))


def _real(deals: Deals) -> Deals:
    real = deals.take(deals.played & (deals.marks & int(DealMark.PLAY_MONEY) == 0))
    return real.take(sort_by_time(real))


def sentence(outcome: Outcome) -> str:
    return ngettext(
        "%(withdrawals)d withdrawal with little play before: within 7 days %(deposited).0f USD were deposited, "
        "%(wagered).0f USD wagered and %(withdrawn).0f USD withdrawn.",
        "%(withdrawals)d withdrawals with little play before; the clearest: within 7 days %(deposited).0f USD were "
        "deposited, %(wagered).0f USD wagered and %(withdrawn).0f USD withdrawn.",
        int(outcome.figures["withdrawals"]),
    ) % {**outcome.figures}


def draw(_history: History, outcome: Outcome) -> Bars:
    """Draw the sums of the 7 days before the clearest withdrawal."""
    figures = outcome.figures
    return Bars(
        Axis(gettext_lazy("Sum of 7 days"), "USD"),
        (
            EvidenceBar(gettext_lazy("Deposited"), figures.get("deposited", 0.0)),
            EvidenceBar(gettext_lazy("Wagered"), figures.get("wagered", 0.0), len(outcome.rounds)),
            EvidenceBar(gettext_lazy("Withdrawn"), figures.get("withdrawn", 0.0)),
        ),
        figures.get("deposited", float("nan")),
    )


SIGNAL = Signal(
    id="AML1",
    version=1,
    family=Family.MONEY,
    severity=60,
    unit=Unit.EVENTS,
    window_days=37,
    reads_decisions=False,
    words=gettext_lazy("Money passing through"),
    meaning=gettext_lazy(
        "Most of what was deposited within 7 days is withdrawn, and less than that was wagered. A player who changes their "
        "mind, or wins early and stops, looks the same once; the payment methods and repetitions tell more."
    ),
    judge=judge,
    sentence=sentence,
    draw=draw,
    thresholds=(
        Threshold("ratio", gettext_lazy("Wagered ÷ deposited"), 1, 0.1, 5),
        Threshold("part", gettext_lazy("Minimum withdrawn ÷ deposited"), 0.8, 0.1, 1),
        Threshold("least", gettext_lazy("Deposits from this sum on (USD)"), 0, 0, 10_000),
    ),
    reasons={
        "no_passage": gettext_lazy("no withdrawal of most of the last 7 days' deposits"),
    },
    mutable=False,
)
