"""What the pages of rule sets and tables have in common: who asks, what a refusal answers, the frame."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse

from accounts.roles.selectors import rights_of
from accounts.roles.values import Right
from accounts.staff.views.back_office import render_staff, staff_of
from journal.refusals import Refusal
from pages.refused import Refused
from tables.models import Table
from tables.refusals import Misconfigured, ReturnsNotAccepted
from tables.words.limits import named
from tables.words.rules import bet_name


def told_of(error: Refusal) -> str:
    """A refusal in words, with the fields or the bets that it is about."""
    if isinstance(error, Misconfigured):
        return " ".join(f"{named(Table, one.field)}: {one.message}" for one in error.problems)
    if isinstance(error, ReturnsNotAccepted):
        return f"{error.message} {', '.join(bet_name(name) for name in error.names)}"
    return str(error.message)


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
