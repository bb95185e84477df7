"""Bets behind: the first bettor of a box decides; followers choose in advance how their bets follow."""

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
from tests.blackjack.strategies import all_draws, all_rules, played_rounds
from tests.blackjack.test_deal_properties import often

FLOOR = "casino_floor"
NATURAL = "AS AD KH 9C"
EIGHTS = "8S 6D 8H 3C TH KD 9S TC TS"
"""A pair of eights. After a split the left hand gets a three and the right hand a ten; the dealer draws from the king on."""


def answer(behind: list[Any], cards: str, *actions: str, **rules: object) -> dict[str, Any]:
    """Return the answer to a round of one box with a stake of 10 and these bets behind it."""
    followers = [one if isinstance(one, dict) else {"stake": one} for one in behind]
    case = {
        "rules": {"preset": FLOOR, **rules},
        "bets": [{"seat": 1, "stake": "10", "behind": followers}],
        "cards": cards,
        "actions": actions,
    }
    return replay(json.dumps(case))


def follower(behind: list[Any], cards: str, *actions: str, **rules: object) -> dict[str, Any]:
    """Return the first follower at the end of such a round."""
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
    bets = [Bet(1, 10, behind=(Behind(4), Behind(6, "left", "stay")))]
    cards = replay_cards(EIGHTS)
    deal = Deal.start(PRESETS[FLOOR], bets, cards.__getitem__)
    assert (deal.cost("split"), deal.costs_behind("split")) == (10, {2: 4})
    assert deal.costs_behind("split-2") == {}
    assert deal.costs_behind("stand") == {}
    with pytest.raises(IllegalAction):
        deal.costs_behind("split-3")


def replay_cards(text: str) -> list[Card]:
    return [Card.parse(name) for name in text.split()]


SPLIT_AND_DOUBLED: list[tuple[dict[str, str], list[tuple[int, str, str, str, str]]]] = [
    ({}, [(1, "4", "4", "win", "16"), (2, "4", "0", "win", "8")]),
    ({"double": "stay"}, [(1, "4", "0", "win", "8"), (2, "4", "0", "win", "8")]),
    ({"split": "left"}, [(1, "4", "4", "win", "16")]),
    ({"split": "left", "double": "stay"}, [(1, "4", "0", "win", "8")]),
    ({"split": "right"}, [(2, "4", "0", "win", "8")]),
    ({"split": "follow", "fallback": "right"}, [(1, "4", "4", "win", "16"), (2, "4", "0", "win", "8")]),
]  # fmt: skip


@pytest.mark.parametrize(("chosen", "expected"), SPLIT_AND_DOUBLED)
def test_splits_and_doubles_are_chosen_apart(chosen: dict[str, str], expected: list[Any]) -> None:
    one = {"stake": "4", **chosen}
    assert wagers(follower([one], EIGHTS, "split", "double", "stand")) == expected


@pytest.mark.parametrize(("fallback", "hand"), [("left", 1), ("right", 2)])
def test_a_follower_without_funds_stays_on_the_hand_it_chose(fallback: str, hand: int) -> None:
    one = {"stake": "4", "fallback": fallback}
    part = follower([one], EIGHTS, "split-2", "stand", "stand")
    assert [each["hand"] for each in part["hands"]] == [hand]


def test_one_that_stayed_out_of_a_split_follows_the_next_of_its_hand() -> None:
    one = {"stake": "4", "fallback": "right"}
    cards = "8S 6D 8H 3C 8C TH 9D KD TS"
    part = follower([one], cards, "split-2", "stand", "split", "stand", "stand")
    assert [each["hand"] for each in part["hands"]] == [2, 3]


def test_only_one_that_follows_doubles_can_stay_out_of_one() -> None:
    stays = {"stake": "4", "double": "stay"}
    cards = "6S 5D 5H TS 9C TD"
    assert answer([stays], cards, "double-2")["error"]["code"] == "illegal_action"
    assert wagers(follower([stays], cards, "double"))[0][:3] == (1, "4", "0")
    left = {"stake": "4", "split": "left"}
    assert answer([left], EIGHTS, "split-2")["error"]["code"] == "illegal_action"
    assert "error" not in answer([left], EIGHTS, "split", "double-2", "stand")


