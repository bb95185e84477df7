"""Labels of the checklist for real money."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.identity.selectors.checklist import Checklist, ChecklistStep
from internals.texts import LazyText


@dataclass(frozen=True, slots=True)
class StepLine:
    """Line of the checklist."""

    label: LazyText
    is_done: bool


_LABELS: Final[Mapping[ChecklistStep, LazyText]] = {
    ChecklistStep.EMAIL: _("Email address confirmed"),
    ChecklistStep.DETAILS: _("Name and document number entered"),
    ChecklistStep.ADDRESS: _("Residential address entered"),
    ChecklistStep.DOCUMENTS: _("Pictures of your document sent"),
    ChecklistStep.VERIFIED: _("Checked by us"),
}


def checklist_lines(checklist: Checklist) -> list[StepLine]:
    """Return the lines of the steps that the profile asks for, in display order."""
    return [StepLine(_LABELS[step], step in checklist.done) for step in checklist.steps]
