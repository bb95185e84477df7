"""Addresses for probes, answered to any host name and without TLS: `/health/live` and `/health/ready`."""

from collections.abc import Callable
from typing import Final

from django.db import Error, connection
from django.http import HttpRequest, HttpResponse

LIVE: Final = "/health/live"
"""The process answers. It never asks the database, else a failover would restart every process."""

READY: Final = "/health/ready"
"""The database answers this process; otherwise 503: a proxy or load balancer sends requests elsewhere."""


class HealthMiddleware:
    """Answer the probes; every other request goes on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path == LIVE:
            return _answer("live", 200)
        if request.path == READY:
            return _answer("ready", 200) if _database_answers() else _answer("no database", 503)
        return self.get_response(request)


def _database_answers() -> bool:
    try:
        _ask()
    except Error:
        return False
    return True


def _ask() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _answer(text: str, status: int) -> HttpResponse:
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain", headers=headers)
