import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

import psycopg
from django.conf import settings
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render

from journal.services.program_errors import is_expected, tell_of_error

_NOTHING = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
_TOO_LONG: Final = (
    psycopg.errors.LockNotAvailable,
    psycopg.errors.QueryCanceled,
    psycopg.errors.DeadlockDetected,
)
_ANSWERS: Final = (
    *(Http404, PermissionDenied, BadRequest, SuspiciousOperation, MultiPartParserError),
    UnreadablePostError,  # who sent the form has gone, and gets no answer
)
"""Exceptions that are answers: Django has a page for each."""

RETRY_SECONDS: Final = 60
_log = logging.getLogger(__name__)
POLICY = ", ".join(f"{feature}=()" for feature in _NOTHING)


class PermissionsPolicyMiddleware:
    """Tells the browser that no page here uses camera, place, payment or the like."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", POLICY)
        return response


class NoStoreMiddleware:
    """Has no browser and no proxy keep a page of somebody who is signed in, comes in or goes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Whoever has a session, or is given one: who it is need not be asked for it."""
        response = self.get_response(request)
        name = settings.SESSION_COOKIE_NAME
        if name in request.COOKIES or name in response.cookies:
            response.headers["Cache-Control"] = "no-store, private"
        return response


class BusyMiddleware:
    """Answers with "not now" what waited too long for the database: a month of the ledger is being moved, say.

    The request's transaction is gone by then, so nothing has changed. The page asks the database for nothing.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Called by Django for what a page raised; None leaves it to others."""
        waited = isinstance(exception, OperationalError)
        if not waited or not isinstance(exception.__cause__, _TOO_LONG):
            return None
        _log.error("The database kept a page waiting too long", exc_info=exception)
        response = render(request, "503.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
        response.headers["Retry-After"] = str(RETRY_SECONDS)
        return response


class ErrorMiddleware:
    """Makes an event of what a page raised and nobody caught; the answer is Django's, as without it.

    It stands above every middleware that answers exceptions: control flow of a library, as allauth's request to sign in
    anew, never comes this far.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> None:
        """Called by Django for what a page raised and no middleware below this one answered."""
        if not isinstance(exception, _ANSWERS) and not is_expected(exception):
            tell_of_error(exception, f"{request.method} {request.path}"[:200])
