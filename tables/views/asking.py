"""Base classes of the pages of rule sets and tables."""

from collections.abc import Set as AbstractSet
from typing import Any, ClassVar, TypeVar, cast

from django.forms import BaseForm
from django.http import HttpResponse

from accounts.roles.values import Right
from accounts.staff.views.pages import StaffFormPage, StaffPage
from journal.refusals import Refusal
from tables.forms.problems import SettingsForm
from tables.models import Table
from tables.refusals import Misconfigured, ProfileContradicted, ReturnsNotAccepted
from tables.words.conformity import describe_contradiction
from tables.words.limits import setting_label
from tables.words.rules import bet_name


def refusal_text(error: Refusal) -> str:
    """Return a refusal in words, with the fields or bets concerned."""
    if isinstance(error, Misconfigured):
        return " ".join(
            f"{setting_label(Table, one.field)}: {one.message}" for one in error.problems
        )
    if isinstance(error, ReturnsNotAccepted):
        return f"{error.message} {', '.join(bet_name(name) for name in error.names)}"
    if isinstance(error, ProfileContradicted):
        told = [describe_contradiction(one) for one in error.contradictions]
        return f"{ProfileContradicted.message} {' '.join(told)}"
    return str(error.message)


def _rights_context(rights: AbstractSet[Right]) -> dict[str, bool]:
    return {
        "may_edit": Right.EDIT_TABLES in rights,
        "may_approve": Right.APPROVE_TABLES in rights,
        "may_switch": Right.SWITCH_TABLES in rights,
        "may_limit": Right.LIMIT_PLAYERS in rights,
        "may_view_events": Right.VIEW_EVENTS in rights,
    }


class TablesPage(StaffPage):
    """Base of pages about tables and rule sets; its context has the reader's rights."""

    opens: ClassVar[tuple[Right, ...]] = (Right.VIEW_TABLES,)

    def refusal_text(self, refusal: Refusal) -> str:
        return refusal_text(refusal)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**_rights_context(self.rights), **kwargs)


F = TypeVar("F", bound=BaseForm)


class TablesFormPage(StaffFormPage[F], TablesPage):
    def form_refused(self, form: F, refusal: Refusal) -> HttpResponse:
        if not isinstance(refusal, Misconfigured):
            return super().form_refused(form, refusal)
        self.add_problems(form, refusal)
        return self.form_invalid(form)

    def add_problems(self, form: F, refusal: Misconfigured) -> None:
        """Show the refused settings on the form, by default a `SettingsForm`."""
        cast("SettingsForm", form).add_problems(refusal)
