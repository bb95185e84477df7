"""Findings, flags and outcomes in one sentence each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from cases.models import Case, CaseStatus, CaseTopic
from cases.selectors.queue import CaseFinding, QueueLine
from detection.models import Flag, LatestOutcome
from signals.catalogue import SIGNALS
from signals.definition import SignalScope
from signals.outcomes import Outcome, OutcomeStatus

STATUSES: Final[Mapping[str, Promise]] = {
    OutcomeStatus.BELOW: gettext_lazy("below the threshold"),
    OutcomeStatus.FLAGGED: gettext_lazy("flagged"),
    OutcomeStatus.TOO_FEW: gettext_lazy("too few data"),
    OutcomeStatus.NOT_APPLICABLE: gettext_lazy("not applicable"),
    OutcomeStatus.ERROR: gettext_lazy("could not be judged"),
}
BADGES: Final[Mapping[str, str]] = {
    CaseStatus.NEW: "mark",
    CaseStatus.REOPENED: "mark",
    CaseStatus.DECIDED: "usable",
}


def signal_name(signal: str) -> str:
    """Return a signal's id and name."""
    return f"{signal} · {SIGNALS[signal].words}" if signal in SIGNALS else signal


def describe_figures(signal: str, version: int, n: int, figures: Mapping[str, float]) -> str:
    """Return the sentence of a judgement, made from its numbers; of an older version of the signal the numbers alone."""
    known = SIGNALS.get(signal)
    if known is None or known.version != version:
        told = ", ".join(f"{name} {value:.4g}" for name, value in figures.items())
        return f"{signal_name(signal)}: n = {n}, {told}"
    outcome = Outcome(OutcomeStatus.FLAGGED, n, dict(figures), rounds=np.zeros(0, np.int64))
    return str(known.sentence(outcome))


def describe_finding(finding: CaseFinding) -> str:
    return describe_figures(finding.signal, finding.version, finding.n, finding.figures)


def describe_flag(flag: Flag) -> str:
    return describe_figures(flag.signal, flag.version, flag.n, flag.figures)


def describe_outcome(row: LatestOutcome) -> str:
    """Return an outcome in one sentence: its figures, or why there are none."""
    known = SIGNALS.get(row.signal)
    if row.status in (OutcomeStatus.BELOW, OutcomeStatus.FLAGGED):
        return describe_figures(row.signal, row.version, row.n, row.figures)
    if known and row.reason in known.reasons:
        return str(known.reasons[row.reason])
    if row.status == OutcomeStatus.TOO_FEW:
        return _("Only %(n)d so far.") % {"n": row.n}
    return str(STATUSES[row.status])


def describe_reasons(line: QueueLine) -> list[str]:
    """Return why a case is in the queue, in one or two sentences."""
    if told := [describe_finding(one) for one in line.findings]:
        return told
    return [line.case.reason or str(line.case.get_origin_display())]


def origin_text(case: Case, *, shown: bool) -> str:
    """Return why a case was opened; a blind sample looks like all others until it is decided."""
    return str(case.get_origin_display()) if shown else _("signals")


def case_title(case: Case, names: Sequence[str]) -> str:
    """Return the heading of a case."""
    about = ", ".join(names[:3]) or str(CaseTopic(case.kind).label)
    return f"{case.number}: {about}"


@dataclass(frozen=True, slots=True)
class SignalLine:
    """One signal's judgement of a player as a line: without status until the case shows its score."""

    signal: str
    name: str
    sentence: str
    n: int
    status: str
    rounds: int
    flag: Flag | None
    has_chart: bool


def has_chart(signal: str) -> bool:
    """Return whether evidence of a signal can be drawn for one player."""
    known = SIGNALS.get(signal)
    return known is not None and known.draw is not None and known.scope is SignalScope.PLAYER


def signal_lines(
    flags: Sequence[Flag], outcomes: Sequence[LatestOutcome], *, shown: bool
) -> list[SignalLine]:
    """Return a line for every signal: the flags of the case, then the other outcomes."""
    lines = [
        SignalLine(
            one.signal,
            signal_name(one.signal),
            describe_flag(one),
            one.n,
            str(one.get_state_display()) if shown else "",
            len(one.rounds) if shown else 0,
            one if shown else None,
            has_chart(one.signal),
        )
        for one in flags
    ]
    flagged = {one.signal for one in flags}
    lines += [
        SignalLine(
            one.signal,
            signal_name(one.signal),
            describe_outcome(one),
            one.n,
            str(STATUSES[one.status]) if shown else "",
            0,
            None,
            one.status in (OutcomeStatus.BELOW, OutcomeStatus.FLAGGED) and has_chart(one.signal),
        )
        for one in outcomes
        if one.signal not in flagged
    ]
    if not shown:
        lines.sort(key=lambda one: (one.signal != "EDGE", one.signal))
    else:
        lines.sort(key=lambda one: (one.flag is None, one.signal != "EDGE", one.signal))
    return lines
