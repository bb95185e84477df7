"""Rounds at private tables through the API: bet, decide, settle."""

from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from blackjack.deal import Deal
from blackjack.presets import PRESETS
from casino.models import Decision, Hint, Round, Shoe
from tables.models import Mathematics, Table
from tests.api.calls import assert_problem, read
from tests.api.playing import App, money, newest_round, participant_of, seated
from tests.casino import scenes, test_table_page
from tests.casino.test_hints import DOUBLES
from tests.casino.test_table_page import HTMX, TABLE, bet_form, decision
from tests.tables.house import with_mathematics
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database


def split_and_double(deal: Deal) -> bool:
    """True if the first hand is split, and a double of its first hand ends no more than that hand."""
    return scenes.pair(deal) and "double" in deal.play("split").legal_actions


def test_a_first_visit_publishes_both_shoes_before_the_bet() -> None:
    app = App(scenes.new_player(), scenes.ligalo().slug)
    position = app.position
    shoes = read(app.get("/tables/ligalo/shoes"))
    present, following = Shoe.objects.order_by("number")
    assert position["shoe"]["id"] == str(present.public_id)
    assert position["shoe"]["commitment"] == shoes["present"]["commitment"] == present.commitment
    assert (position["shoe"]["nonce"], position["shoe"]["is_opened"]) == (1, False)
    assert shoes["next_commitment"] == following.commitment
    assert position["round"] is None
    assert position["balance"] == money("1000.00")
    assert position["bet"]["limits"]["min_bet"]["currency"] == "USD"


def test_a_bet_is_dealt_and_a_decision_ends_it() -> None:
    app = seated()
    position = app.bets()
    shown, stored = position["round"], newest_round(app)
    assert (shown["id"], shown["status"]) == (str(stored.public_id), "in_progress")
    assert (shown["staked"], position["balance"]) == (money("10.00"), money("990.00"))
    assert [one["action"] for one in shown["actions"]] == ["hit", "stand", "double", "surrender"]
    assert shown["felt"]["turn"] == {"box": 1, "hand": 1, "phase": "play"}
    assert position["bet"] is None

    position = app.decides(shown, "stand")
    stored.refresh_from_db()
    shown = position["round"]
    assert shown["status"] == stored.status == "completed"
    assert shown["returned"] == money(stored.money(stored.returned or 0).text)
    assert position["balance"] == money(balance(app.player.pk, "USD").text)
    assert position["bet"] is not None
    assert shown == read(app.get(f"/rounds/{shown['id']}"))


def test_splits_doubles_insurance_and_side_bets_are_paid_as_stored() -> None:
    app = seated(split_and_double)
    position = app.bets()
    position = app.decides(position["round"], "split")
    (box,) = position["round"]["felt"]["boxes"]
    assert [hand["stake"] for hand in box["hands"]] == [money("10.00")] * 2
    double = next(one for one in position["round"]["actions"] if one["action"] == "double")
    more = {} if double["max_amount"] is None else {"amount": double["max_amount"]}
    position = app.plays_out(app.decides(position["round"], "double", **more))
    _check_result(app, position)

    insured = seated_at("eva@example.test", scenes.ace_up)
    position = insured.bets()
    insure = next(one for one in position["round"]["actions"] if one["action"] == "insure")
    more = {} if insure["max_amount"] is None else {"amount": insure["max_amount"]}
    position = insured.plays_out(insured.decides(position["round"], "insure", **more))
    assert position["round"]["felt"]["boxes"][0]["insurance"]["stake"] == insure["cost"]
    _check_result(insured, position)


def seated_at(email: str, wanted: scenes.Wanted) -> App:
    player = scenes.new_player(email)
    scenes.sit(player, Table.objects.get(slug="ligalo"), scenes.seed_for(wanted))
    return App(player)


def _check_result(app: App, position: dict[str, Any]) -> None:
    """Compare a finished round with what is stored and with the balance."""
    stored, shown = newest_round(app), position["round"]
    assert (shown["status"], stored.status) == ("completed", "completed")
    assert Decimal(shown["staked"]["amount"]) == stored.money(stored.staked).decimal
    assert Decimal(shown["returned"]["amount"]) == stored.money(stored.returned or 0).decimal
    boxes = shown["felt"]["boxes"]
    assert sum(Decimal(box["staked"]["amount"]) for box in boxes) == Decimal(
        shown["staked"]["amount"]
    )
    paid = [
        one["payout"]["amount"]
        for box in boxes
        for one in (*box["hands"], *box["side_bets"].values(), box["insurance"])
        if one is not None
    ]
    assert sum(map(Decimal, paid)) == Decimal(shown["returned"]["amount"])
    held = balance(app.player.pk, position["currency"])
    assert position["balance"]["amount"] == held.text


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_round_is_played_at_every_preset(preset: str) -> None:
    table, player = scenes.table_of(preset), scenes.new_player()
    app, rules = App(player, table.slug), PRESETS[preset]
    bet = app.position["bet"]
    limits, stake = bet["limits"], bet["min_total"] or bet["limits"]["min_bet"]
    sides = dict.fromkeys(rules.side_bets, limits["min_side"])
    position = app.bets({"box": 1, "stake": stake, "side_bets": sides})
    assert position["round"]["felt"]["boxes"][0]["side_bets"].keys() == sides.keys()
    assert position["round"]["table"] == table.slug
    _check_result(app, app.plays_out(position, "insure", "split", "double"))


