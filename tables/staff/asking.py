"""What the pages of rule sets and tables have in common: who asks, what a refusal answers, the frame."""

from http import HTTPStatus
from typing import Any

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.roles import Right, rights_of
from accounts.staff import render_staff, staff_of
from tables.errors import SamePerson, StepTaken, TablesError


def status_of(error: TablesError) -> HTTPStatus:
    """The HTTP status of a refusal."""
    if isinstance(error, StepTaken):
        return HTTPStatus.CONFLICT
    if isinstance(error, SamePerson):
        return HTTPStatus.FORBIDDEN
    return HTTPStatus.UNPROCESSABLE_ENTITY


def explain(form: Form, error: TablesError) -> HTTPStatus:
    """Say above the form what was refused."""
    form.add_error(None, str(error.message))
    return status_of(error)


def see_other(address: str, *args: object) -> HttpResponse:
    """Answer a form that was carried out: the browser fetches the page anew."""
    response = redirect(address, *args)
    response.status_code = HTTPStatus.SEE_OTHER
    return response


def page(
    request: HttpRequest,
    name: str,
    title: str,
    context: dict[str, Any],
    *,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """Draw one of the pages, which know what their reader may do."""
    rights = rights_of(staff_of(request))
    own = {
        "title": title,
        "may_edit": Right.EDIT_TABLES in rights,
        "may_approve": Right.APPROVE_TABLES in rights,
        "may_switch": Right.SWITCH_TABLES in rights,
        "may_limit": Right.LIMIT_PLAYERS in rights,
    }
    return render_staff(request, f"tables/staff/{name}.html", {**own, **context}, status=status)