@pytest.mark.parametrize(
    ("chosen", "shown"),
    [
        ({"choice": "left"}, {"choice": "left"}),
        ({"split": "right", "double": "stay"}, {"choice": "right"}),
        ({"fallback": "left"}, {"choice": "follow"}),
        ({"double": "stay"}, {"split": "follow", "double": "stay", "fallback": "left"}),
        ({"fallback": "right"}, {"split": "follow", "double": "follow", "fallback": "right"}),
        ({"split": "left"}, {"split": "left", "double": "follow", "fallback": "left"}),
    ],
)
def test_choices_are_shown_in_one_word_where_that_says_it(
    chosen: dict[str, str], shown: dict[str, str]
) -> None:
    part = follower([{"stake": "4", **chosen}], EIGHTS, "split", "double", "stand")
    keys = {"choice", "split", "double", "fallback"}
    assert {key: value for key, value in part.items() if key in keys} == shown


def test_an_unpeeked_blackjack_takes_each_bettors_own_original_bet() -> None:
    """The original bet of a follower that stays right is on the right hand."""
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
        [{"stake": "4", "split": "stay"}],
        [{"stake": "4", "double": "left"}],
        [{"stake": "4", "fallback": "follow"}],
        [{"stake": "4", "fallback": None}],
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


@pytest.mark.parametrize(
    "behind",
    [
        {},
        [4],
        [{}],
        [{"stake": "4", "side_bets": {}}],
        None,
        [{"stake": "4", "choice": "left", "double": "stay"}],
    ],
)
def test_a_bet_behind_of_another_form_is_refused(behind: Any) -> None:
    case = {
        "rules": FLOOR,
        "bets": [{"seat": 1, "stake": "10", "behind": behind}],
        "cards": NATURAL,
        "actions": [],
    }
    assert replay(json.dumps(case))["error"]["code"] == "invalid_case"


def test_a_bet_can_go_to_another_process() -> None:
    bet = Bet(3, 100, {"21+3": 5}, (Behind(40, "left", "stay"),))
    assert pickle.loads(pickle.dumps(bet)) == bet  # noqa: S301 - pickled here


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
        deal = deal.play("decline" if again and last == "surrender" else last)
    assert deal.staked(1, 2) == deal.staked(1)
    assert deal.returned(1, 2) == deal.returned(1)


def _play(deal: Deal, actions: list[Action]) -> Deal:
    for action in actions:
        deal = deal.play(action)
    return deal


def without_followers(bets: list[Bet]) -> list[Bet]:
    return [Bet(bet.box, bet.stake, bet.side_bets) for bet in bets]


@often
@given(played_rounds())
def test_bettors_behind_never_change_the_first_bettors_result(
    one: tuple[Rules, list[Bet], Any, list[Action], list[Deal]],
) -> None:
    """A follower's insurance may reveal the dealer's second card, but only after the other bets are decided."""
    rules, bets, cards, actions, states = one
    asked = [state.turn for state in states[:-1]]
    own = [
        Action(action.verb, action.amount)
        for action, turn in zip(actions, asked, strict=True)
        if turn is not None and turn.bettor == 1
    ]
    alone = _play(Deal.start(rules, without_followers(bets), cards), own)
    assert alone.complete
    for bet in bets:
        assert alone.staked(bet.box) == states[-1].staked(bet.box)
        assert alone.returned(bet.box) == states[-1].returned(bet.box)


@often
@given(played_rounds())
def test_money_adds_up_for_every_bettor(
    one: tuple[Rules, list[Bet], Any, list[Action], list[Deal]],
) -> None:
    """The amounts taken step by step equal the total staked."""
    _, bets, _, actions, states = one
    taken = {(bet.box, bettor): stake for bet in bets for bettor, stake in enumerate(bet.stakes, 1)}
    for state, action in zip(states, actions, strict=False):
        assert state.turn is not None
        taken[state.turn.box, state.turn.bettor] += state.cost(action)
        for bettor, cost in state.costs_behind(action).items():
            taken[state.turn.box, bettor] += cost
    last = states[-1]
    assert {who: last.staked(*who) for who in taken} == taken
    hands = {(box.number, part.bettor): len(part.hands) for box in last.boxes for part in box.parts}
    assert all(count >= 1 for count in hands.values())
