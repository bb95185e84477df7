"""Insurance, even money and surrender of bettors behind."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from blackjack.bets import Behind, Bet
from blackjack.cards import Card
from blackjack.deal import Deal
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from tests.blackjack.strategies import all_draws
from tests.blackjack.test_bets_behind import FLOOR, NATURAL, answer, follower
from tests.blackjack.test_deal_properties import often


def test_each_bettor_is_asked_for_insurance_in_turn() -> None:
    cards = "TS AD 9H KC"
    assert answer(["4", "6"], cards)["next"] == {
        "seat": 1, "hand": 1, "phase": "before_peek", "legal": ["insure", "decline"],
    }  # fmt: skip
    second = answer(["4", "6"], cards, "decline")["next"]
    assert (second["bettor"], second["legal"]) == (2, ["insure", "decline"])
    assert answer(["4", "6"], cards, "decline", "insure:1.5")["next"]["bettor"] == 3
    seat = answer(["4", "6"], cards, "decline", "insure:1.5", "decline", "stand")["seats"][0]
    assert [part["net"] for part in (seat, *seat["behind"])] == ["-10", "-1", "-6"]


def test_a_follower_insures_up_to_half_of_its_own_bet() -> None:
    error = answer(["4"], "TS AD 9H KC", "decline", "insure:2.5")["error"]
    assert error["message"] == "insure:2.5: the amount must be more than 0 and at most 2"


def test_even_money_is_each_bettors_own() -> None:
    seat = answer(["4", "6"], NATURAL, "decline", "even_money", "decline")["seats"][0]
    assert seat["hands"][0]["outcome"] == "blackjack"
    assert [part["hands"][0]["outcome"] for part in seat["behind"]] == ["even_money", "blackjack"]
    assert [part["returned"] for part in (seat, *seat["behind"])] == ["25", "8", "15"]


def test_a_follower_may_decline_the_even_money_that_the_first_takes() -> None:
    seat = answer(["4"], "AS AD KH TC", "even_money", "decline")["seats"][0]
    assert [part["returned"] for part in (seat, *seat["behind"])] == ["20", "4"]


@pytest.mark.parametrize(
    ("surrender", "cards", "actions"),
    [
        ("early", "TS AD 6H 9C", ["surrender", "decline"]),
        ("early", "TS TD 6H 9C", ["surrender"]),
        ("late", "TS 9D 6H 9C", ["surrender"]),
    ],
)
def test_a_surrender_is_the_whole_seats(surrender: str, cards: str, actions: list[str]) -> None:
    part = follower(["4"], cards, *actions, surrender=surrender)
    assert (part["returned"], part["hands"][0]["outcome"]) == ("2", "surrender")


@pytest.mark.parametrize(("hole", "nets"), [("KC", ["-5", "2", "-3"]), ("9C", ["-5", "-4", "-3"])])
def test_followers_may_insure_a_hand_that_the_first_surrenders_early(
    hole: str, nets: list[str]
) -> None:
    """Half the bet is lost either way; the insurance belongs to the follower."""
    cards = f"TS AD 6H {hole}"
    asked = answer(["4", "6"], cards, "surrender", surrender="early")["next"]
    assert (asked["bettor"], asked["legal"]) == (2, ["insure", "decline"])
    actions = ("surrender", "insure:2", "decline")
    seat = answer(["4", "6"], cards, *actions, surrender="early")["seats"][0]
    assert [part["net"] for part in (seat, *seat["behind"])] == nets
    assert {hand["outcome"] for part in seat["behind"] for hand in part["hands"]} == {"surrender"}


@often
@given(all_draws(), st.permutations(["insure", "decline", "decline"]), st.booleans())
def test_an_insurance_is_settled_whatever_the_others_answer(
    cards: Any,
    answers: list[str],
    surrenders: bool,  # noqa: FBT001 - drawn
) -> None:
    rules = Rules.from_dict({"bettors_per_seat": 3, "surrender": "early"}, PRESETS[FLOOR])
    bets = [Bet(1, 180, behind=(Behind(180), Behind(180)))]

    def draw(k: int) -> Card:
        return Card.parse("AD") if k == 1 else cards(k)

    deal = Deal.start(rules, bets, draw)
    if surrenders and "surrender" in deal.legal_actions:
        answers = ["surrender", *answers[1:]]
    while deal.turn is not None:
        verb = answers[deal.turn.bettor - 1] if deal.phase == "before_peek" else "stand"
        deal = deal.play(verb)
    returned = [deal.returned(1, bettor) for bettor in (1, 2, 3)]
    insured = 270 if deal.dealer_blackjack else 0
    plain = {
        back - insured if verb == "insure" else back
        for back, verb in zip(returned, answers, strict=True)
        if back is not None
    }
    assert len(plain) == 1
