import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

import psycopg
import structlog
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase
from django_structlog.middlewares import RequestMiddleware

from accounts.gate.views import read_address
from config.error_pages import ErrorPage, answer_without_database
from journal.services.program_errors import is_transient, record_program_error

_NOTHING = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
_LOADS_NOTHING: Final = "default-src 'none'; frame-ancestors 'none'"
_TOO_LONG: Final = (
    psycopg.errors.LockNotAvailable,
    psycopg.errors.QueryCanceled,
    psycopg.errors.DeadlockDetected,
)
_ANSWERS: Final = (
    *(Http404, PermissionDenied, BadRequest, SuspiciousOperation, MultiPartParserError),
    UnreadablePostError,  # the client has disconnected
)
"""Exceptions that Django answers with a page."""

_log = logging.getLogger(__name__)
POLICY = ", ".join(f"{feature}=()" for feature in _NOTHING)


class PermissionsPolicyMiddleware:
    """Deny camera, location, payment and similar features."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", POLICY)
        return response


class ContentPolicyMiddleware(CSPMiddleware):
    """Tell browsers what a page may load. JSON loads nothing."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Add the policy of pages, or the short one of answers in JSON."""
        if not response.headers.get("Content-Type", "").endswith("json"):
            return super().process_response(request, response)
        response.headers.setdefault("Content-Security-Policy", _LOADS_NOTHING)
        return response


class RequestLogMiddleware(RequestMiddleware):
    """Logs requests with the network address that the trusted proxies tell."""

    @classmethod
    def bind_ip(cls, request: HttpRequest) -> None:
        """Name the address in all lines of the request; the library would read a dozen headers that anybody can send."""
        structlog.contextvars.bind_contextvars(ip=read_address(request))


class NoStoreMiddleware:
    """Prevent caching of signed-in people's pages, and of sign-in and sign-out."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Judge by the session cookie, which needs no query for the user."""
        response = self.get_response(request)
        name = settings.SESSION_COOKIE_NAME
        if name in request.COOKIES or name in response.cookies:
            response.headers["Cache-Control"] = "no-store, private"
        return response


class FileSentMiddleware:
    """Signal to the page whose form requested a file that the download has started.

    The page does not reload; static/js/forms.js waits until this cookie is deleted.
    """

    COOKIE: Final = "form_waits"

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if self.COOKIE in request.COOKIES and response.has_header("Content-Disposition"):
            response.delete_cookie(self.COOKIE, samesite="Strict")
        return response


class BusyMiddleware:
    """Answer 503 to a request that hit a statement or lock timeout or a deadlock.

    This happens for instance while a month of the ledger is moved. The transaction is rolled back
    by then. The page makes no query.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Handle exceptions of views; return None to pass them on."""
        waited = isinstance(exception, OperationalError)
        if not waited or not isinstance(exception.__cause__, _TOO_LONG):
            return None
        _log.error("The database kept a page waiting too long", exc_info=exception)
        return answer_without_database(
            request, ErrorPage.for_status(HTTPStatus.SERVICE_UNAVAILABLE)
        )


class ErrorMiddleware:
    """Record an event for an uncaught exception of a page. `config.errors.server_error` answers and names it.

    Placed outside every middleware that handles exceptions: a library's control flow, such as
    allauth's reauthentication, does not get here.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> None:
        """Record exceptions that no inner middleware handled."""
        if not isinstance(exception, _ANSWERS) and not is_transient(exception):
            told = record_program_error(exception, f"{request.method} {request.path}"[:200])
            request.error_event = told  # type: ignore[attr-defined]  # read by `server_error`
