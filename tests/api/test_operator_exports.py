"""Exports by the API: asked for, made by the worker, downloaded by a signed link."""

from datetime import timedelta
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone
from time_machine import travel

from accounts.roles.values import Role
from api.services import service_keys
from api.values.scopes import Scope
from journal.models import Event, EventKind
from reports.catalogue.registry import SOURCES
from reports.exports.services import files
from reports.files import Format
from reports.models import Export
from tests.accounts.staff import staff
from tests.api.calls import assert_problem, read
from tests.api.keys import call, issue, send
from tests.reports.exporting import content, some_deposits

pytestmark = pytest.mark.database


def fetch(link: str, **more: Any) -> Any:
    path, headers = link.removeprefix("http://testserver"), {"accept-language": "en"}
    return Client().get(path, headers=headers, **more)


def test_an_export_is_made_and_downloaded_by_a_link_that_ends() -> None:
    some_deposits()
    key = issue(staff(Role.AUDITOR), Scope.REPORTS_READ, Scope.LEDGER_READ)
    asked = {"source": "deposits", "format": "data"}
    made = read(send(key, "/exports", asked), 202)
    assert (made["state"], made["download"]) == ("waiting", None)
    assert files.make_next_file(timezone.now(), SOURCES)
    done = read(call(key, f"/exports/{made['id']}"))
    link = done["download"]["url"]
    answer = fetch(link)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Cache-Control"] == "no-store, private"
    assert len(content(answer)) == done["size"]
    event = Event.objects.get(kind=EventKind.EXPORT_DOWNLOADED.value)
    assert event.actor_id == key.key.owner_id

    assert_problem(fetch(link[:-1]), 403, "invalid_link")
    other = "00000000-0000-0000-0000-000000000000"
    assert_problem(fetch(link.replace(made["id"], other)), 403, "invalid_link")
    with travel(timezone.now() + timedelta(minutes=11)):
        assert_problem(fetch(link), 403, "invalid_link")
    service_keys.revoke_key(key.key.pk, reason="over", acting_user=staff(Role.ADMINISTRATOR))
    assert_problem(fetch(link), 403, "invalid_link")


def test_a_link_is_valid_in_the_networks_of_its_key_only() -> None:
    some_deposits()
    scopes = (Scope.REPORTS_READ, Scope.LEDGER_READ)
    key = issue(staff(Role.AUDITOR), *scopes, networks=("192.0.2.0/24",))
    inside: dict[str, Any] = {"REMOTE_ADDR": "192.0.2.7"}
    made = read(send(key, "/exports", {"source": "deposits", "format": "data"}, **inside), 202)
    assert files.make_next_file(timezone.now(), SOURCES)
    link = read(call(key, f"/exports/{made['id']}", **inside))["download"]["url"]
    assert_problem(fetch(link), 403, "network_not_allowed")
    assert not Event.objects.filter(kind=EventKind.EXPORT_DOWNLOADED.value).exists()
    answer = fetch(link, **inside)
    assert (answer.status_code, bool(content(answer))) == (200, True)


def test_an_export_needs_the_scopes_that_read_what_it_lists() -> None:
    owner = staff(Role.AUDITOR)
    key = issue(owner, Scope.REPORTS_READ)
    for source in ("players", "hands", "deposits", "events", "voids"):
        refused = send(key, "/exports", {"source": source, "format": "data"})
        assert_problem(refused, 403, "scope_missing")
    # nobody reads staff or disputes by a key
    assert_problem(send(key, "/exports", {"source": "staff", "format": "data"}), 404, "not_found")
    for wrong in ({"format": "page"}, {"source": "nothing"}, {"filters": {"x": 1}}):
        body = {"source": "report-cash", "format": "data", **wrong}
        assert send(key, "/exports", body).status_code == 422
    unknown = {"source": "report-cash", "format": "data", "filters": {"x": "1"}}
    assert_problem(send(key, "/exports", unknown), 422, "invalid", "filters.x")
    assert not Export.objects.exists()

    # what the owner asked for on a page is not read by a key without the scope
    own = files.request_file(SOURCES["players"], QueryDict(), Format.DATA, acting_user=owner)
    assert_problem(call(key, f"/exports/{own.public_id}"), 403, "scope_missing")
    others = issue(staff(Role.AUDITOR, "other"), Scope.REPORTS_READ, Scope.PLAYERS_READ)
    assert_problem(call(others, f"/exports/{own.public_id}"), 404, "not_found")
