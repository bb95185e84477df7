"""Flags that proposed thresholds would gain and lose, as far as a reader may see the players."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from accounts.roles.values import Right
from cases.models import Case, CasePlayer
from cases.selectors.queue import undecided_suspicions
from cases.selectors.scores import kind_of_signal
from cases.values import VIEW_RIGHTS
from detection.models import ThresholdChange, TrialDifference
from detection.selectors.trials import ThresholdTrial, list_trials, select_differences

SHOWN: Final = 20


@dataclass(frozen=True, slots=True)
class ShownTrial:
    """A trial with the first of its flags gained and lost; `count` is the number of all that the reader may see."""

    trial: ThresholdTrial
    rows: Sequence[TrialDifference]
    count: int


def may_see_players(signal: str, rights: frozenset[Right]) -> bool:
    """Return whether the players of this signal's flags are shown: to readers of the cases that they belong to."""
    return VIEW_RIGHTS[kind_of_signal(signal)] in rights


def select_visible_differences(
    change: ThresholdChange, rights: frozenset[Right]
) -> QuerySet[TrialDifference]:
    """Return the flags gained and lost, the newest first.

    Those of players with an undecided case of fraud are for the approver alone: they would tell a blind sample from the
    others.
    """
    rows = select_differences(change)
    if not may_see_players(change.signal, rights):
        return rows.none()
    if Right.APPROVE_THRESHOLDS in rights:
        return rows
    undecided = CasePlayer.objects.filter(
        player=OuterRef("player"), case__in=Case.objects.filter(undecided_suspicions())
    )
    return rows.filter(~Exists(undecided))


def load_shown_trials(signal: str, rights: frozenset[Right]) -> list[ShownTrial]:
    """Return the undecided proposals for a signal with the flags that they would gain and lose. Two queries for each."""
    shown = []
    for trial in list_trials(signal):
        rows = select_visible_differences(trial.change, rights)
        shown.append(ShownTrial(trial, list(rows.order_by("-pk")[:SHOWN]), rows.count()))
    return shown
