"""Error events of failing pages and tasks: one per kind of error, place and hour; handled exceptions are none."""

import html
import json
from typing import Any

import pytest
from allauth.core.exceptions import ImmediateHttpResponse, ReauthenticationRequired
from django.conf import settings
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import DatabaseError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.test import Client, RequestFactory
from django.urls import path
from django.utils.module_loading import import_string

from config import urls as present
from config.errors import server_error
from internals.postgresql.commits import CommitUnconfirmed
from journal.models import Event
from journal.services.program_errors import record_program_error
from tests.accounts.people import ana_confirmed

RAISED = {
    "404": Http404,
    "403": PermissionDenied,
    "400": BadRequest,
    "500": KeyError,
    "again": ReauthenticationRequired,
    "gone": UnreadablePostError,
}


def failing(_request: HttpRequest, what: str) -> HttpResponse:
    if what == "now":
        raise ImmediateHttpResponse(HttpResponse("an answer", status=202))
    raise RAISED[what]("the secret of a player")


handler400 = present.handler400
urlpatterns = [path("fails/<str:what>/", failing), *present.urlpatterns]


@pytest.fixture
def visitor(settings: Any) -> Client:
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("host", ["evil.example", "a b", "testserver:x"])
def test_a_request_for_another_host_is_a_bad_request(visitor: Client, host: str) -> None:
    answer = visitor.get("/", headers={"Host": host, "Referer": "http://testserver/rounds/"})
    assert answer.status_code == 400
    assert errors() == []


def errors() -> list[Event]:
    return list(Event.objects.filter(kind="program_error"))


@pytest.mark.database
def test_a_failing_page_is_reported_once_an_hour_without_its_message(visitor: Client) -> None:
    for _ in range(3):
        assert visitor.get("/fails/500/?token=secret").status_code == 500
    (event,) = errors()
    assert event.severity == "alarm"
    assert event.data["error"] == "KeyError"
    assert event.data["path"] == "GET /fails/500/"
    assert event.data["place"].startswith("tests/config/test_errors.py:")
    assert "secret" not in f"{event.data} {event.subject}"


@pytest.mark.database
@pytest.mark.parametrize("what", ["404", "403", "400"])
def test_an_answer_is_no_error(visitor: Client, what: str) -> None:
    assert visitor.get(f"/fails/{what}/").status_code == int(what)
    assert errors() == []


@pytest.mark.database
@pytest.mark.parametrize(("what", "status"), [("again", 302), ("now", 202), ("gone", 500)])
def test_control_flow_of_a_library_is_no_error(visitor: Client, what: str, status: int) -> None:
    assert visitor.get(f"/fails/{what}/").status_code == status
    assert errors() == []


@pytest.mark.database
def test_an_expired_sign_in_is_requested_again_without_an_alarm(client: Client) -> None:
    client.force_login(ana_confirmed())
    answer = client.get("/account/data/")
    assert answer["Location"].startswith("/account/reauthenticate/")
    assert errors() == []


def test_no_middleware_handles_exceptions_after_reporting() -> None:
    """Django calls `process_exception` from the last middleware to the first."""
    told = settings.MIDDLEWARE.index("config.middleware.ErrorMiddleware")
    for name in settings.MIDDLEWARE[:told]:
        made = import_string(name)(lambda _request: HttpResponse())
        assert not hasattr(made, "process_exception"), name


@pytest.mark.database
def test_another_error_or_another_place_is_another_event(visitor: Client) -> None:
    visitor.get("/fails/500/")
    for error in (ValueError("x"), TypeError("x"), TypeError("y")):
        record_program_error(error, "journal.tasks.record_clock_heartbeat")
    assert sorted(one.data["error"] for one in errors()) == ["KeyError", "TypeError", "ValueError"]


@pytest.mark.database
def test_a_failing_task_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from journal import tasks  # noqa: PLC0415  # the task is what fails
    from journal.services import clocks  # noqa: PLC0415  # as above

    def broken() -> None:
        raise RuntimeError("no clock")

    monkeypatch.setattr(clocks, "record_clock_heartbeat", broken)
    assert tasks.record_clock_heartbeat.apply().failed()
    (event,) = errors()
    assert event.data["path"] == "journal.tasks.record_clock_heartbeat"


def test_without_the_database_errors_are_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def gone(*_: object) -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr("journal.services.program_errors.transaction.atomic", gone)
    record_program_error(ValueError("x"), "a page")
    assert "cannot be written" in caplog.text


@pytest.mark.parametrize("path", ["/table/ligalo/", "/api/v1/tables"])
def test_an_unconfirmed_commit_is_neither_done_nor_refused(path: str, rf: RequestFactory) -> None:
    error = OperationalError()
    error.__cause__ = CommitUnconfirmed("the wait for the synchronous standby was cancelled")
    try:
        raise error
    except OperationalError:
        response = server_error(rf.post(path, headers={"Accept-Language": "en"}))
    assert (response.status_code, response["Retry-After"]) == (503, "2")
    assert "know yet whether this was done" in html.unescape(response.content.decode())
    named = response.get("Refusal-Code") or json.loads(response.content)["code"]
    assert named == "outcome_unknown"
