"""Thresholds of signals in words: numbers, what a proposal changes, and how a recomputation stands."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from cases.words.findings import describe_figures
from detection.models import Recomputation, ThresholdChange, TrialDifference
from signals.definition import Signal

State = Recomputation.State
_STATES: Mapping[str, Promise] = {
    State.DONE: gettext_lazy("All players are judged."),
    State.FAILED: gettext_lazy(
        "It failed several times and was given up: withdraw or refuse the proposal, and propose it again."
    ),
    State.STOPPED: gettext_lazy("It was stopped with the decision."),
}


def number_text(value: float) -> str:
    """Return a threshold in the reader's language, with all its digits and no exponent."""
    exact = Decimal(repr(float(value)))
    decimals = len(format(exact, "f").rstrip("0").partition(".")[2])
    return number_format(exact, decimals, use_l10n=True, force_grouping=False)


@dataclass(frozen=True, slots=True)
class ThresholdLine:
    """A threshold with its value in force and the one proposed or replaced."""

    words: str
    now: str
    then: str = ""

    @property
    def differs(self) -> bool:
        return self.now != self.then


def threshold_lines(signal: Signal[Any], values: Mapping[str, float]) -> list[ThresholdLine]:
    """Return the thresholds with these values."""
    return [
        ThresholdLine(str(one.words), number_text(values[one.name])) for one in signal.thresholds
    ]


def compare_thresholds(
    signal: Signal[Any], now: Mapping[str, float], then: Mapping[str, float]
) -> list[ThresholdLine]:
    """Return the thresholds with the values in force and the proposed ones."""
    return [
        ThresholdLine(
            str(one.words),
            number_text(now[one.name]),
            number_text(then.get(one.name, one.default)),
        )
        for one in signal.thresholds
    ]


@dataclass(frozen=True, slots=True)
class DecidedLine:
    """A decided proposal: its configuration's number if it was approved, its values, and how it ended."""

    change: ThresholdChange
    number: int | None
    values: list[ThresholdLine]
    ended: str

    @property
    def at(self) -> datetime:
        moment: datetime = self.change.decision.decided_at
        return moment


def decided_lines(signal: Signal[Any], decided: list[ThresholdChange]) -> list[DecidedLine]:
    """Return decided proposals as lines, the last decided first. Approved ones are numbered from 2: 1 are the defaults."""
    approved = sum(one.decision.approved for one in decided)
    lines = []
    for one in decided:
        number = approved + 1 if one.decision.approved else None
        approved -= one.decision.approved
        known = {**signal.defaults, **one.values}
        lines.append(DecidedLine(one, number, threshold_lines(signal, known), _end_text(one)))
    return lines


def _end_text(change: ThresholdChange) -> str:
    if change.decision.withdrawn:
        return _("withdrawn")
    return _("approved") if change.decision.approved else _("refused")


def progress_text(row: Recomputation) -> str:
    """Return how far a recomputation is."""
    if row.state != State.WAITING:
        return str(_STATES[row.state])
    return _("%(judged)s judgements so far.") % {
        "judged": number_format(sum(row.counts.values()), use_l10n=True, force_grouping=True)
    }


def describe_difference(row: TrialDifference) -> str:
    """Return what the judgement by the proposed thresholds found, in one sentence."""
    return describe_figures(row.change.signal, row.change.version, row.n, row.figures)
