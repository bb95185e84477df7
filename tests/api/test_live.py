"""Live tables through the API: two players, their seals, turns and private parts; the stream's JSON."""

import json

import pytest
from django.conf import settings

from blackjack.deal import Deal
from casino.models import EarlyDecision, Round, Wager
from casino.reconciliation.selectors.lines import find_broken_play_lines
from push.tickets import JSON, Ticket
from tests.api.calls import assert_problem, read
from tests.api.live_apps import LiveApp, dealt, everything
from tests.api.playing import money
from tests.live.scenes import (
    Guest,
    a_live_table,
    a_table_that_deals,
    rings,
)
from wallet.ledger.selectors.funds import balance

pytestmark = pytest.mark.database


def test_two_players_play_a_deal_to_its_end() -> None:
    _place, ana, luis = dealt()
    for app, box in ((ana, 1), (luis, 2)):
        own = app.state["own"]
        assert (own["seats"], own["round"]["status"]) == ([box], "in_progress")
        body = {"round": own["round"]["id"], "step": own["round"]["step"], "action": "stand"}
        state = read(app.act("decisions", body))
    assert state["public"]["phase"] == "intermission"
    for app in (ana, luis):
        round_ = Round.objects.get(player=app.guest.player)
        own = app.state["own"]
        assert own["round"]["status"] == round_.status == "completed"
        assert own["round"]["returned"] == money(round_.money(round_.returned or 0).text)
        assert own["balance"] == money(balance(app.guest.player.pk, "USD").text)
    assert find_broken_play_lines() == []
    shown = ana.state["public"]["boxes"][1]
    assert (shown["player"], shown["hands"][0]["outcome"] != "") == (
        luis.guest.player.shown_name,
        True,
    )


def test_a_seat_is_taken_left_and_waited_for() -> None:
    place = a_live_table()
    ana = LiveApp(Guest(place, "ana"))
    assert read(ana.act("seats", {"box": 3}))["own"]["seats"] == [3]
    assert_problem(LiveApp(Guest(place, "luis")).act("seats", {"box": 3}), 409, "box_taken")
    assert_problem(ana.act("seats", {"box": 9}), 422, "box_not_there")
    assert read(ana.act("seats/sit-out", {"out": True}))["own"]["sits_out"] is True
    assert read(ana.act("seats/sit-out", {"out": False}))["own"]["sits_out"] is False
    assert_problem(ana.act("seats/ready"), 409, "no_pause")
    assert_problem(ana.act("waiting-list"), 409, "seats_free")
    assert read(ana.act("client-seed", {"client_seed": "mine-1"}))["own"]["client_seed"] == "mine-1"
    assert read(ana.act("client-seed", {}))["own"]["client_seed"].startswith("ligalo-")
    assert read(ana.act("seats/leave"))["own"]["seats"] == []
    assert_problem(ana.act("seats/leave"), 422, "not_seated")
    assert read(ana.act("waiting-list/leave"))["own"]["waits"] is False


def test_a_bet_is_replaced_and_withdrawn() -> None:
    place = a_live_table()
    ana = LiveApp(Guest(place, "ana").sits(1))
    LiveApp(Guest(place, "luis").sits(2))
    own = ana.bets(1)["own"]
    assert (own["placed"], own["attempt"]) == (
        [{"box": 1, "amount": money("10.00"), "is_behind": False}],
        2,
    )
    own = ana.bets(1, "20.00")["own"]
    assert (own["balance"], own["placed"][0]["amount"]) == (money("980.00"), money("20.00"))
    own = read(ana.act("bets/withdraw"))["own"]
    assert (own["balance"], own["placed"]) == (money("1000.00"), [])


