"""Bets behind: the first bettor of a seat decides, followers have said beforehand what becomes of their money."""

import json
import pickle
from typing import Any

import pytest
from hypothesis import given, strategies as st

from blackjack.actions import Action, IllegalAction
from blackjack.bets import Behind, Bet
from blackjack.cards import Card
from blackjack.deal import Deal
from blackjack.presets import PRESETS
from blackjack.replay import replay
from blackjack.rules import Rules
from tests.blackjack.strategies import all_draws, all_rules
from tests.blackjack.test_deal_properties import often

FLOOR = "casino_floor"
NATURAL = "AS AD KH 9C"
EIGHTS = "8S 6D 8H 3C TH KD 9S TC TS"
"""A pair of eights; split, the left hand gets a three and the right hand a ten; the dealer draws from the king on."""


def answer(behind: list[Any], cards: str, *actions: str, **rules: object) -> dict[str, Any]:
    """The answer to a round of one seat with a stake of 10 and these bets behind it."""
    followers = [one if isinstance(one, dict) else {"stake": one} for one in behind]
    case = {
        "rules": {"preset": FLOOR, **rules},
        "bets": [{"seat": 1, "stake": "10", "behind": followers}],
        "cards": cards,
        "actions": actions,
    }
    return replay(json.dumps(case))


def follower(behind: list[Any], cards: str, *actions: str, **rules: object) -> dict[str, Any]:
    """The first follower at the end of such a round."""
    part: dict[str, Any] = answer(behind, cards, *actions, **rules)["seats"][0]["behind"][0]
    return part


def wagers(part: dict[str, Any]) -> list[tuple[int, str, str, str, str]]:
    return [
        (hand["hand"], hand["stake"], hand["added"], hand["outcome"], hand["payout"])
        for hand in part["hands"]
    ]


def test_a_follower_wins_and_loses_with_the_hand() -> None:
    part = follower(["4"], "TS 6D 9H TC TS", "stand")
    assert (part["staked"], part["returned"], part["net"]) == ("4", "8", "4")
    assert wagers(part) == [(1, "4", "0", "win", "8")]


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ("follow", [(1, "4", "4", "win", "16"), (2, "4", "0", "win", "8")]),
        ("left", [(1, "4", "0", "win", "8")]),
        ("right", [(2, "4", "0", "win", "8")]),
    ],
)
def test_the_choice_says_what_a_split_and_a_double_do(choice: str, expected: list[Any]) -> None:
    one = {"stake": "4", "choice": choice}
    assert wagers(follower([one], EIGHTS, "split", "double", "stand")) == expected


def test_a_bet_that_stays_right_goes_right_at_every_split_of_its_hand() -> None:
    one = {"stake": "4", "choice": "right"}
    cards = "8S 6D 8H 3C 8C TH 9D KD TS"
    part = follower([one], cards, "split", "stand", "split", "stand", "stand")
    assert [hand["hand"] for hand in part["hands"]] == [3]


def test_a_follower_adds_the_whole_stake_when_the_first_doubles_for_less() -> None:
    assert wagers(follower(["4"], "6S 5D 5H TS 9C TD", "double:1"))[0][:3] == (1, "4", "4")


def test_followers_without_funds_stay_on_the_left_this_once() -> None:
    seat = answer(["4", "6"], EIGHTS, "split-3", "double", "stand")["seats"][0]
    second, third = (
        [(hand["hand"], hand["added"]) for hand in one["hands"]] for one in seat["behind"]
    )
    assert second == [(1, "4"), (2, "0")]
    assert third == [(1, "6")]


def test_a_double_without_a_follower_leaves_its_bet_as_it_is() -> None:
    assert wagers(follower(["4"], "6S 5D 5H TS 9C TD", "double-2"))[0][:3] == (1, "4", "0")


@pytest.mark.parametrize(
    "action", ["split-1", "split-4", "split-3-2", "split-2-2", "split-2-4", "hit-2", "split-", "split-x"]
)  # fmt: skip
def test_only_followers_that_would_follow_can_stay(action: str) -> None:
    error = answer(["4", "6"], EIGHTS, action)["error"]
    assert (error["code"], error["at"]) == ("illegal_action", 0)


