"""The feed of events: nothing is skipped, nothing personal is shown."""

import json
from threading import Event as Signal
from typing import Any

import pytest
from django.db import transaction

from accounts.roles.values import Role
from api.selectors.event_documents import build_event_document
from api.selectors.event_feed import FeedFilter, read_feed
from api.selectors.gapless import GaplessCursor
from api.services.service_keys import IssuedKey
from api.values import event_types
from api.values.scopes import Scope
from journal.models import Event, EventKind
from journal.services.recording import record
from tests.accounts.staff import staff
from tests.api.calls import assert_problem
from tests.api.keys import call, issue
from tests.api.webhooks import everything_final, paid
from tests.threads import SECONDS, Running
from tests.waiting import wait_for_horizon

pytestmark = pytest.mark.database


@pytest.fixture
def key() -> IssuedKey:
    return issue(staff(Role.AUDITOR), Scope.EVENTS_READ)


def read(key: IssuedKey, **query: Any) -> dict[str, Any]:
    answer = call(key, "/events", query)
    assert answer.status_code == 200, answer.text
    page: dict[str, Any] = answer.json()
    return page


def test_events_are_read_page_by_page_and_the_last_cursor_continues(
    key: IssuedKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = [paid(number) for number in range(1, 6)]
    with everything_final(monkeypatch):
        seen, query = [], {"types": "withdrawal_paid", "limit": 2}
        while True:
            page = read(key, **query)
            seen += page["data"]
            query["cursor"] = page["next"]
            if not page["more"]:
                break
        assert [one["id"] for one in seen] == [f"E-{event.pk:06d}" for event in events]
        again = read(key, **query)
    assert (again["data"], again["more"], again["next"]) == ([], False, page["next"])


def test_an_event_of_an_open_transaction_is_not_shown(key: IssuedKey) -> None:
    paid()
    assert read(key, types="withdrawal_paid")["data"] == []


@pytest.mark.committed
def test_what_commits_late_is_never_skipped() -> None:
    """A transaction that began first and commits last has the lower id; a reader of `id > cursor` would lose it."""
    written, may_commit = Signal(), Signal()

    @transaction.atomic
    def write_slowly() -> Event:
        event = paid(1)
        written.set()
        assert may_commit.wait(SECONDS)
        return event

    slow = Running(write_slowly)
    assert written.wait(SECONDS)
    quick = paid(2)
    wanted = FeedFilter([EventKind.WITHDRAWAL_PAID])
    first = read_feed(None, wanted, 10)
    assert list(first.events) == []  # the quick one waits too: its place is not certain yet
    may_commit.set()
    late = slow.result()
    assert late.pk < quick.pk

    def rest() -> list[int]:
        page = read_feed(first.cursor, wanted, 10)
        found = [event.pk for event in page.events]
        return found if len(found) == 2 else []

    assert wait_for_horizon(rest) == [late.pk, quick.pk]
    every = read_feed(None, wanted, 10)
    assert list(read_feed(every.cursor, wanted, 10).events) == []


def test_filters_by_type_and_time(key: IssuedKey, monkeypatch: pytest.MonkeyPatch) -> None:
    event = paid()
    record(EventKind.TABLE_OPENED, subject="table ligalo", data={"before": "closed"})
    at = event.at.isoformat()
    with everything_final(monkeypatch):
        both = read(key, types="withdrawal_paid, table_opened", since=at)["data"]
        assert [one["type"] for one in both] == ["withdrawal_paid", "table_opened"]
        assert read(key, until=at, types="withdrawal_paid")["data"] == []


@pytest.mark.parametrize(
    ("query", "field", "code"),
    [
        ({"types": "nothing"}, "types", "invalid"),
        ({"types": ""}, "types", "invalid"),
        ({"limit": "201"}, "limit", "invalid"),
        ({"since": "x"}, "since", "invalid"),
        (
            {"since": "2026-01-02T00:00:00Z", "until": "2026-01-01T00:00:00Z"},
            *("until", "invalid"),
        ),
        ({"player": "7"}, "player", "invalid"),
        ({"cursor": "x"}, "cursor", "invalid_cursor"),
        ({"cursor": "bG9nIDE"}, "cursor", "invalid_cursor"),  # of the public log
        ({"cursor": "ZXZlbnRzIDE"}, "cursor", "invalid_cursor"),  # without an id
    ],
)
def test_a_wrong_parameter_is_named(
    key: IssuedKey, query: dict[str, str], field: str, code: str
) -> None:
    assert_problem(call(key, "/events", query), 422, code, field)


def test_another_scope_reads_no_events() -> None:
    other = issue(staff(Role.COMPLIANCE_ANALYST), Scope.PLAYERS_READ)
    assert_problem(call(other, "/events"), 403, "scope_missing")


def test_a_type_that_needs_a_scope_is_absent_without_it(
    key: IssuedKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    scopes = {EventKind.WITHDRAWAL_PAID: Scope.LEDGER_READ}
    monkeypatch.setattr(event_types, "REQUIRED_SCOPES", scopes)
    event = paid()
    more = issue(staff(Role.AUDITOR), Scope.EVENTS_READ, Scope.LEDGER_READ)
    with everything_final(monkeypatch):
        since = event.at.isoformat()
        types = [{one["type"] for one in read(one, since=since)["data"]} for one in (key, more)]
    assert ["withdrawal_paid" in one for one in types] == [False, True]
    assert_problem(call(key, "/events", {"types": "withdrawal_paid"}), 422, "invalid", "types")


def test_an_event_has_its_object_with_a_version_and_amounts_as_money() -> None:
    document = build_event_document(paid(12))
    later = build_event_document(paid(12))
    assert document["object"] == {
        "kind": "withdrawal",
        "id": "W-000012",
        "version": int(document["id"].removeprefix("E-")),
    }
    assert later["object"]["version"] > document["object"]["version"]
    assert document["data"] == {"player": 7, "amount": {"amount": "12.50", "currency": "USD"}}
    assert document["timestamp"].endswith("Z")


@pytest.mark.parametrize(
    ("subject", "kind", "key"),
    [
        ("player 7", "user", "7"),
        ("user 7", "user", "7"),
        ("service key 3", "service_key", "3"),
        ("void V-000001 hand", "void", "V-000001"),
        ("0b5c2a1e-7f3d-4f58-9a53-0d7f1a8a4c11", "round", "0b5c2a1e-7f3d-4f58-9a53-0d7f1a8a4c11"),
        ("ledger", None, None),
        ("user ana@example.test", None, None),
        ("finding round of player 12", None, None),
        ("", None, None),
    ],
)
def test_objects_of_subjects(subject: str, kind: str | None, key: str | None) -> None:
    found = build_event_document(record(EventKind.LOGGED_IN, subject=subject))["object"]
    assert (found and found["kind"], found and found["id"]) == (kind, key)


def test_nothing_personal_is_shown_whatever_an_event_holds() -> None:
    said = ["Ana Pérez", "ana@example.test", "10.1.2.3", "1990-05-17", "V12345678", "called twice"]
    names = [
        "email",
        "full_name",
        "birth_date",
        "ip",
        "reason",
        "note",
        "address",
        "before",
        "after",
    ]
    data: dict[str, object] = dict.fromkeys(names, said[2])
    data |= {
        "player": said[1],
        "table": said[0],
        "code": {"email": said[1]},
        "number": [said[5], 4],
    }
    data |= dict(zip(names, said, strict=False))
    document = build_event_document(record(EventKind.PERSON_CORRECTED, subject="user 7", data=data))
    assert document["data"] == {"number": [4]}
    assert not [one for one in said if one in json.dumps(document, ensure_ascii=False)]


def test_a_page_costs_two_queries(django_assert_num_queries: Any) -> None:
    for number in range(5):
        paid(number)
    with django_assert_num_queries(2):
        read_feed(GaplessCursor(1, 1), FeedFilter(), 3)