def test_the_same_request_bets_once() -> None:
    place = a_live_table()
    ana = LiveApp(Guest(place, "ana").sits(1))
    LiveApp(Guest(place, "luis").sits(2))
    body = ana.bet_body({"box": 1, "stake": money("10.00")})
    path = f"{ana.path}/bets"
    first, again = ana.post(path, body, key="one"), ana.post(path, body, key="one")
    assert read(first) == read(again)
    assert again["Idempotent-Replayed"] == "true"
    assert_problem(ana.post(path, {**body, "attempt": 2}, key="one"), 422, "idempotency_key_reused")
    read(ana.post(path, body, key="two"))  # the bet itself has its number
    assert Wager.objects.count() == 1
    assert ana.state["own"]["balance"] == money("990.00")


def test_a_bet_behind_follows_with_its_choices() -> None:
    place = a_live_table("casino_floor")
    ana, luis = LiveApp(Guest(place, "ana").sits(1)), LiveApp(Guest(place, "luis"))
    LiveApp(Guest(place, "eva").sits(3))
    ana.bets(1)
    offered = luis.state["own"]["behind_offers"]
    assert [(one["box"], one["player"]) for one in offered] == [(1, ana.guest.player.shown_name)]
    behind = {"box": 1, "stake": money("10.00"), "behind": {"split": "left", "double": "stay"}}
    body = luis.bet_body(behind)
    del body["seal"]
    own = read(luis.act("bets", body))["own"]
    assert own["placed"] == [{"box": 1, "amount": money("10.00"), "is_behind": True}]
    bet = Wager.objects.get(participant__player=luis.guest.player).bets.get()
    assert bet.choices == {"split": "left", "double": "stay", "fallback": "left"}


def test_answers_before_the_peek_are_hidden_from_others() -> None:
    def all_asked(deal: Deal) -> bool:
        return deal.phase == "before_peek" and not deal.dealer_blackjack

    place, guests = a_table_that_deals(all_asked, {"ana": 1, "luis": 2})
    ana, luis = (LiveApp(guest) for guest in guests)
    ana.bets(1)
    luis.bets(2)
    rings(place)
    ana.opens()
    luis.opens()
    own = ana.state["own"]
    (question,) = own["questions"]
    insure = next(one for one in question["actions"] if one["action"] == "insure")
    amount = {} if insure["max_amount"] is None else {"amount": insure["max_amount"]}
    answer = {"box": 1, "action": "insure", **amount}
    before = everything(place)
    wrong = {"round": own["round"]["id"], "answers": [{**answer, "amount": money("0.01")}]}
    assert ana.act("answers", wrong).status_code == 422
    repeated = {"round": own["round"]["id"], "answers": [answer, answer]}
    assert_problem(ana.act("answers", repeated), 422, "invalid", "answers")
    assert everything(place) == before
    answered = read(ana.act("answers", {"round": own["round"]["id"], "answers": [answer]}))
    assert (answered["own"]["questions"], answered["own"]["answered"]) == ([], True)
    assert answered["own"]["balance"] == money("985.00")
    seen = luis.state["public"]
    assert [box["insured"] for box in seen["boxes"]] == [False] * len(seen["boxes"])


def test_a_decision_may_be_chosen_before_the_turn() -> None:
    _place, ana, luis = dealt()
    own = luis.state["own"]
    assert own["early"][0]["box"] == 2
    body = {"round": own["round"]["id"], "box": 2, "action": "stand"}
    assert read(luis.act("early-decisions", body))["own"]["early"][0]["chosen"] == "stand"
    assert "stand" not in json.dumps(ana.state["public"])
    read(luis.act("early-decisions", {"round": own["round"]["id"], "box": 2}))
    assert not EarlyDecision.objects.exists()


def test_the_streams_ticket_opens_the_table_as_json() -> None:
    place = a_live_table()
    ana = LiveApp(Guest(place, "ana"))
    found = read(ana.get(f"{ana.path}/stream"))
    path, _, query = found["url"].partition("?ticket=")
    assert path == settings.STREAMS_PATH
    assert Ticket.read(query.replace("%3A", ":")) == Ticket(place.pk, JSON)
