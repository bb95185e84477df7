"""Changes under a condition: what has changed since it was read is not overwritten. Reads of what has not changed."""

import threading
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.roles.values import Role
from api.values.scopes import Scope
from casino.play.services.betting import place_bet
from journal.models import Event
from limits.models import Limit, LimitSet
from tables.services.limit_sets import decide_limits
from tests.accounts.staff import staff
from tests.api.calls import Caller, assert_problem, read
from tests.api.keys import call, issue, send
from tests.api.playing import money
from tests.casino import scenes

pytestmark = pytest.mark.database
LIMIT = "/limits/loss/24h"


def change(app: Caller, method: str, path: str, body: Any, if_match: str) -> Any:
    """Return the answer of a change under this condition."""
    app.headers["if-match"] = if_match
    answer = app.send(method, path, body)
    del app.headers["if-match"]
    return answer


def test_a_limit_that_changed_meanwhile_is_not_overwritten() -> None:
    phone = Caller(scenes.new_player())
    tablet = Caller(scenes.new_player("bea@example.test"))
    seen = phone.get(LIMIT)
    etag = seen["ETag"]
    assert etag == f'"{read(seen)["version"]}"'
    assert phone.get(LIMIT, **{"if-none-match": etag}).status_code == 304
    made = change(phone, "put", LIMIT, {"amount": money("50")}, etag)
    assert read(made)["own"]["amount"]["amount"] == "50.00"
    assert phone.get(LIMIT, **{"if-none-match": etag}).status_code == 200
    for stale in (etag, f"W/{phone.get(LIMIT)['ETag']}", '"x"', "nonsense"):
        refused = change(phone, "put", LIMIT, {"amount": money("20")}, stale)
        assert_problem(refused, 412, "precondition_failed")
        assert_problem(change(phone, "delete", LIMIT, {}, stale), 412, "precondition_failed")
    assert Limit.objects.count() == 1
    present = f'"x", "{read(phone.get(LIMIT))["version"]}"'
    assert change(phone, "put", LIMIT, {"amount": money("20")}, present).status_code == 200
    assert change(phone, "put", LIMIT, {"amount": money("10")}, "*").status_code == 200
    assert read(phone.send("put", LIMIT, {"amount": money("5")}))["own"]  # without a condition
    assert tablet.get(LIMIT)["ETag"] == etag  # what nobody has set is the same for everybody


def test_what_is_played_does_not_change_the_version() -> None:
    player = scenes.new_player(funds="1000")
    app = Caller(player)
    before = app.get(LIMIT)["ETag"]
    participant = scenes.sit(player, scenes.ligalo(), scenes.seed_for(scenes.ordinary))
    table = participant.place.table
    scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))
    assert app.get(LIMIT)["ETag"] == before


def test_limits_are_proposed_against_those_in_force() -> None:
    operator, manager = staff(Role.OPERATOR), staff(Role.COMPLIANCE_MANAGER)
    key = issue(operator, Scope.LIMITS_PROPOSE)
    seen = call(key, "/limits")
    assert read(seen)["values"]["max_bet"] is None
    etag = seen["ETag"]
    assert call(key, "/limits", HTTP_IF_NONE_MATCH=etag).status_code == 304
    before = LimitSet.objects.count()
    body = {"values": {"max_bet": money("20")}, "reason": "pilot", "accepted": True}
    made = read(send(key, "/limits", body, HTTP_IF_MATCH=etag), 201)
    assert read(send(key, "/limits", body, HTTP_IF_MATCH=etag), 201)  # nothing is in force yet
    decide_limits(made["id"], approved=True, reason="seen", acting_user=manager)
    events = Event.objects.count()
    stale = send(key, "/limits", body, HTTP_IF_MATCH=etag)
    assert_problem(stale, 412, "precondition_failed")
    assert (LimitSet.objects.count(), Event.objects.count()) == (before + 2, events)
    now = read(call(key, "/limits"))
    assert now["values"]["max_bet"] == money("20.00")
    assert now["player"] is None
    assert_problem(call(key, "/limits", {"player": 2**40}), 404, "not_found")


@pytest.mark.committed
def test_a_proposal_waits_for_a_decision_that_changes_what_it_was_made_against() -> None:
    operator, manager = staff(Role.OPERATOR), staff(Role.COMPLIANCE_MANAGER)
    key = issue(operator, Scope.LIMITS_PROPOSE)
    etag = call(key, "/limits")["ETag"]
    body = {"values": {"max_bet": money("20")}, "reason": "pilot", "accepted": True}
    made = read(send(key, "/limits", body, HTTP_IF_MATCH=etag), 201)
    answers: list[Any] = []

    def propose() -> None:
        try:
            answers.append(send(key, "/limits", body, HTTP_IF_MATCH=etag))
        finally:
            connection.close()

    other = threading.Thread(target=propose)
    with transaction.atomic():
        decide_limits(made["id"], approved=True, reason="seen", acting_user=manager)
        other.start()
        other.join(1)
        assert answers == []
    other.join()
    assert_problem(answers[0], 412, "precondition_failed")
    assert LimitSet.objects.filter(decision=None).count() == 0
