"""What the pages of rule sets and tables have in common: who asks, what a refusal answers, the frame."""

from http import HTTPStatus
from typing import Any, Protocol

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.roles import Right, rights_of
from accounts.staff import render_staff, staff_of
from journal.refusals import ReasonMissing, Refusal
from pages.refused import Refused, refused
from tables.errors import Misconfigured, ReturnsNotAccepted
from tables.models import LimitSet, Table, TableChange
from tables.staff.limit_forms import DecisionForm
from tables.staff.values import named
from tables.wording import bet_name


def told_of(error: Refusal) -> str:
    """A refusal in words, with the fields or the bets that it is about."""
    if isinstance(error, Misconfigured):
        return " ".join(f"{named(Table, one.field)}: {one.message}" for one in error.problems)
    if isinstance(error, ReturnsNotAccepted):
        return f"{error.message} {', '.join(bet_name(name) for name in error.names)}"
    return str(error.message)


class _Decide(Protocol):
    """A service that takes the second person's word, once."""

    def __call__(self, pk: int, /, *, approved: bool, reason: str, acting_user: User) -> object: ...


def take_word(
    request: HttpRequest, decide: _Decide, row: LimitSet | TableChange, done: str
) -> Refused | None:
    """Bring the posted verdict on a proposal to its service; the page says what came of it, `done` after a yes.

    Returns what was refused, for the page to be drawn again with it.
    """
    form = DecisionForm(request.POST)
    if not form.is_valid():
        return refused(request, ReasonMissing(_("A decision needs its reason.")))
    reason, approved = form.cleaned_data["reason"], form.cleaned_data["verdict"] == "approve"
    try:
        decide(row.pk, approved=approved, reason=reason, acting_user=staff_of(request))
    except Refusal as refusal:
        return refused(request, refusal, told_of(refusal))
    messages.success(request, done if approved else _("It is refused."))
    return None


def page(
    request: HttpRequest,
    name: str,
    title: str,
    context: dict[str, Any],
    *,
    status: HTTPStatus = HTTPStatus.OK,
    refusal: Refused | None = None,
) -> HttpResponse:
    """Draw one of the pages, which know what their reader may do and what of them was just refused."""
    rights = rights_of(staff_of(request))
    own = {
        "title": title,
        "may_edit": Right.EDIT_TABLES in rights,
        "may_approve": Right.APPROVE_TABLES in rights,
        "may_switch": Right.SWITCH_TABLES in rights,
        "may_limit": Right.LIMIT_PLAYERS in rights,
    }
    template = f"tables/staff/{name}.html"
    return render_staff(request, template, {**own, **context}, status=status, refused=refusal)
