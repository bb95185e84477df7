"""The player's account, limits, breaks, points, messages and disputes by the API."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models.restrictions import Restriction
from accounts.models.users import User
from accounts.protection.selectors.reality_check import reality_check_id
from casino.models import Notice
from casino.services import notices
from compliance.models import Dispute
from journal.models import Event, EventKind
from limits.models import Limit
from tests.accounts.people import PASSWORD, ana_confirmed, demo
from tests.accounts.policies import approved_version
from tests.api.calls import V1, Caller, assert_problem, open_session, read
from tests.casino import scenes
from tests.compliance.cases import won
from tests.compliance.disputed import answered, disputed
from tests.compliance.test_messages import suspended
from tests.loyalty.test_redeeming import someone
from tests.wallet.cash import person
from wallet.ledger.selectors.funds import balance

pytestmark = pytest.mark.database


def test_me_tells_state_and_missing_steps() -> None:
    fresh = ana_confirmed()
    found = read(Caller(fresh).get("/me"))
    assert (found["email"], found["state"]) == (fresh.email, fresh.state)
    assert [one["done"] for one in found["verification"]] == [True, True, False, False]
    assert found["real_money_play"]["allowed"] is False
    verified = read(Caller(person()).get("/me"))
    assert verified["real_money_play"] == {"allowed": True, "code": None, "detail": None}
    assert all(one["done"] for one in verified["verification"])


def test_changed_documents_are_accepted_before_real_money() -> None:
    caller = Caller(person())
    assert read(caller.get("/documents/due")) == {"data": [], "next": None}
    approved_version()
    refused = read(caller.get("/me"))["real_money_play"]
    assert (refused["allowed"], refused["code"]) == (False, "policies_due")
    (due,) = read(caller.get("/documents/due"))["data"]
    assert (due["document"], due["version"]) == ("terms", 2)
    old = {"accepted": [{"document": "terms", "version": 1}]}
    assert_problem(caller.post("/documents/due", old), 409, "changed_meanwhile")
    answer = {"accepted": [{"document": "terms", "version": 2}]}
    assert read(caller.post("/documents/due", answer))["data"] == []
    assert read(caller.get("/me"))["real_money_play"]["allowed"] is True


def test_anybody_reads_the_documents_in_force() -> None:
    found = read(Client().get(f"{V1}/documents"))["data"]
    assert [one["document"] for one in found] == ["bonuses", "privacy", "responsible", "terms"]
    assert found[0]["text"][0]["kind"] == "heading"


def test_answers_are_private_and_counted_by_player(settings: Any) -> None:
    settings.API_REQUESTS_PER_MINUTE = {**settings.API_REQUESTS_PER_MINUTE, "player": 2}
    player = person()
    first = Caller(player).get("/me")
    assert first["Cache-Control"] == "no-store, private"
    assert first["RateLimit-Policy"] == '"player";q=2;w=60'
    assert Caller(player).get("/me").status_code == 200
    late = Caller(player).get("/me")
    assert_problem(late, 429, "too_many_requests")
    assert int(late["Retry-After"]) >= 1
    assert Caller(person("ben")).get("/me").status_code == 200


def test_requests_of_nobody_count_for_their_network(settings: Any) -> None:
    settings.API_REQUESTS_PER_MINUTE = {**settings.API_REQUESTS_PER_MINUTE, "read": 1}
    headers = {"x-session-token": "0" * 32}
    refused = Client().get(f"{V1}/me", headers=headers)
    assert_problem(refused, 401, "not_signed_in")
    assert refused["RateLimit-Policy"] == '"read";q=1;w=60'
    late = Client().post(f"{V1}/points/redemptions", headers=headers)
    assert_problem(late, 429, "too_many_requests")
    assert Caller(person()).get("/me").status_code == 200


def test_limits_are_set_at_once_and_loosened_after_a_day() -> None:
    player = person()
    caller = Caller(player)
    path = "/limits/deposit/24h"
    body = {"amount": {"amount": "50.00", "currency": "USD"}}
    made = read(caller.send("put", path, body))
    assert made["own"] == {**body, "seconds": None}
    looser = read(caller.send("put", path, {"amount": {"amount": "80.00", "currency": "USD"}}))
    assert looser["own"] == made["own"]
    assert looser["pending"]["limit"]["amount"]["amount"] == "80.00"
    assert looser["pending"]["due"] is False
    assert_problem(caller.post(f"{path}/pending"), 422, "limit_not_due")
    assert read(caller.send("delete", f"{path}/pending"))["pending"] is None
    ended = read(caller.send("delete", path))
    assert (ended["own"], ended["pending"]["limit"]) == (made["own"], None)
    shown = read(caller.get("/limits"))["data"]
    assert len(shown) == 12
    assert (
        next(one for one in shown if one["kind"] == "deposit" and one["period"] == "24h") == ended
    )


def test_limits_refuse_what_the_page_refuses() -> None:
    player = person()
    caller = Caller(player)
    before = Limit.objects.count()
    cents = {"amount": {"amount": "0.01", "currency": "DOP"}}
    for path, body, status, code in (
        ("/limits/deposit/24h", {"seconds": 60}, 422, "limit_amount_missing"),
        (
            "/limits/time/24h",
            {"amount": {"amount": "1.00", "currency": "USD"}},
            422,
            "limit_amount_missing",
        ),
        ("/limits/time/24h", {"seconds": 24 * 3600}, 422, "limit_not_settable"),
        ("/limits/deposit/24h", cents, 422, "limit_without_rate"),
        ("/limits/nothing/24h", {"seconds": 60}, 404, "not_found"),
    ):
        answer = caller.send("put", path, body)
        assert_problem(answer, status, code, *[one["field"] for one in answer.json()["errors"]])
    assert Limit.objects.count() == before
    assert read(caller.send("put", "/limits/time/24h", {"seconds": 3600}))["own"]["seconds"] == 3600
    assert read(
        caller.send("put", "/limits/wager/7d", {"amount": {"amount": "0", "currency": "USD"}})
    )


def test_a_time_out_bars_at_once_and_once() -> None:
    player = person()
    caller = Caller(player)
    assert_problem(caller.post("/time-out", {"days": 7}), 401, "reauthentication_required")
    wrong = caller.post("/time-out", {"days": 7, "password": "wrong"})
    assert_problem(wrong, 422, "invalid", "password")
    player.set_password(PASSWORD)
    player.save()
    caller, alarms = Caller(player), Event.objects.filter(kind=EventKind.CONFIGURATION_ALTERED)
    before = alarms.count()  # the new password above is one
    body = {"days": 7, "password": PASSWORD}
    made = read(caller.post("/time-out", body, key="t"), 201)
    assert made["until"] > made["since"]
    assert caller.post("/time-out", body, key="t")["Idempotent-Replayed"] == "true"
    assert Restriction.objects.filter(player=player).count() == 1
    me = read(caller.get("/me"))
    assert (me["state"], me["restrictions"][0]["kind"]) == ("self_excluded", "self_excluded")
    shorter = caller.post("/time-out", {"days": 1, "password": PASSWORD})
    assert_problem(shorter, 422, "break_already")
    assert_problem(caller.post("/time-out", {**body, "days": 31}), 422, "break_too_long")
    assert alarms.count() == before


def test_an_idle_player_may_exclude_herself() -> None:
    player = person()
    player.set_password(PASSWORD)
    player.save()
    caller = Caller(player, token=open_session(player, password_at=1.0))
    body = {"until": None, "understood": True, "password": PASSWORD}
    no = caller.post("/self-exclusion", {**body, "understood": False})
    assert_problem(no, 422, "invalid", "understood")
    assert read(caller.post("/self-exclusion", body), 201)["until"] is None
    assert User.objects.get(pk=player.pk).state == "self_excluded"


def test_a_due_reality_check_is_answered_once() -> None:
    player = scenes.new_player()
    User.objects.filter(pk=player.pk).update(session_began="2026-01-01T00:00Z")
    caller = Caller(player)
    due = read(caller.get("/reality-check"))
    assert due["due"] is True
    assert due["mark"] == reality_check_id(User.objects.get(pk=player.pk))
    refused = caller.send("put", "/reality-check", {"minutes": 120})
    assert_problem(refused, 422, "check_is_due", "minutes")
    old = caller.post("/reality-check/answer", {"answer": "go_on", "mark": "x"})
    assert_problem(old, 409, "changed_meanwhile")
    answer = {"answer": "go_on", "mark": due["mark"]}
    assert read(caller.post("/reality-check/answer", answer))["due"] is False
    assert_problem(caller.post("/reality-check/answer", answer), 409, "changed_meanwhile")
    events = Event.objects.filter(kind=EventKind.REALITY_CHECK_ANSWERED)
    assert events.count() == 1


def test_points_are_redeemed_for_their_offer_once() -> None:
    player = someone()
    caller = Caller(player)
    assert read(caller.get("/points"))["redeemable"] == 500
    offer = read(caller.get("/points/offer", {"points": 300, "currency": "USD"}))
    body = {"points": 300, "amount": offer["amount"]}
    before = balance(player.pk)
    made = read(caller.post("/points/redemptions", body, key="p"), 201)
    assert made["amount"] == offer["amount"]
    assert caller.post("/points/redemptions", body, key="p")["Idempotent-Replayed"] == "true"
    assert (balance(player.pk) - before).text == offer["amount"]["amount"]
    entries = read(caller.get("/points/history"))["data"]
    assert [one["kind"] for one in entries] == ["redeemed", "earned"]
    assert entries[0]["paid"] == offer["amount"]
    wrong = {"points": 100, "amount": {"amount": "99.00", "currency": "USD"}}
    refused = caller.post("/points/redemptions", wrong)
    assert refused.json()["code"] == "worth_changed"
    assert read(Caller(person("ben")).get("/points/history"))["data"] == []


def test_messages_are_listed_by_time_and_read() -> None:
    round_ = won()
    player = round_.player
    notices.write_notice(round_, Notice.Kind.PLAYED, timezone.now())
    suspended(player)
    answered(disputed(player))
    caller = Caller(player)
    every = read(caller.get("/messages"))["data"]
    first = read(caller.get("/messages", {"limit": 2}))
    rest = read(caller.get("/messages", {"limit": 2, "cursor": first["next"]}))
    assert (first["data"] + rest["data"], rest["next"]) == (every, None)
    assert [one["id"].partition("-")[0] for one in every] == ["account", "account", "round"]
    number = every[2]["id"]
    shown = read(caller.get(f"/messages/{number}"))
    assert (shown["title"], shown["rounds"]) == (every[2]["title"], [str(round_.public_id)])
    read(caller.post(f"/messages/{number}/read"))
    assert [one["is_read"] for one in read(caller.get("/messages"))["data"]] == [False, False, True]
    stranger = Caller(demo())
    for wrong in (number, every[0]["id"], "account-0", "x", f"round-{'9' * 30}"):
        assert_problem(stranger.get(f"/messages/{wrong}"), 404, "not_found")
        assert_problem(stranger.post(f"/messages/{wrong}/read"), 404, "not_found")
    assert read(caller.get(f"/messages/{every[1]['id']}"))["text"].count("We will call.") == 1
    assert read(caller.post("/messages/read")) == {"unread": 0}


def test_a_dispute_is_opened_continued_and_settled_by_its_player() -> None:
    round_ = scenes.deal(scenes.ordinary)
    player = round_.player
    caller = Caller(player)
    body = {"subject": "round", "text": "The cards", "round": str(round_.public_id)}
    made = read(caller.post("/disputes", body, key="q"), 201)
    assert (made["state"], made["round"]) == ("open", str(round_.public_id))
    assert read(caller.post("/disputes", body, key="q"), 201) == made
    assert Dispute.objects.count() == 1
    path = f"/disputes/{made['id']}"
    written = read(caller.post(f"{path}/replies", {"text": "More"}), 201)
    assert [one["text"] for one in written["replies"]] == ["More"]
    stranger = Caller(demo())
    assert_problem(stranger.get(path), 404, "not_found")
    assert_problem(stranger.post(f"{path}/replies", {"text": "Mine"}), 404, "not_found")
    assert_problem(stranger.post(f"{path}/settle"), 404, "not_found")
    assert_problem(stranger.post("/disputes", body), 404, "not_found")
    assert read(caller.post(f"{path}/settle"))["state"] == "closed"
    assert_problem(caller.post(f"{path}/replies", {"text": "Late"}), 409, "dispute_closed")
    assert [one["id"] for one in read(caller.get("/disputes"))["data"]] == [made["id"]]
    assert_problem(caller.post("/disputes", {**body, "text": " "}), 422, "nothing_said", "text")


def test_lists_need_no_more_queries_for_more_rows() -> None:
    player = person()
    caller = Caller(player)

    def queries(path: str) -> int:
        with CaptureQueriesContext(connection) as made:
            read(caller.get(path))
        return len(made)

    paths = ("/disputes", "/deposits", "/points/history", "/limits", "/me")

    def write() -> None:
        text = str(uuid4())
        read(caller.post("/disputes", {"subject": "other", "text": text}), 201)
        money = {"amount": "10.00", "currency": "USD"}
        read(caller.post("/deposits", {"amount": money, "provider": "demo"}), 201)

    write()
    few = [queries(path) for path in paths]
    write()
    assert [queries(path) for path in paths] == few
