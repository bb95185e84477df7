"""What the operator's systems propose and stop: in the owner's name, decided by somebody else."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group

from accounts.roles.values import Role
from api.services.service_keys import rotate_key
from api.values.scopes import Scope
from compliance.models import VoidCase
from compliance.voids.services.approval import approve_case
from journal.models import Event, EventKind
from limits.models import CashLimit, LimitSet
from tables.models import House, RuleSet, Switching, Table
from tests.accounts.staff import staff
from tests.api.calls import assert_problem, read
from tests.api.keys import MONTH, call, issue, send
from tests.api.playing import money
from tests.casino import scenes
from tests.compliance.cases import finished
from tests.wallet.rates import approved
from wallet.ledger.models import Transfer
from wallet.rates.models import Rate
from wallet.rates.services.rate_entry import decide_rate

pytestmark = pytest.mark.database


def last(kind: EventKind) -> Any:
    event = Event.objects.filter(kind=kind.value).latest("pk")
    return event.actor_id, event.data.get("service_key")


def test_a_void_is_proposed_after_its_preview_and_decided_by_another_person() -> None:
    round_ = finished()
    owner = staff(Role.COMPLIANCE_ANALYST)
    key = issue(owner, Scope.VOIDS_PROPOSE, Scope.VOIDS_READ)
    hands = {"hands": [str(round_.public_id)], "reason": "malfunction"}
    shown = read(send(key, "/voids/preview", hands))
    assert (shown["hands"], shown["left_out"]) == (1, [])
    assert shown["totals"][0]["player"] == round_.player_id
    moved = Transfer.objects.count()
    body = {**hands, "evidence": "log of the dealer", "seen": shown["digest"]}
    mine = str(uuid4())
    made = read(send(key, "/voids", body, mine), 201)
    assert read(send(key, "/voids", body, mine), 201) == made
    successor = rotate_key(
        key.key.pk, valid_for=MONTH, overlap=MONTH, acting_user=staff(Role.ADMINISTRATOR)
    )
    assert read(send(successor, "/voids", body, mine), 201) == made
    assert made["state"] == "proposed"
    assert last(EventKind.VOID_PROPOSED) == (owner.pk, str(key.key))
    case = VoidCase.objects.get()
    assert (case.proposed_by, Transfer.objects.count()) == (owner, moved)
    assert read(call(key, f"/voids/{made['id']}"))["case"] == made
    again = read(send(key, "/voids/preview", hands))
    assert again["digest"] is None
    assert again["left_out"] == [{"hand": str(round_.public_id), "code": "in_case"}]
    done = approve_case(
        case.pk, seen=case.seen, acting_user=staff(Role.COMPLIANCE_MANAGER, "marta")
    )
    assert done.proposed_by == owner


def test_an_outdated_preview_or_another_choice_proposes_nothing() -> None:
    round_ = finished()
    key = issue(staff(Role.COMPLIANCE_ANALYST), Scope.VOIDS_PROPOSE)
    hands = {"hands": [str(round_.public_id)], "reason": "malfunction"}
    body = {**hands, "evidence": "log", "seen": "0" * 64}
    assert_problem(send(key, "/voids", body), 409, "figures_changed")
    assert_problem(
        send(key, "/voids", {**body, "evidence": "  "}), 422, "evidence_missing", "evidence"
    )
    for wrong in ({}, {"shoe": str(uuid4())}, {"player": 1, "shoe": str(uuid4())}):
        chosen = {"reason": "malfunction", **(hands if wrong else {}), **wrong}
        assert send(key, "/voids/preview", chosen).status_code == 422
    unknown = {"hands": [str(uuid4())], "reason": "malfunction"}
    assert read(send(key, "/voids/preview", unknown))["digest"] is None
    assert not VoidCase.objects.exists()


def test_a_far_rate_waits_for_another_person_than_the_owner() -> None:
    approved("EUR", "1.16")
    owner = staff(Role.OPERATOR)
    key = issue(owner, Scope.RATES_PROPOSE)
    now = Rate.objects.latest("pk").as_of.isoformat()
    body = {"currency": "EUR", "rate": "2.5", "as_of": now, "source": "treasury"}
    made = read(send(key, "/rates", body), 201)
    assert made["state"] == "waiting"
    assert last(EventKind.RATE_ENTERED) == (owner.pk, str(key.key))
    decide_rate(made["id"], approved=False, reason="no", acting_user=staff(Role.COMPLIANCE_MANAGER))
    assert read(call(key, f"/rates/{made['id']}"))["state"] == "refused"
    assert_problem(call(key, "/rates/0"), 404, "not_found")
    for field, wrong in (("rate", "1e3"), ("rate", 1.5), ("rate", "-1"), ("currency", "USD")):
        assert_problem(send(key, "/rates", {**body, field: wrong}), 422, "invalid", field)
    count = Rate.objects.count()
    assert_problem(send(key, "/rates", {**body, "rate": "0"}), 422, "rate_refused")
    assert Rate.objects.count() == count


def test_limits_are_proposed_by_whom_the_matrix_names() -> None:
    player = scenes.new_player()
    operator, analyst = staff(Role.OPERATOR), staff(Role.COMPLIANCE_ANALYST)
    house = issue(operator, Scope.LIMITS_PROPOSE)
    of_players = issue(analyst, Scope.LIMITS_PROPOSE)
    cash = {"kind": "deposit_day", "amount": money("500"), "reason": "pilot"}
    made = read(send(house, "/cash-limits", cash), 201)
    assert (made["state"], CashLimit.objects.get(pk=made["id"]).proposed_by) == (
        "waiting",
        operator,
    )
    assert_problem(send(of_players, "/cash-limits", cash), 403, "owner_not_permitted")
    bets = {
        "values": {"max_bet": money("20"), "hands_per_day": 500},
        "reason": "pilot",
        "accepted": True,
    }
    before = LimitSet.objects.count()
    made = read(send(of_players, "/limits", {**bets, "player": player.pk}), 201)
    row = LimitSet.objects.get(pk=made["id"])
    assert (row.values, row.player) == ({"max_bet": 200_000, "hands_per_day": 500}, player)
    assert_problem(send(of_players, "/limits", bets), 403, "owner_not_permitted")
    assert_problem(
        send(house, "/limits", {**bets, "player": player.pk}), 403, "owner_not_permitted"
    )
    odd = {**bets, "values": {"min_bet": money("20"), "max_bet": money("10")}}
    assert_problem(send(house, "/limits", odd), 422, "misconfigured", "max_bet")
    lost = {**bets, "player": 0x7FFFFFFF}
    assert_problem(send(of_players, "/limits", lost), 404, "not_found")
    for values, field in (
        ({"max_bet": money("20"), "luck": 1}, "values.luck"),
        ({"max_bet": "20"}, "values.max_bet"),
        ({"max_bet": money("20", "EUR")}, "values.max_bet.currency"),
        ({"max_bet": money("0.00001")}, "values.max_bet.amount"),
    ):
        bad = send(house, "/limits", {**bets, "values": values})
        assert bad.status_code == 422
        assert [one["field"] for one in bad.json()["errors"]] == [field]
    odd = send(house, "/cash-limits", {**cash, "amount": money("500", "PLY")})
    assert_problem(odd, 422, "unknown_currency", "amount")
    assert LimitSet.objects.count() == before + 1


def test_a_key_stops_play_and_has_no_way_to_resume_it() -> None:
    table = scenes.ligalo()
    player = scenes.new_player()
    stops = issue(staff(Role.COMPLIANCE_MANAGER), Scope.SWITCHES_STOP)
    for body in (
        {"what": "house"},
        {"what": "rules", "rule_set": table.rule_set.name},
        {"what": "box", "table": table.slug, "box": 1},
        {"what": "table", "table": table.slug},
        {"what": "player", "player": player.pk},
    ):
        asked = {**body, "reason": "monitoring"}
        assert read(send(stops, "/switches/stop", asked)) == {"changed": True}
        assert read(send(stops, "/switches/stop", asked)) == {"changed": False}
    table.refresh_from_db()
    player.refresh_from_db()
    assert (table.status, table.stopped_boxes) == (Table.Status.CLOSED, [1])
    assert House.objects.get().stopped
    assert RuleSet.objects.get(pk=table.rule_set.pk).stopped
    assert player.play_stopped
    assert last(EventKind.TABLE_CLOSED) == (stops.key.owner_id, str(stops.key))
    assert Switching.objects.filter(acting_user=stops.key.owner).count() == 5


def test_a_stop_needs_the_right_of_the_owner_and_a_subject() -> None:
    table = scenes.ligalo()
    operator = issue(staff(Role.OPERATOR), Scope.SWITCHES_STOP)
    why = {"reason": "monitoring"}
    everything, mine = {"what": "house", **why}, str(uuid4())
    assert_problem(send(operator, "/switches/stop", everything, mine), 403, "owner_not_permitted")
    assert last(EventKind.SERVICE_KEY_REFUSED)[0] == operator.key.owner_id
    wrong = {
        "table": {"what": "table", **why},
        "box": {"what": "table", "table": table.slug, "box": 1, **why},
        "reason": {"what": "house"},
        "stopped": {"what": "table", "table": table.slug, "stopped": False, **why},
    }
    for field, body in wrong.items():
        assert_problem(send(operator, "/switches/stop", body), 422, "invalid", field)
    lost = {"what": "table", "table": "nothing", **why}
    assert_problem(send(operator, "/switches/stop", lost), 404, "not_found")
    blank = {"what": "table", "table": table.slug, "reason": " "}
    assert_problem(send(operator, "/switches/stop", blank), 422, "reason_missing", "reason")
    assert not Switching.objects.exists()
    # the refusal is not kept: with the right, the same request is done
    operator.key.owner.groups.set(Group.objects.filter(name=Role.COMPLIANCE_MANAGER))
    assert read(send(operator, "/switches/stop", everything, mine)) == {"changed": True}
