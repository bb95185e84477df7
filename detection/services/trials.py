"""Proposed thresholds judged silently: over the past, and beside the live signal. Nothing here raises a flag."""

from collections.abc import Iterable
from typing import Any

from detection.models import ThresholdChange, TrialDifference
from detection.services.recording import Judged, plain_figures
from signals.definition import Signal
from signals.judging import judge_signal
from signals.outcomes import Outcome, OutcomeStatus


def note_beside(
    signal: Signal[Any], given: Any, live: Judged, tried: Iterable[ThresholdChange]
) -> None:
    """Judge what was just judged with each proposal's thresholds, and keep where the flag differs."""
    for change in tried:
        note_difference(signal, given, live, change, beside=True)


def note_difference(
    signal: Signal[Any], given: Any, live: Judged, change: ThresholdChange, *, beside: bool
) -> OutcomeStatus:
    """Judge with the proposal's thresholds. A flag gained or lost is kept once for each look. Returns the status."""
    outcome = judge_signal(signal, given, change.values)
    keep_difference(live, outcome, change, beside=beside)
    return outcome.status


def keep_difference(
    live: Judged, outcome: Outcome, change: ThresholdChange, *, beside: bool
) -> None:
    """Keep a flag that the proposal's outcome gains or loses against the live one; once for each look."""
    flags, flagged = (one.status is OutcomeStatus.FLAGGED for one in (outcome, live.outcome))
    if flags != flagged:
        row = TrialDifference(
            change=change,
            player_id=live.player,
            other_id=live.other,
            gained=flags,
            beside=beside,
            look=live.look,
            n=outcome.n,
            figures=plain_figures(outcome),
        )
        TrialDifference.objects.bulk_create([row], ignore_conflicts=True)
