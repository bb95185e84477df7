"""Cases, flags and holds by service key: each kind under its own scope, and in no feed or webhook without it."""

from typing import Any
from uuid import uuid4

import pytest

from accounts.models.audit_views import Look
from accounts.roles.values import Role
from api.selectors.event_documents import build_event_document
from api.selectors.event_feed import FeedFilter, filter_feed
from api.services.service_keys import IssuedKey
from api.services.webhook_endpoints import ENDPOINT_SCOPES
from api.values.case_kinds import find_hidden_kinds, find_readable_kinds
from api.values.event_types import hidden_types
from api.values.scopes import Scope
from cases.models import Case, CaseOutcome, CaseTopic
from cases.services import work
from cases.services.steps import record_case_event
from detection.models import Flag, ThresholdChange, ThresholdDecision
from journal.models import Event
from journal.values.kinds import EventKind
from tests.accounts.staff import staff
from tests.api.calls import assert_problem, read as read_answer
from tests.api.keys import call, issue
from tests.cases.flagged import analyst, flag, opened, player

pytestmark = pytest.mark.database

ALL = (Scope.CASES_READ, Scope.CASES_AML, Scope.CASES_PROTECTION)


@pytest.fixture
def cases() -> dict[str, Case]:
    """Return an open case of each kind that a key may show, with a flag each."""
    return {
        "fraud": opened(player("ana"), "CC1"),
        "laundering": opened(player("eva"), "AML1", kind=CaseTopic.LAUNDERING),
        "protection": opened(player("pia"), "HARM1", kind=CaseTopic.PROTECTION),
    }


def read(key: IssuedKey, path: str, **query: Any) -> Any:
    return read_answer(call(key, path, query))


def decide(case: Case) -> None:
    nora = analyst()
    work.assign_case(case.public_id, assignee=nora.pk, acting_user=nora)
    work.decide_case(case.public_id, outcome=CaseOutcome.CONFIRMED, acting_user=nora, reason="log")


def kinds_read(*scopes: Scope) -> list[str]:
    key = issue(staff(Role.COMPLIANCE_MANAGER), *scopes)
    return sorted(one["kind"] for one in read(key, "/cases")["data"])


def test_each_kind_needs_its_scope(cases: dict[str, Case]) -> None:
    assert kinds_read(Scope.CASES_READ) == ["fraud"]
    assert kinds_read(Scope.CASES_READ, Scope.CASES_AML) == ["fraud", "laundering"]
    assert kinds_read(*ALL) == sorted(cases)


def test_an_owner_without_the_right_sees_no_other_kind(cases: dict[str, Case]) -> None:
    key = issue(staff(Role.COMPLIANCE_ANALYST), Scope.CASES_READ)
    assert [one["kind"] for one in read(key, "/cases")["data"]] == ["fraud"]
    for kind in ("laundering", "protection"):
        assert_problem(call(key, f"/cases/{cases[kind].public_id}"), 404, "not_found")


def test_a_case_has_its_flags_and_no_score_before_it_is_decided(cases: dict[str, Case]) -> None:
    key = issue(staff(Role.COMPLIANCE_MANAGER), *ALL)
    found = read(key, f"/cases/{cases['fraud'].public_id}")
    assert found["case"]["number"] == cases["fraud"].number
    assert found["case"]["score"] is None
    assert found["flags"] == []  # as in a blind sample
    decide(cases["fraud"])
    found = read(key, f"/cases/{cases['fraud'].public_id}")
    assert [one["signal"] for one in found["flags"]] == ["CC1"]
    assert "412" in found["flags"][0]["sentence"]
    assert read(key, f"/cases/{cases['laundering'].public_id}")["case"]["score"] == 65
    assert Look.objects.filter(kind=Look.Kind.CASEWORK).exists()
    assert_problem(call(key, f"/cases/{uuid4()}"), 404, "not_found")


