"""What a live table hides from other players and refuses, through the API."""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import pytest

from api.views.streams import render_variant
from blackjack import fairness
from casino.fairness.selectors.dealing import unseal_server_seed
from casino.fairness.selectors.unsealing import SeedPurpose
from casino.live.selectors.table_state import load_table
from casino.play.services.decisions import DecisionRequest, make_decision_at
from casino.selectors.places import present_shoe
from journal.refusals import NotFound
from push.tickets import JSON
from tests.api.calls import assert_problem
from tests.api.live_apps import LiveApp, dealt, everything, two_apps
from tests.api.playing import find_cards, money
from tests.live.scenes import (
    Guest,
    a_live_table,
    clock_of,
    rings,
    running,
)

pytestmark = pytest.mark.database


def test_nothing_private_or_hidden_reaches_the_other_player_or_the_stream() -> None:
    place, ana, luis = two_apps()
    shoe = present_shoe(place)
    assert shoe is not None
    ana.guest.player.full_name = "Ana Secreta"
    ana.guest.player.save(update_fields=["full_name"])
    secrets = [
        unseal_server_seed(shoe, SeedPurpose.REVEAL),
        "Ana Secreta",
        ana.guest.player.email,
        "47.50",
    ]

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
    for app, shown in ((ana, round_["id"]), (luis, own["round"])):
        # the address of private rounds has no turns
        private = app.post(f"/rounds/{shown}/decisions", {"step": 0, "action": "stand"})
        assert_problem(private, 404, "not_found")
        assert_problem(app.post(f"/rounds/{shown}/hints", {"step": 0}), 404, "not_found")
        with pytest.raises(NotFound):  # nor has the page of private tables
            make_decision_at(
                app.guest.player, DecisionRequest(UUID(shown), 0, "stand"), place.table.slug
            )
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