def test_a_repeated_request_makes_one_round() -> None:
    app = seated()
    body = app.bet_body()
    first, again = (app.post("/rounds", body, key="bet-1") for _ in range(2))
    assert read(first) == read(again)
    assert "Idempotent-Replayed" not in first
    assert again["Idempotent-Replayed"] == "true"
    assert_problem(
        app.post("/rounds", {**body, "nonce": 2}, key="bet-1"), 422, "idempotency_key_reused"
    )
    # the same bet with another key is the same round
    assert (
        read(app.post("/rounds", body, key="bet-2"))["round"]["id"] == first.json()["round"]["id"]
    )
    assert (Round.objects.count(), balance(app.player.pk, "USD")) == (1, Money.parse("990", "USD"))

    path, step = f"/rounds/{first.json()['round']['id']}/decisions", {"step": 0, "action": "stand"}
    one, two = (app.post(path, step, key="stand-1") for _ in range(2))
    assert read(one) == read(two)
    assert Decision.objects.count() == 1


def test_a_shoe_is_changed_and_its_transcript_verifies() -> None:
    app = seated()
    Table.objects.update(rounds_before_shoe_change=2)
    for _ in range(2):
        app.plays_out(app.bets())
    shoe = app.position["shoe"]
    assert_problem(app.post("/tables/ligalo/shoes/change", {"shoe": 3}), 422, "invalid", "shoe")
    assert_problem(app.get(f"/shoes/{shoe['id']}/transcript"), 404, "not_found")
    shoes = read(app.post("/tables/ligalo/shoes/change", {"shoe": shoe["id"]}))
    assert shoes["present"]["id"] != shoe["id"]
    assert [one["id"] for one in shoes["closed"]] == [shoe["id"]]
    transcript = read(app.get(f"/shoes/{shoe['id']}/transcript"))
    verified = read(app.post("/verify", {**transcript, "commitment": shoe["commitment"]}))
    assert verified["passed"] is True
    other = App(scenes.new_player("luis@example.test"))
    assert_problem(other.get(f"/shoes/{shoe['id']}/transcript"), 404, "not_found")


def test_the_client_seed_is_set_between_rounds_only() -> None:
    app = seated()
    found = read(app.post("/tables/ligalo/client-seed", {"client_seed": "lucky-7"}))
    assert found["present"]["client_seed"] == participant_of(app).client_seed == "lucky-7"
    for seed, code in (("", "invalid"), ("a b", "invalid_seed"), (7, "invalid")):
        assert app.post("/tables/ligalo/client-seed", {"client_seed": seed}).json()["code"] == code
    app.bets()
    refused = app.post("/tables/ligalo/client-seed", {"client_seed": "other"})
    assert_problem(refused, 409, "conflict")
    assert participant_of(app).client_seed == "lucky-7"


def test_a_hint_is_given_where_the_table_has_hints() -> None:
    table = scenes.ligalo()
    app = seated()
    round_ = app.bets()["round"]
    assert_problem(app.post(f"/rounds/{round_['id']}/hints", {"step": 0}), 422, "no_hints")
    app.plays_out({"round": round_})
    Table.objects.filter(pk=table.pk).update(hints=True)
    row = with_mathematics(table.version.rules)
    Mathematics.objects.filter(pk=row.pk).update(chart=DOUBLES.to_dict())
    round_ = app.bets()["round"]
    while round_["status"] != "in_progress":
        round_ = app.bets()["round"]
    hint = read(app.post(f"/rounds/{round_['id']}/hints", {"step": round_["step"]}))
    assert hint["advice"] == Hint.objects.get().advice
    assert_problem(app.post(f"/rounds/{round_['id']}/hints", {"step": 9}), 409, "conflict")


def count_queries(act: Any) -> int:
    with CaptureQueriesContext(connection) as captured:
        answer = act()
    assert answer.status_code == 200, answer.text
    return len(captured)


OF_THE_API = 7
"""Three queries of the rate limit; four of the idempotency key, its transaction included."""


def test_bet_and_decision_ask_the_database_no_more_than_the_page_besides_key_and_rate_limit() -> (
    None
):
    page, there = test_table_page.seated()
    app = seated_at("luis@example.test", scenes.pair)
    page.get(TABLE)
    body, form = app.bet_body(), bet_form(there)
    bet = count_queries(lambda: app.post("/rounds", body))
    of_page = count_queries(lambda: page.post(TABLE + "bet/", form, headers=HTMX))
    assert bet <= of_page + OF_THE_API
    path = f"/rounds/{newest_round(app).public_id}/decisions"
    form = decision(Round.objects.get(player=there.player), "stand")
    made = count_queries(lambda: app.post(path, {"step": 0, "action": "stand"}))
    of_page = count_queries(lambda: page.post(TABLE + "action/", form, headers=HTMX))
    assert made <= of_page + OF_THE_API
