"""Error pages: in the back office's frame for signed-in staff, on the players' site for everybody else."""

import sys
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, gettext as _, override, pgettext
from django.views import csrf, defaults

from accounts.staff.views.back_office import staff_error
from config.middleware import RETRY_SECONDS
from journal.services.program_errors import is_down


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001  # how Django calls it
    """400, in place of Django's view: that one asks for the CSRF token, which is in the body that cannot be read."""
    return render(request, "400.html", status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """500, or 503 where the database does not answer: in the reader's language, and asking the database for nothing."""
    failed = sys.exc_info()[1]
    down = failed is not None and is_down(failed)
    status = HTTPStatus.SERVICE_UNAVAILABLE if down else HTTPStatus.INTERNAL_SERVER_ERROR
    with override(get_language_from_request(request)):
        page = render_to_string("down.html" if down else "500.html", {"request": request})
    response = HttpResponse(page, status=status)
    if down:
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: the page is not for this role."""
    title, words = _("This page is not for your role"), _("Nothing has changed.")
    told = staff_error(request, title, words, HTTPStatus.FORBIDDEN)
    return told or defaults.permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    title = _("Page not found")
    words = pgettext("staff", "The address may be mistyped, or what stood here has gone.")
    told = staff_error(request, title, words, HTTPStatus.NOT_FOUND)
    return told or defaults.page_not_found(request, exception)


def old_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form without a valid CSRF token, such as one from before the sign-in."""
    title = _("This form was too old")
    words = pgettext("staff", "Reload the page and send it again. Nothing has changed.")
    told = staff_error(request, title, words, HTTPStatus.FORBIDDEN)
    return told or csrf.csrf_failure(request, reason)
