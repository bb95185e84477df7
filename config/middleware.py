import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

import psycopg
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

_NOTHING = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
_TOO_LONG: Final = (psycopg.errors.LockNotAvailable, psycopg.errors.QueryCanceled)
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