def test_flags_of_money_laundering_need_its_scope(cases: dict[str, Case]) -> None:
    plain = issue(staff(Role.COMPLIANCE_MANAGER), Scope.CASES_READ)
    assert read(plain, "/flags")["data"] == []  # the case of CC1 is undecided
    decide(cases["fraud"])
    assert {one["signal"] for one in read(plain, "/flags")["data"]} == {"CC1"}
    hidden = Flag.objects.get(signal="AML1")
    assert_problem(call(plain, f"/flags/{hidden.public_id}"), 404, "not_found")
    more = issue(staff(Role.COMPLIANCE_MANAGER), *ALL)
    assert read(more, f"/flags/{hidden.public_id}")["flag"]["signal"] == "AML1"
    assert len(read(more, "/flags", player=hidden.player_id)["data"]) == 1


def test_flags_have_cursor_pages(cases: dict[str, Case]) -> None:
    for signal in ("EDGE", "BOT1", "GEO1"):
        flag(player(signal.lower()), signal)
    key = issue(staff(Role.COMPLIANCE_MANAGER), Scope.CASES_READ)
    seen: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = read(key, "/flags", limit=2, **cursor)
        seen += [one["signal"] for one in page["data"]]
        if page["next"] is None:
            break
        cursor = {"cursor": page["next"]}
    assert seen == ["GEO1", "BOT1", "EDGE"]


def test_signals_have_their_thresholds_in_force_under_the_scopes_of_their_flags() -> None:
    change = ThresholdChange.objects.create(
        signal="CC1", version=1, values={"level": 0.3}, reason="fewer", proposed_by=analyst()
    )
    key = issue(staff(Role.COMPLIANCE_MANAGER), Scope.CASES_READ)
    (found,) = [one for one in read(key, "/signals")["data"] if one["signal"] == "CC1"]
    assert (found["thresholds"]["level"], found["since"]) == (0.25, None)
    made = ThresholdDecision.objects.create(
        proposal=change, approved=True, reason="tried", decided_by=staff(Role.COMPLIANCE_MANAGER)
    )
    made.refresh_from_db()
    rows = read(key, "/signals")["data"]
    (found,) = [one for one in rows if one["signal"] == "CC1"]
    assert found["thresholds"] == {"level": 0.3, "diff": 0.2, "t": 3.3}
    assert found["since"][:19] == f"{made.decided_at:%Y-%m-%dT%H:%M:%S}"
    assert not [one for one in rows if one["signal"].startswith(("AML", "HARM"))]
    every = issue(staff(Role.COMPLIANCE_MANAGER), *ALL)
    assert {"AML1", "HARM1"} <= {one["signal"] for one in read(every, "/signals")["data"]}


def test_nothing_is_held() -> None:
    key = issue(staff(Role.COMPLIANCE_MANAGER), *ALL)
    assert read(key, "/holds") == {"data": [], "next": None}


def test_another_scope_reads_no_cases() -> None:
    key = issue(staff(Role.COMPLIANCE_MANAGER), Scope.PLAYERS_READ)
    for path in ("/cases", "/flags", "/holds"):
        assert_problem(call(key, path), 403, "scope_missing")


def test_events_of_hidden_cases_are_in_no_feed(cases: dict[str, Case]) -> None:
    events = {
        kind: record_case_event(EventKind.CASE_RAISED, case, None) for kind, case in cases.items()
    }

    def shown(*scopes: Scope) -> set[str]:
        given = {scope.value for scope in scopes}
        wanted = FeedFilter(None, hidden_types(given), hidden_cases=find_hidden_kinds(given))
        found = set(filter_feed(Event.objects.all(), wanted).values_list("pk", flat=True))
        return {kind for kind, event in events.items() if event.pk in found}

    assert shown(Scope.EVENTS_READ) == set()
    assert shown(Scope.CASES_READ) == {"fraud"}
    assert shown(Scope.CASES_READ, Scope.CASES_AML) == {"fraud", "laundering"}
    assert shown(*ALL) == set(cases)
    assert find_hidden_kinds(ENDPOINT_SCOPES) == (
        CaseTopic.LAUNDERING,
        CaseTopic.PROTECTION,
        CaseTopic.STAFF,
    )
    assert build_event_document(events["fraud"])["object"] == {
        "kind": "case",
        "id": str(cases["fraud"].public_id),
        "version": events["fraud"].pk,
    }


def test_incidents_of_staff_are_in_no_key_s_reach() -> None:
    every = {scope.value for scope in Scope}
    assert find_hidden_kinds(every) == (CaseTopic.STAFF,)
    assert find_readable_kinds(every, frozenset()) == ()
