"""Steps of a version that a person may take now."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from accounts.roles.selectors import load_rights
from accounts.roles.values import Right
from tables.forms.short import ApproveForm, ReasonForm, ScheduleForm
from tables.models import RuleSetVersion, VersionState
from tables.selectors.returns import find_unusual_returns
from tables.selectors.tables import find_mathematics
from tables.services import versions
from tables.services.notice import needs_notice
from tables.words.rule_fields import Words
from tables.words.rules import bet_name, format_return

State = VersionState


@dataclass(frozen=True, slots=True)
class VersionAction:
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

    def refusal_for(self, version: RuleSetVersion, user: User) -> Words | None:
        """Return why this person cannot take it, or None."""
        if not self.rights & load_rights(user):
            return _("Your role does not allow this.")
        worked = versions.has_worked_on(version, user)
        if self.name == "approve" and worked:
            return _("You worked on this version: another person has to decide.")
        if self.name == "refuse" and not worked and Right.APPROVE_TABLES not in load_rights(user):
            return _("Its authors or a manager can do this.")
        return None


def _unusual(version: RuleSetVersion) -> list[tuple[str, str]]:
    row = find_mathematics(version)
    if row is None or not row.is_current:
        return []
    return [
        (one.bet, f"{bet_name(one.bet)}: {format_return(one)}")
        for one in find_unusual_returns(version.rule_set, row)
    ]


_EDITORS: Final = frozenset({Right.EDIT_TABLES})
STEPS: Final = {
    step.name: step
    for step in (
        VersionAction(
            "propose",
            _("Propose"),
            _("From here on its rules never change. Another person approves or refuses it."),
            (State.DRAFT,),
            _EDITORS,
            versions.propose_version,
            _("It is proposed. Another person has to approve it."),
        ),
        VersionAction(
            "approve",
            _("Approve"),
            _("Once approved it can be put into force."),
            (State.PROPOSED,),
            frozenset({Right.APPROVE_TABLES}),
            versions.approve_version,
            _("It is approved."),
        ),
        VersionAction(
            "schedule",
            _("Put into force"),
            _(
                "Every table of this rule set plays it from then on, beginning with its next shoe. Until a time to come, lobby, table and help announce it. In any case each player sees at the table what has changed before their first bet under it."
            ),
            (State.APPROVED,),
            _EDITORS,
            versions.schedule_version,
            _("It is scheduled."),
        ),
        VersionAction(
            "unschedule",
            _("Take off the schedule"),
            _("It stays approved and does not come into force."),
            (State.SCHEDULED,),
            _EDITORS,
            versions.unschedule_version,
            _("It is off the schedule."),
        ),
        VersionAction(
            "refuse",
            _("Refuse"),
            _("It never comes into force. This cannot be undone; a new draft can be made."),
            (State.DRAFT, State.PROPOSED, State.APPROVED),
            frozenset({Right.APPROVE_TABLES, Right.EDIT_TABLES}),
            versions.refuse_version,
            _("Refused."),
        ),
    )
}


def offer_steps(version: RuleSetVersion, user: User) -> list[tuple[VersionAction, Words | None]]:
    """Return every step that its state allows, each with the reason why this person cannot take it, if any."""
    return [
        (step, step.refusal_for(version, user))
        for step in STEPS.values()
        if version.state in step.states
    ]
