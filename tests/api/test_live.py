"""Live tables through the API: two players, their seals, turns and private parts; the stream's JSON."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from django.conf import settings

from api.views.streams import render_variant
from blackjack import fairness
from blackjack.deal import Deal
from casino.fairness.selectors.dealing import unseal_server_seed
from casino.live.selectors.table_state import load_table
from casino.models import Clock, Decision, EarlyDecision, Place, Round, Seat, Wager
from casino.reconciliation.selectors.lines import find_broken_play_lines
from casino.selectors.places import present_shoe
from push.tickets import JSON, Ticket
from tests.api.calls import Caller, assert_problem, read
from tests.api.playing import find_cards, money
from tests.live.scenes import (
    Guest,
    a_live_table,
    a_table_that_deals,
    clock_of,
    rings,
    running,
    seed_of,
)
from tests.live.test_turns import both_decide
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import balance

pytestmark = pytest.mark.database


class LiveApp(Caller):
    """A guest's app at a live table."""

    def __init__(self, guest: Guest) -> None:
        super().__init__(guest.player)
        self.guest, self.path = guest, f"/live/{guest.place.table.slug}"

    @property
    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = read(self.get(self.path))
        return found

    def act(self, name: str, body: Any = None) -> Any:
        return self.post(f"{self.path}/{name}", body)

    def bet_body(self, *boxes: dict[str, Any], **changes: Any) -> dict[str, Any]:
        """Return the body of a bet with a fresh seal."""
        state = self.state
        self.guest.made += 1
        self.guest.seed = seed_of(self.guest.name, self.guest.made)
        return {
            "shoe": state["public"]["shoe"]["id"],
            "commitment": state["public"]["shoe"]["commitment"],
            "nonce": state["public"]["nonce"],
            "attempt": state["own"]["attempt"],
            "boxes": list(boxes),
            "seal": fairness.seal_seed(self.guest.seed),
            **changes,
        }

    def bets(self, box: int, stake: str = "10.00") -> dict[str, Any]:
        body = self.bet_body({"box": box, "stake": money(stake)})
        found: dict[str, Any] = read(self.act("bets", body))
        return found

    def opens(self) -> dict[str, Any]:
        """Open the seal for the list that the table shows."""
        opening = {
            "seals_hash": self.state["public"]["seals_hash"],
            "seat_seed": self.guest.seed,
        }
        found: dict[str, Any] = read(self.act("seals/open", opening))
        return found


def two_apps() -> tuple[Place, LiveApp, LiveApp]:
    place, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    return place, LiveApp(ana), LiveApp(luis)


def dealt(stake: str = "10.00") -> tuple[Place, LiveApp, LiveApp]:
    """Return a table whose deal waits for ana, with both bets placed and sealed by their apps."""
    place, ana, luis = two_apps()
    ana.bets(1, stake)
    luis.bets(2)
    rings(place)
    ana.opens()
    luis.opens()
    assert clock_of(place).phase == Clock.Phase.TURNS
    return place, ana, luis


def everything(place: Place) -> tuple[object, ...]:
    """Return what a refusal must leave unchanged."""
    return (
        Transfer.objects.count(),
        list(Wager.objects.values()),
        list(Seat.objects.values("box", "participant", "sits_out", "leaves", "is_ready")),
        Decision.objects.count(),
        clock_of(place).phase,
    )


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


def test_nothing_private_or_hidden_reaches_the_other_player_or_the_stream() -> None:
    place, ana, luis = two_apps()
    shoe = present_shoe(place)
    assert shoe is not None
    ana.guest.player.full_name = "Ana Secreta"
    ana.guest.player.save(update_fields=["full_name"])
    secrets = [unseal_server_seed(shoe), "Ana Secreta", ana.guest.player.email, "47.50"]

    def look() -> dict[str, Any]:
        text = render_variant(load_table(place), JSON)
        event = json.loads(text)
        assert event["version"] == clock_of(place).version
        texts = (text, json.dumps(luis.state))
        assert not [secret for secret in secrets if secret in "".join(texts)]
        shown: dict[str, Any] = event
        return shown

    look()
    ana.bets(1, "47.50")
    luis.bets(2)
    secrets.append(ana.guest.seed)
    assert look()["boxes"][0]["stakes"][0]["about"] == money("48.00")
    rings(place)
    assert look()["seals"][0] == {"box": 1, "seal": fairness.seal_seed(ana.guest.seed)}
    ana.opens()
    luis.opens()
    facts = running(place).state.public()
    hands = [hand["cards"] for seat in facts["seats"] for hand in seat["hands"]]
    visible = [*facts["dealer"]["cards"], "??", *(card for cards in hands for card in cards)]
    assert sorted(find_cards(look())) == sorted(visible)
    own = luis.state["own"]["round"]["felt"]
    assert [box["box"] for box in own["boxes"]] == [2]


