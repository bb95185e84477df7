"""Steps of a version that a person may take now."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from accounts.roles.selectors import rights_of
from accounts.roles.values import Right
from tables.forms.short import ApproveForm, ReasonForm, ScheduleForm
from tables.models import RuleSetVersion, VersionState
from tables.selectors.returns import find_unusual_returns
from tables.selectors.tables import mathematics_of
from tables.services import versions
from tables.services.notice import needs_notice
from tables.words.rule_fields import Words
from tables.words.rules import bet_name, return_told

State = VersionState


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a version: name in the URL, button, effect, required right."""

    name: str
    label: Words
    meaning: Words
    states: tuple[State, ...]
    rights: frozenset[Right]
    service: Callable[..., RuleSetVersion]  # called with the form's fields as keyword arguments
    done: Words

    def form(self, version: RuleSetVersion, data: Any = None) -> forms.Form:
        if self.name == "approve":
            return ApproveForm(data, unusual=_unusual(version), notice=needs_notice(version))
        if self.name == "schedule":
            return ScheduleForm(data, notice=needs_notice(version))
        return ReasonForm(data)

    def refused_to(self, version: RuleSetVersion, user: User) -> Words | None:
        """Return why this person cannot take it, or None."""
        if not self.rights & rights_of(user):
            return _("Your role does not allow this.")
        worked = versions.has_worked_on(version, user)
        if self.name == "approve" and worked:
            return _("You have worked on it: another person decides.")
        if self.name == "refuse" and not worked and Right.APPROVE_TABLES not in rights_of(user):
            return _("Its authors or a manager can do this.")
        return None


def _unusual(version: RuleSetVersion) -> list[tuple[str, str]]:
    row = mathematics_of(version)
    if row is None or not row.is_current:
        return []
    return [
        (one.bet, f"{bet_name(one.bet)}: {return_told(one)}")
        for one in find_unusual_returns(version.rule_set, row)
    ]


_EDITORS: Final = frozenset({Right.EDIT_TABLES})
STEPS: Final = {
    step.name: step
    for step in (
        Step(
            "propose",
            _("Propose"),
            _("From here on its rules never change. Another person approves or refuses it."),
            (State.DRAFT,),
            _EDITORS,
            versions.propose,
            _("It is proposed and waits for another person."),
        ),
        Step(
            "approve",
            _("Approve"),
            _("Once approved it can be put into force."),
            (State.PROPOSED,),
            frozenset({Right.APPROVE_TABLES}),
            versions.approve,
            _("It is approved."),
        ),
        Step(
            "schedule",
            _("Put into force"),
            _(
                "Every table of this rule set plays it from then on, beginning with its next shoe. Until a time to come, lobby, table and help announce it. In any case each player sees at the table what has changed before their first bet under it."
            ),
            (State.APPROVED,),
            _EDITORS,
            versions.schedule,
            _("It is scheduled."),
        ),
        Step(
            "unschedule",
            _("Take off the schedule"),
            _("It stays approved and does not come into force."),
            (State.SCHEDULED,),
            _EDITORS,
            versions.unschedule,
            _("It is off the schedule."),
        ),
        Step(
            "refuse",
            _("Refuse"),
            _("It never comes into force. This cannot be undone; a new draft can be made."),
            (State.DRAFT, State.PROPOSED, State.APPROVED),
            frozenset({Right.APPROVE_TABLES, Right.EDIT_TABLES}),
            versions.refuse,
            _("Refused."),
        ),
    )
}


def offer_steps(version: RuleSetVersion, user: User) -> list[tuple[Step, Words | None]]:
    """Return every step that its state allows, each with the reason why this person cannot take it, if any."""
    return [
        (step, step.refused_to(version, user))
        for step in STEPS.values()
        if version.state in step.states
    ]
