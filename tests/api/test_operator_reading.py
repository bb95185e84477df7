"""What the operator's systems read: the values of the pages, in the owner's name, with a fixed number of queries."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.db.models import Func
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.roles.values import Role
from api.services.service_keys import IssuedKey
from api.values.scopes import Scope
from api.views.base import NO_STORE
from journal.models import Event, EventKind
from journal.values.transaction_ids import TransactionIdField
from reports.catalogue.reports import REPORTS
from tables.services import switches
from tests.accounts.staff import staff
from tests.api.calls import assert_problem, read
from tests.api.keys import call, issue
from tests.casino import scenes
from tests.compliance.cases import another, approved, finished, proposed

pytestmark = pytest.mark.database
READING: Final[Mapping[str, Scope]] = {
    "/players": Scope.PLAYERS_READ,
    "/rounds": Scope.ROUNDS_READ,
    "/shoes": Scope.ROUNDS_READ,
    "/ledger/transfers": Scope.LEDGER_READ,
    "/reports": Scope.REPORTS_READ,
    "/reports/overview": Scope.REPORTS_READ,
    "/switches": Scope.SWITCHES_READ,
    "/voids": Scope.VOIDS_READ,
}
ALL: Final = tuple(set(READING.values()))


def auditor_key() -> IssuedKey:
    """Return a key that reads everything."""
    return issue(staff(Role.AUDITOR), *ALL)


def events(kind: EventKind) -> list[dict[str, Any]]:
    return [one.data for one in Event.objects.filter(kind=kind.value).order_by("pk")]


def queries(key: IssuedKey, path: str, **query: Any) -> int:
    """Return the number of queries of a request, without the rate limit's."""
    with CaptureQueriesContext(connection) as found:
        read(call(key, path, query))
    return len([one for one in found if "config_cache" not in one["sql"]])


@pytest.mark.parametrize("path", READING)
def test_each_resource_needs_its_own_scope(path: str) -> None:
    owner = staff(Role.AUDITOR)
    answer = call(issue(owner, READING[path]), path)
    read(answer)
    assert answer["Cache-Control"] == NO_STORE
    other = issue(owner, *(scope for scope in ALL if scope != READING[path]))
    assert_problem(call(other, path), 403, "scope_missing")
    assert_problem(call(other, path, {"unknown": "1"}), 403, "scope_missing")


def test_players_are_those_of_the_page_by_the_same_filters() -> None:
    ana = scenes.new_player("ana@example.test", funds="25")
    scenes.new_player("bea@example.test", funds="0")
    key = auditor_key()
    found = read(call(key, "/players", {"q": "ana@example.test"}))["data"]
    assert [(one["id"], one["email"]) for one in found] == [(ana.pk, "ana@example.test")]
    assert found[0]["balances"] == [{"amount": "25.00", "currency": "USD"}]
    assert found[0]["registered_at"].endswith("Z")
    first = read(call(key, "/players", {"limit": 1}))
    second = read(call(key, "/players", {"limit": 1, "cursor": first["next"]}))
    assert first["data"][0]["id"] > second["data"][0]["id"]
    assert_problem(call(key, "/rounds", {"cursor": first["next"]}), 422, "invalid_cursor", "cursor")
    assert_problem(call(key, "/players", {"state": "asleep"}), 422, "invalid", "state")
    assert_problem(call(key, "/players", {"nobody": "1"}), 422, "invalid", "nobody")

    one = read(call(key, f"/players/{ana.pk}"))
    assert (one["id"], one["restrictions"], one["points"]) == (ana.pk, [], "0.00")
    assert one["holdings"][0]["available"] == {"amount": "25.00", "currency": "USD"}
    owner = key.key.owner
    assert_problem(call(key, f"/players/{owner.pk}"), 404, "not_found")  # staff are no players
    assert_problem(call(key, "/players/0"), 404, "not_found")