def test_anothers_round_and_a_turn_of_another_are_refused() -> None:
    place, ana, luis = dealt()
    round_ = ana.state["own"]["round"]
    before = everything(place)
    body = {"round": round_["id"], "step": 0, "action": "stand"}
    assert_problem(luis.act("decisions", body), 404, "not_found")
    asked = {"round": round_["id"], "answers": [{"box": 1, "action": "decline"}]}
    assert_problem(luis.act("answers", asked), 404, "not_found")
    early = {"round": round_["id"], "box": 1, "action": "stand"}
    assert_problem(luis.act("early-decisions", early), 404, "not_found")
    assert_problem(luis.get(f"/rounds/{round_['id']}"), 404, "not_found")
    own = {**body, "round": luis.state["own"]["round"]["id"]}
    assert_problem(luis.act("decisions", own), 409, "not_your_turn")
    assert_problem(ana.act("decisions", {**body, "step": 3}), 409, "conflict")
    assert everything(place) == before


BAD_WAGERS: Sequence[tuple[dict[str, Any], int, str, str]] = (
    ({"attempt": 0}, 422, "invalid", "attempt"),
    ({"commitment": "x"}, 422, "invalid", "commitment"),
    ({"commitment": "0" * 64}, 409, "conflict", ""),
    ({"nonce": 2}, 409, "conflict", ""),
    ({"seal": "x"}, 422, "invalid_seal", ""),
    ({"seal": ""}, 422, "invalid", "seal"),
    ({"boxes": [{"box": 2, "stake": money("10.00")}]}, 422, "not_seated", "boxes.0.stake"),
    (
        {"boxes": [{"box": 1, "stake": money("10.00"), "behind": {}}]},
        422,
        "own_box",
        "boxes.0.stake",
    ),
    (
        {"boxes": [{"box": 1, "stake": money("10.00"), "behind": {"split": "up"}}]},
        422,
        "invalid",
        "boxes.0.behind.split",
    ),
    ({"words": "a few"}, 422, "invalid", "words"),
)


def test_bad_bets_and_seals_are_refused_and_nothing_moves() -> None:
    place = a_live_table("casino_floor")
    ana = LiveApp(Guest(place, "ana").sits(1))
    body = ana.bet_body({"box": 1, "stake": money("10.00")})
    before = everything(place)
    for change, status, code, field in BAD_WAGERS:
        answer = ana.act("bets", {**body, **change})
        found = answer.json()
        assert (answer.status_code, found["code"]) == (status, code), (change, answer.text)
        assert {one["field"] for one in found["errors"]} == {field} - {""}, (change, answer.text)
    assert_problem(ana.act("seals", {"seal": "0" * 64}), 422, "no_seal_asked")
    opening = {"seals_hash": "0" * 64, "seat_seed": "x"}
    assert_problem(ana.act("seals/open", opening), 422, "other_seals")
    assert_problem(ana.get("/live/ligalo"), 404, "not_found")
    assert_problem(ana.get(f"/tables/{place.table.slug}/position"), 404, "not_found")
    assert everything(place) == before


def test_the_streams_ticket_opens_the_table_as_json() -> None:
    place = a_live_table()
    ana = LiveApp(Guest(place, "ana"))
    found = read(ana.get(f"{ana.path}/stream"))
    path, _, query = found["url"].partition("?ticket=")
    assert path == settings.STREAMS_PATH
    assert Ticket.read(query.replace("%3A", ":")) == Ticket(place.pk, JSON)
