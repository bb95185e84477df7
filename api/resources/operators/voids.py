"""Void cases as the operator's systems read them."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from compliance.models import CaseKind, CaseReason, CaseStep, VoidCase
from compliance.voids.selectors.cases import CaseProgress, case_steps, count_progress, find_case
from compliance.voids.selectors.figures import (
    CaseFigures,
    PlayerTotal,
    calculate_figures,
    choose_hands_for,
)
from compliance.voids.selectors.hand_choice import ChosenHands, ExcludedHand, HandChoice


@dataclass(frozen=True, slots=True)
class VoidPreview:
    """What a case would do now; without `figures` no hand can be in it."""

    found: ChosenHands
    figures: CaseFigures | None

    @property
    def digest(self) -> str | None:
        if self.figures is None or self.figures.has_no_effect:
            return None
        return self.figures.digest

    @property
    def hands(self) -> int:
        return len(self.found.rounds)

    @property
    def totals(self) -> Sequence[PlayerTotal]:
        return self.figures.totals if self.figures else []

    @property
    def left_out(self) -> Sequence[ExcludedHand]:
        return self.found.first_excluded


@dataclass(frozen=True, slots=True)
class VoidStatus:
    """A case with its steps and progress."""

    case: VoidCase
    steps: Sequence[CaseStep]
    progress: CaseProgress


def preview_void(choice: HandChoice, reason: CaseReason) -> VoidPreview:
    """Return the effect of voiding these hands now. A fixed number of queries. Raises TooManyHands."""
    return _preview(CaseKind.VOID, reason, choose_hands_for(CaseKind.VOID, choice, None))


def preview_follow_up(kind: CaseKind, choice: HandChoice, of: VoidCase) -> VoidPreview:
    """Return the effect of a case that follows another one now. A fixed number of queries."""
    return _preview(kind, CaseReason(of.reason), choose_hands_for(kind, choice, of))


def _preview(kind: CaseKind, reason: CaseReason, found: ChosenHands) -> VoidPreview:
    shown = calculate_figures(kind, reason, found.rounds) if found.rounds else None
    return VoidPreview(found, shown)


def find_void_status(public_id: UUID) -> VoidStatus | None:
    """Return a case; None if there is none. Three queries."""
    case = find_case(public_id)
    return VoidStatus(case, case_steps(case), count_progress(case)) if case else None