def test_looks_at_players_and_rounds_are_recorded_as_the_owners_with_the_key() -> None:
    round_ = finished()
    key = auditor_key()
    read(call(key, f"/players/{round_.player_id}"))
    read(call(key, f"/rounds/{round_.public_id}"))
    (viewed,) = Event.objects.filter(kind=EventKind.PLAYER_VIEWED.value, actor_id=key.key.owner_id)
    assert viewed.data["service_key"] == str(key.key)
    # later events of others do not name the key
    switches.switch_player(
        round_.player_id, stopped=True, reason="x", acting_user=staff(Role.COMPLIANCE_MANAGER)
    )
    assert "service_key" not in events(EventKind.PLAY_STOPPED)[-1]


def test_a_round_has_its_cards_money_and_decisions() -> None:
    round_ = finished()
    key = auditor_key()
    (line,) = read(call(key, "/rounds", {"player": "ana@example.test"}))["data"]
    assert (line["id"], line["status"]) == (str(round_.public_id), "completed")
    assert line["staked"] == {"amount": str(round_.money(round_.staked).text), "currency": "USD"}
    detail = read(call(key, f"/rounds/{round_.public_id}"))
    assert detail["round"] == line
    assert detail["state"] == round_.result
    assert [one["step"] for one in detail["decisions"]] == [
        one.step for one in round_.decisions.order_by("step")
    ]
    assert detail["bets"][0]["stake"]["amount"] == "10.00"
    assert not detail["differs"]
    assert len(detail["transfers"]) >= 2
    for name in (round_.number, str(round_.deal.shoe.public_id)):
        assert len(read(call(key, "/rounds", {"reference": name}))["data"]) == 1
    assert_problem(call(key, "/rounds", {"reference": "R-1"}), 422, "invalid", "reference")
    bad_times = {"since": "2026-01-02T00:00Z", "until": "2026-01-01T00:00Z"}
    assert_problem(call(key, "/rounds", bad_times), 422, "invalid", "until")


def test_a_running_round_hides_what_its_player_does_not_see() -> None:
    round_ = scenes.deal(scenes.ordinary)
    key = auditor_key()
    detail = read(call(key, f"/rounds/{round_.public_id}"))
    assert detail["round"]["returned"] is None
    assert len(detail["state"]["dealer"]["cards"]) == 1  # the upcard
    wanted = {"player": "ana@example.test", "status": "dealing"}
    (shoe,) = read(call(key, "/shoes", wanted))["data"]
    assert shoe["server_seed"] is None
    assert shoe["commitment"] == round_.deal.shoe.commitment


def test_lists_cost_the_same_for_one_row_and_for_many() -> None:
    first = finished()
    key = auditor_key()
    # within an hour the search by time is one query
    since = (timezone.now() - timedelta(minutes=30)).isoformat()
    lists = {"/rounds": {"since": since}, "/shoes": {"since": since}, "/players": {}}
    for path, query in lists.items():
        read(call(key, path, query))
    alone = {path: queries(key, path, **query) for path, query in lists.items()}
    for n in range(3):
        another(first.place.table, f"p{n}@example.test")
    for path, query in lists.items():
        assert len(read(call(key, path, query))["data"]) > 1
    assert {path: queries(key, path, **query) for path, query in lists.items()} == alone
    assert max(alone.values()) <= 6


def test_reports_are_the_sheets_of_their_pages() -> None:
    finished()
    key = auditor_key()
    names = [one["name"] for one in read(call(key, "/reports"))["data"]]
    assert names == [one.name for one in REPORTS if one.name not in {"till", "suspicious"}]
    sheet = read(call(key, "/reports/players", {"period": "today"}))
    assert sheet["figures"]
    columns = [one["key"] for one in sheet["sections"][0]["columns"]]
    assert all(list(row) == columns for row in sheet["sections"][0]["rows"])
    day = timezone.now().date().isoformat()
    read(call(key, "/reports/overview", {"since": day, "until": day, "currency": "USD"}))
    key.key.owner.groups.add(Group.objects.get(name=Role.CASHIER))  # who has a till of their own
    assert_problem(call(key, "/reports/till"), 404, "not_found")
    assert_problem(call(key, "/reports/nothing"), 404, "not_found")
    assert_problem(call(key, "/reports/events", {"table": "1"}), 422, "invalid", "table")
    assert_problem(call(key, "/reports/overview", {"table": "999"}), 422, "invalid", "table")
    wrong = {"since": "2026-02-02", "until": "2026-02-01", "period": "range"}
    assert_problem(call(key, "/reports/overview", wrong), 422, "invalid", "until")