def test_one_that_stays_anyway_is_not_named() -> None:
    one = {"stake": "4", "choice": "left"}
    assert answer([one], EIGHTS, "split-2")["error"]["code"] == "illegal_action"


@pytest.mark.parametrize("text", ["split-2", "double-2-3", "double:4-3", "insure:2"])
def test_an_action_reads_back_as_it_is_written(text: str) -> None:
    assert Action.parse(text).text() == text


def test_a_legal_action_says_what_it_costs_whom() -> None:
    bets = [Bet(1, 10, behind=(Behind(4), Behind(6, "left")))]
    cards = replay_cards(EIGHTS)
    deal = Deal.start(PRESETS[FLOOR], bets, cards.__getitem__)
    assert (deal.cost("split"), deal.costs_behind("split")) == (10, {2: 4})
    assert deal.costs_behind("split-2") == {}
    assert deal.costs_behind("stand") == {}
    with pytest.raises(IllegalAction):
        deal.costs_behind("split-3")


def replay_cards(text: str) -> list[Card]:
    return [Card.parse(name) for name in text.split()]


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
    ("surrender", "cards"), [("early", "TS AD 6H 9C"), ("late", "TS 9D 6H 9C")]
)
def test_a_surrender_is_the_whole_seats(surrender: str, cards: str) -> None:
    part = follower(["4"], cards, "surrender", surrender=surrender)
    assert (part["returned"], part["hands"][0]["outcome"]) == ("2", "surrender")


def test_an_unpeeked_blackjack_takes_each_bettors_own_original_bet() -> None:
    """Of a bet that stays right, the right hand is the original one."""
    behind = [{"stake": "4", "choice": "follow"}, {"stake": "6", "choice": "right"}]
    cards = "8S TD 8H 3C TH KD AS"
    takes: dict[str, object] = {"dealer_blackjack_takes": "original_bet"}
    seat = answer(behind, cards, "decline", "split", "double", "stand", **takes)["seats"][0]
    assert [part["net"] for part in (seat, *seat["behind"])] == ["-10", "-4", "-6"]
    assert seat["behind"][0]["staked"] == "12"


@pytest.mark.parametrize(
    "behind",
    [
        ["4", "4", "4"],
        [{"stake": "4", "choice": "middle"}],
        [{"stake": "4", "choice": ["left"]}],
        ["0"],
        ["x"],
        [4],
        ["0.0001"],
    ],
)
def test_a_bet_behind_that_the_table_does_not_take_is_refused(behind: list[Any]) -> None:
    followers = [one if isinstance(one, dict) else {"stake": one} for one in behind]
    rules = {"blackjack_pays": "5:3"} if behind == ["0.0001"] else {}
    assert answer(followers, NATURAL, **rules)["error"]["code"] == "invalid_bet"


@pytest.mark.parametrize("behind", [{}, [4], [{}], [{"stake": "4", "side_bets": {}}], None])
def test_a_bet_behind_of_another_form_is_refused(behind: Any) -> None:
    case = {
        "rules": FLOOR,
        "bets": [{"seat": 1, "stake": "10", "behind": behind}],
        "cards": NATURAL,
        "actions": [],
    }
    assert replay(json.dumps(case))["error"]["code"] == "invalid_case"


def test_a_bet_can_go_to_another_process() -> None:
    bet = Bet(3, 100, {"21+3": 5}, (Behind(40, "left"),))
    assert pickle.loads(pickle.dumps(bet)) == bet  # noqa: S301 - it is our own


def test_a_table_of_one_bettor_a_seat_takes_none() -> None:
    assert answer(["4"], NATURAL, bettors_per_seat=1)["error"]["code"] == "invalid_bet"


@often
@given(all_rules(), all_draws(), st.data())
def test_one_that_follows_at_the_same_stake_fares_as_the_first(
    rules: Rules, cards: Any, data: st.DataObject
) -> None:
    deal = Deal.start(
        Rules.from_dict({"bettors_per_seat": 2}, rules), [Bet(1, 180, behind=(Behind(180),))], cards
    )
    last = ""
    while deal.turn is not None:
        again = deal.turn.bettor == 2
        last = last if again else data.draw(st.sampled_from(deal.legal_actions))
        deal = deal.play(last)
    assert deal.staked(1, 2) == deal.staked(1)
    assert deal.returned(1, 2) == deal.returned(1)
