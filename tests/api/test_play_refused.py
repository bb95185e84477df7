"""What a private table hides and refuses through the API."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from casino.fairness.selectors.dealing import unseal_server_seed
from casino.fairness.selectors.unsealing import SeedPurpose
from casino.models import Shoe
from tables.models import Table
from tests.api.calls import assert_problem, read
from tests.api.playing import App, find_cards, money, newest_round, seated
from tests.casino import scenes
from tests.casino.test_hidden_cards import distinct, hidden, visible
from tests.casino.test_own_time import limited, was_here
from tests.casino.test_reality import playing_since
from wallet.ledger.models import Transfer

pytestmark = pytest.mark.database


def test_nothing_hidden_is_in_any_answer() -> None:
    app = seated(distinct)
    app.bets()
    answers = [app.get("/tables/ligalo/position"), app.get("/tables/ligalo/shoes")]
    position = answers[0].json()
    position = app.decides(position["round"], "hit")
    round_ = newest_round(app)
    answers += [
        app.get("/tables/ligalo/position"),
        app.get(f"/rounds/{round_.public_id}"),
        app.get(f"/history/{round_.public_id}"),
    ]
    sent = "\n".join(answer.text for answer in answers)
    secrets = [
        hidden(round_)[0],
        *hidden(round_)[2:],
        unseal_server_seed(round_.deal.shoe, SeedPurpose.REVEAL),
    ]
    assert not [secret for secret in secrets if f'"{secret}"' in sent]
    shown = visible(scenes.live_deal(round_))
    assert {card for answer in answers for card in find_cards(answer.json())} == shown
    assert position["round"]["felt"]["face_down"] is True


def test_a_stale_bet_or_step_moves_nothing() -> None:
    app = seated()
    body = app.bet_body()
    before = scenes.everything(app.player)
    for change in ({"nonce": 2}, {"shoe": str(Shoe.objects.latest("number").public_id)}):
        assert_problem(app.post("/rounds", {**body, **change}), 409, "conflict")
    assert scenes.everything(app.player) == before

    round_ = app.bets()["round"]
    before = scenes.everything(app.player)
    assert_problem(app.post("/rounds", {**body, "nonce": 2}), 409, "conflict")
    path = f"/rounds/{round_['id']}/decisions"
    assert_problem(app.post(path, {"step": 1, "action": "stand"}), 409, "conflict")
    refused = app.post(path, {"step": 0, "action": "split"})
    assert_problem(refused, 422, "illegal_action")
    assert scenes.everything(app.player) == before


def test_a_bet_that_comes_too_soon_is_told_when_to_come_again() -> None:
    app = seated()
    position = app.bets()
    app.plays_out(position)
    Table.objects.filter(slug=app.table).update(min_seconds_between_rounds=30)
    before, body = scenes.everything(app.player), app.bet_body()
    refused = app.post("/rounds", body, key="k")
    assert_problem(refused, 429, "seconds_between_rounds")
    assert 1 <= int(refused["Retry-After"]) <= 30
    assert scenes.everything(app.player) == before
    Table.objects.filter(slug=app.table).update(min_seconds_between_rounds=0)
    assert read(app.post("/rounds", body, key="k"))["round"]["nonce"] == 2


def test_a_due_reality_check_takes_no_bet_until_it_is_answered() -> None:
    app = seated()
    body = app.bet_body()
    playing_since(app.player, hours=2)
    before = scenes.everything(app.player)
    assert_problem(app.post("/rounds", body), 422, "reality_check")
    assert scenes.everything(app.player) == before
    position = app.position
    assert position["bet"] is None
    answer = {"answer": "go_on", "mark": position["reality_check"]["mark"]}
    read(app.post("/reality-check/answer", answer))
    assert app.position["reality_check"] is None
    assert read(app.post("/rounds", body))["round"]["status"] == "in_progress"


def test_a_used_up_time_limit_takes_no_bet_and_the_hand_goes_on() -> None:
    app = seated()
    round_ = app.bets()["round"]
    was_here(app.player, timezone.now() - timedelta(hours=2), hours=1)
    limited(app.player, 1800)
    position = app.decides(round_, "stand")
    assert position["barred"]["code"] == "own_time_limit"
    assert position["time_left"] == {"seconds": 0, "code": "own_time_limit"}
    before = scenes.everything(app.player)
    assert_problem(app.post("/rounds", app.bet_body()), 422, "own_time_limit")
    assert scenes.everything(app.player) == before


def test_anothers_round_is_not_found() -> None:
    app = seated()
    round_ = app.bets()["round"]
    other = App(scenes.new_player("luis@example.test"))
    before = scenes.everything(app.player)
    for path in ("", "/decisions", "/hints"):
        body = {"step": 0, "action": "stand"} if path == "/decisions" else {"step": 0}
        answer = (
            other.post(f"/rounds/{round_['id']}{path}", body)
            if path
            else other.get(f"/rounds/{round_['id']}")
        )
        assert_problem(answer, 404, "not_found")
    for path in (f"/history/{round_['id']}", f"/history/{round_['id']}/replay"):
        assert_problem(other.get(path), 404, "not_found")
    assert scenes.everything(app.player) == before


BET: dict[str, Any] = {"box": 1, "stake": money("10.00")}
BAD_BETS: list[tuple[dict[str, Any], str, str]] = [
    ({"table": 7}, "invalid", "table"),
    ({"table": " ligalo"}, "invalid", "table"),
    ({"shoe": 7}, "invalid", "shoe"),
    ({"shoe": "x"}, "invalid", "shoe"),
    ({"nonce": "1"}, "invalid", "nonce"),
    ({"nonce": 1.5}, "invalid", "nonce"),
    ({"nonce": True}, "invalid", "nonce"),
    ({"nonce": 10**40}, "invalid", "nonce"),
    ({"unknown": 1}, "invalid", "unknown"),
    ({"boxes": []}, "invalid", "boxes"),
    ({"boxes": "all"}, "invalid", "boxes"),
    ({"boxes": [BET] * 10}, "invalid", "boxes"),
    ({"boxes": [BET, BET]}, "invalid", "boxes"),
    ({"boxes": [{**BET, "box": 0}]}, "invalid", "boxes.0.box"),
    ({"boxes": [{**BET, "stake": 10}]}, "invalid", "boxes.0.stake"),
    ({"boxes": [{**BET, "stake": money("1e3")}]}, "invalid", "boxes.0.stake.amount"),
    ({"boxes": [{**BET, "stake": money("NaN")}]}, "invalid", "boxes.0.stake.amount"),
    ({"boxes": [{**BET, "stake": money("-10.00")}]}, "invalid", "boxes.0.stake.amount"),
    ({"boxes": [{**BET, "stake": money("10.00", "XXX")}]}, "invalid", "boxes.0.stake.currency"),
    ({"boxes": [BET, {"box": 2, "stake": money("1.00", "EUR")}]}, "invalid", "boxes"),
    ({"boxes": [{**BET, "side_bets": {str(n): money("1.00") for n in range(11)}}]}, "invalid", "boxes.0.side_bets"),
    ({"boxes": [{**BET, "stake": money("0.01")}]}, "bet_below_minimum", "boxes.0.stake"),
    ({"boxes": [{**BET, "box": 9}]}, "no_such_box", ""),
    ({"boxes": [{**BET, "side_bets": {"none": money("1.00")}}]}, "no_such_side_bet", ""),
    ({"salt": "short"}, "invalid_seed", ""),
    ({"cut": -1}, "invalid", "cut"),
]  # fmt: skip


def test_bad_bets_are_refused_and_nothing_moves() -> None:
    app = seated()
    body = app.bet_body()
    before = (scenes.everything(app.player), Transfer.objects.count())
    for change, code, field in BAD_BETS:
        answer = app.post("/rounds", {**body, **change})
        found = answer.json()
        assert (answer.status_code, found["code"]) == (422, code), (change, answer.text)
        assert {one["field"] for one in found["errors"]} == {field} - {""}, (change, answer.text)
    for raw, code in ((b"{", "malformed_body"), (b'{"nonce": NaN}', "malformed_body"), (b"[" * 5000, "malformed_body"), (b'{"a":"\xff"}', "malformed_body")):  # fmt: skip
        assert_problem(app.send_bytes("/rounds", raw), 400, code)
    assert_problem(
        app.send_bytes("/rounds", b"{}", content_type="text/plain"), 415, "unsupported_media_type"
    )
    assert (scenes.everything(app.player), Transfer.objects.count()) == before


BAD_DECISIONS: list[tuple[dict[str, Any], int, str, str]] = [
    ({"step": "0"}, 422, "invalid", "step"),
    ({"step": -1}, 422, "invalid", "step"),
    ({"action": "fly"}, 422, "invalid", "action"),
    ({"action": None}, 422, "invalid", "action"),
    ({"amount": "5"}, 422, "invalid", "amount"),
    ({"amount": money("5.00", "EUR")}, 422, "other_currency", "amount"),
    ({"action": "hit", "amount": money("5.00")}, 422, "illegal_action", ""),
    ({"more": 1}, 422, "invalid", "more"),
]  # fmt: skip


def test_bad_decisions_are_refused_and_nothing_moves() -> None:
    app = seated()
    round_ = app.bets()["round"]
    before = scenes.everything(app.player)
    for change, status, code, field in BAD_DECISIONS:
        body = {"step": 0, "action": "double", **change}
        answer = app.post(f"/rounds/{round_['id']}/decisions", body)
        found = answer.json()
        assert (answer.status_code, found["code"]) == (status, code), (change, answer.text)
        assert {one["field"] for one in found["errors"]} == {field} - {""}, (change, answer.text)
    assert scenes.everything(app.player) == before
