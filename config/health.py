"""Addresses for probes, answered to any host name and without TLS: `/health/live` and `/health/ready`."""

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Final

import psycopg
from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse

from config.releases import UnknownRelease, database_release, require_served_release
from push.streams import LIVE_PATH, READY_PATH

_ROLE: Final = """
    SELECT NOT pg_is_in_recovery(),
           NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = current_user AND rolsuper)
           AND NOT EXISTS (SELECT 1 FROM pg_class WHERE relname = 'wallet_transfer'
                           AND pg_has_role(relowner, 'USAGE'))
"""


class HealthMiddleware:
    """Answer the probes; every other request goes on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path == LIVE_PATH:  # never asks the database: a failover must restart no process
            return _answer("live\n", HTTPStatus.OK, "text/plain")
        if request.path == READY_PATH:
            found = check_readiness()
            return _answer(describe_readiness(found), readiness_status(found), "application/json")
        return self.get_response(request)


def check_readiness() -> Mapping[str, bool]:
    """Return what this process needs to answer requests, by name, and whether it has it.

    Without the database the checks that need it are missing.
    """
    return {"not_draining": not is_draining(), **_check_database()}


def is_draining() -> bool:
    """Return whether the operator takes this machine's processes out of the proxy."""
    return bool(settings.DRAIN_FILE) and Path(settings.DRAIN_FILE).exists()


def readiness_status(checks: Mapping[str, bool]) -> HTTPStatus:
    return HTTPStatus.OK if all(checks.values()) else HTTPStatus.SERVICE_UNAVAILABLE


def describe_readiness(checks: Mapping[str, bool]) -> str:
    """Return the JSON of an answer: names and truth values, no addresses and no messages of errors."""
    return json.dumps({"ready": all(checks.values()), "checks": dict(checks)}) + "\n"


def _check_database() -> Mapping[str, bool]:
    try:
        writable, role = _ask_role()
        return {"database": True, "writable": writable, "role": role, "release": _is_served()}
    except (Error, psycopg.Error):
        return {"database": False}


def _ask_role() -> tuple[bool, bool]:
    with connection.cursor() as cursor:
        cursor.execute(_ROLE)
        writable, role = cursor.fetchone()
    return bool(writable), bool(role)


def _is_served() -> bool:
    """Return whether the migrations of the database are those of a release that this code may serve."""
    try:
        require_served_release(database_release(connection.connection))
    except UnknownRelease:
        return False
    return True


def _answer(text: str, status: HTTPStatus, kind: str) -> HttpResponse:
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(text, status=status, content_type=kind, headers=headers)
