"""Django's error handlers; `config.error_pages` draws the response."""

import sys
from dataclasses import replace
from http import HTTPStatus

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.roles.refusals import NotPermitted
from accounts.sign_in.views.rate_limits import seconds_until_allowed
from accounts.staff.words import explain_missing_right
from accounts.visits.views.kept_forms import form_address, form_page_path, store_form
from config.error_pages import (
    RETRY_SECONDS,
    UNKNOWN_SECONDS,
    ErrorPage,
    answer_error,
    answer_without_database,
)
from config.error_texts import DOWN, KEPT_FORM, OLD_FORM, OUTCOME_UNKNOWN
from journal.services.program_errors import is_database_down, is_outcome_unknown
from journal.values.event_numbers import event_number
from pages.moments import wait_text


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 400, or 413 if the body is larger than the limit.

    Replaces Django's view, which needs the CSRF token from the body that cannot be read.
    """
    too_large = isinstance(exception, RequestDataTooBig)
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE if too_large else HTTPStatus.BAD_REQUEST
    return answer_error(request, ErrorPage.for_status(status))


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500 with the number of its event, or 503 if the database is down. No queries."""
    failed = sys.exc_info()[1]
    if failed is not None and is_outcome_unknown(failed):
        unknown = ErrorPage.for_status(HTTPStatus.SERVICE_UNAVAILABLE, OUTCOME_UNKNOWN)
        return answer_without_database(request, replace(unknown, retry_after=UNKNOWN_SECONDS))
    if failed is not None and is_database_down(failed):
        return answer_without_database(
            request, ErrorPage.for_status(HTTPStatus.SERVICE_UNAVAILABLE, DOWN)
        )
    error = ErrorPage.for_status(HTTPStatus.INTERNAL_SERVER_ERROR)
    recorded = getattr(request, "error_event", None)
    reference = "" if recorded is None else event_number(recorded)
    return answer_without_database(request, replace(error, reference=reference))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 403. Staff are told which right is missing and who can grant it."""
    error = ErrorPage.for_status(HTTPStatus.FORBIDDEN)
    if isinstance(exception, NotPermitted) and exception.args:
        facts = explain_missing_right(exception.args)
        error = replace(error, code=exception.code, facts=facts)
        error = error.with_heading(_("This page is not for your role"))
    return answer_error(request, error)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  # how Django calls it
    return answer_error(request, ErrorPage.for_status(HTTPStatus.NOT_FOUND))


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """Answer 429, for allauth's rate limits."""
    seconds = seconds_until_allowed(request) or RETRY_SECONDS
    error = ErrorPage.for_status(HTTPStatus.TOO_MANY_REQUESTS)
    facts = (wait_text(seconds),)
    return answer_error(request, replace(error, retry_after=seconds, facts=facts))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001  # how Django calls it
    """Answer 403 for a form without a valid CSRF token, such as one opened before the sign-in.

    What was typed is kept for the form's page, but only if the form came from a page of this site:
    other sites must not fill in forms for signed-in people.
    """
    kept = bool(form_address(request)) and store_form(request, form_page_path(request))
    error = ErrorPage.for_status(HTTPStatus.FORBIDDEN, KEPT_FORM if kept else OLD_FORM)
    return answer_error(request, replace(error, code=OLD_FORM, back=_("Back to the form")))