def test_a_report_that_would_take_long_is_asked_for_as_an_export(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("api.views.operators.reports.is_long", lambda *_: True)
    assert_problem(call(auditor_key(), "/reports/overview"), 409, "report_too_long")


def test_switches_and_voids_have_their_state() -> None:
    round_ = finished()
    manager = staff(Role.COMPLIANCE_MANAGER)
    switches.switch_player(round_.player_id, stopped=True, reason="asked", acting_user=manager)
    case = approved(proposed(round_))
    key = auditor_key()
    found = read(call(key, "/switches"))["data"]
    assert found[0] == {
        "what": "house",
        "rule_set": None,
        "table": None,
        "box": None,
        "player": None,
        "stopped": False,
        "changed_at": None,
        "reason": None,
    }
    assert [(one["player"], one["reason"]) for one in found if one["what"] == "player"] == [
        (round_.player_id, "asked")
    ]
    (line,) = read(call(key, "/voids", {"state": "carried_out"}))["data"]
    assert (line["id"], line["hands"]) == (str(case.public_id), 1)
    assert read(call(key, "/voids", {"state": "refused"}))["data"] == []
    one = read(call(key, f"/voids/{case.public_id}"))
    assert one["case"] == line
    assert [step["state"] for step in one["steps"]] == ["proposed", "approved", "carried_out"]
    assert one["progress"] == {"done": 1, "refused": 0, "waiting": 0}


class Endless(Func):
    """A horizon above every transaction, so that the test's own is shown."""

    template = "'9223372036854775807'::xid8"
    output_field = TransactionIdField()


def test_the_ledger_is_read_once_and_without_gaps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.selectors.gapless.OldestRunningTransaction", Endless)
    round_ = finished()
    key = auditor_key()
    seen, cursor = [], ""
    while True:
        query = {"limit": 2, **({"cursor": cursor} if cursor else {})}
        page = read(call(key, "/ledger/transfers", query))
        seen += page["data"]
        cursor = page["next"]
        if not page["more"]:
            break
    numbers = [one["id"] for one in seen]
    assert numbers == sorted(set(numbers))
    for one in seen:
        sums: dict[str, float] = {}
        for leg in one["entries"]:
            money = leg["amount"]
            sums[money["currency"]] = sums.get(money["currency"], 0) + float(money["amount"])
        assert set(sums.values()) == {0}
    own = [one for one in seen if one["round"] == str(round_.public_id)]
    assert [one["kind"] for one in own][:1] == ["bet"]
    chosen = {"player": round_.player_id, "kind": "bet", "round": str(round_.public_id)}
    assert [one["id"] for one in read(call(key, "/ledger/transfers", chosen))["data"]] == [
        own[0]["id"]
    ]
    # the cursor at the end finds what is written later, and only that
    assert read(call(key, "/ledger/transfers", {"cursor": cursor}))["data"] == []
    later = another(round_.place.table)
    new = read(call(key, "/ledger/transfers", {"cursor": cursor}))["data"]
    assert {one["player"] for one in new} == {later.player_id}


def test_transfers_of_open_transactions_wait() -> None:
    round_ = finished()  # in this test's own transaction
    key = auditor_key()
    page = read(call(key, "/ledger/transfers", {"player": round_.player_id}))
    assert (page["data"], page["more"]) == ([], False)
