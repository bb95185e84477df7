"""Transient errors are logged and raise no alarm: in pages, tasks, and rounds and shoes in the background."""

from typing import Any

import psycopg
import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from casino.absence.services import house_play
from casino.fairness.services import due_shoes
from casino.models import Shoe
from config import urls as present
from config.celery import record_failed_task
from journal.models import Event
from journal.services.program_errors import is_transient
from tests.casino import scenes


def caused(cause: Exception) -> Exception:
    error = OperationalError("a name that nobody may read")
    error.__cause__ = cause
    return error


EXPECTED = {
    "closed": InterfaceError("closed"),
    "refused": caused(psycopg.OperationalError("refused")),
    "shutdown": caused(psycopg.errors.AdminShutdown()),
    "lock": caused(psycopg.errors.LockNotAvailable()),
    "deadlock": caused(psycopg.errors.DeadlockDetected()),
    "connections": caused(psycopg.errors.TooManyConnections()),
    "time": SoftTimeLimitExceeded(),
}
UNEXPECTED = {
    "unique": caused(psycopg.errors.UniqueViolation()),
    "slow": caused(psycopg.errors.QueryCanceled()),
    "program": KeyError("x"),
}


def failing(_request: HttpRequest, what: str) -> HttpResponse:
    raise {**EXPECTED, **UNEXPECTED}[what]


handler500 = present.handler500
urlpatterns = [path("fails/<str:what>/", failing), *present.urlpatterns]


def told() -> list[str]:
    kinds = ("program_error", "round_failed", "shoe_failed", "void_failed")
    found = Event.objects.filter(kind__in=kinds).order_by("pk")
    return list(found.values_list("kind", flat=True))


@pytest.mark.parametrize("name", EXPECTED)
def test_transient_errors_are_expected(name: str) -> None:
    assert is_transient(EXPECTED[name])


@pytest.mark.parametrize("name", UNEXPECTED)
def test_permanent_errors_are_not_expected(name: str) -> None:
    assert not is_transient(UNEXPECTED[name])


@pytest.mark.database
@pytest.mark.parametrize("name", [name for name in EXPECTED if name != "time"])
def test_a_page_says_not_now_and_raises_no_alarm(name: str, settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    answer = Client(raise_request_exception=False).get(f"/fails/{name}/")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    assert told() == []


@pytest.mark.database
@pytest.mark.parametrize("name", [*EXPECTED, "program"])
def test_a_task_that_is_run_again_anyway_raises_no_alarm(name: str) -> None:
    error = {**EXPECTED, **UNEXPECTED}[name]
    record_failed_task(sender="journal.tasks.record_clock_heartbeat", exception=error)
    assert told() == (["program_error"] if name == "program" else [])


@pytest.mark.database
@pytest.mark.parametrize("name", [name for name in (*EXPECTED, "program") if name != "time"])
def test_a_round_and_a_shoe_are_left_for_the_next_run(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = {**EXPECTED, **UNEXPECTED}[name]

    def fails(*_: object) -> bool:
        raise error

    round_ = scenes.deal(scenes.ordinary)
    monkeypatch.setattr(house_play, "_end", fails)
    monkeypatch.setattr(due_shoes, "_end", fails)
    assert not house_play._end_apart(round_.pk, round_.started_at)
    shoe = round_.deal.shoe_id
    assert not due_shoes._end_apart(shoe, Shoe.Status.DEALING, round_.started_at)
    assert told() == (["round_failed", "shoe_failed"] if name == "program" else [])
