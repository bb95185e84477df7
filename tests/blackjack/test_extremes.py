"""Maximum payout and exposure of a box: real rounds attain them and none exceeds them."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from blackjack.bets import Behind, Bet, BetError, smallest_unit
from blackjack.cards import Card
from blackjack.deal import Deal
from blackjack.extremes import (
    maximum_exposure,
    maximum_payout,
)
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.shoe import Shoe
from blackjack.side_bets import OUTCOMES
from tests.blackjack.extreme_rounds import THREE, Most, Search, stated
from tests.blackjack.extreme_witnesses import (
    any_rules,
)
from tests.blackjack.shoes import SEED
from tests.blackjack.strategies import all_bets, all_rules, some_action
from tests.exhaustive import examples, slow_but, slow_but_every

PAIR = {"perfect": 25, "coloured": 12, "mixed": 6}
ODD_PAIR = {"perfect": 1, "coloured": 5, "mixed": 30}
TRIPS = {"suited_trips": 1, "straight_flush": 2, "trips": 90}


def test_the_figure_of_atlantic_city_is_the_source_s() -> None:
    rules = PRESETS["atlantic_city"]
    limit = 200_0000
    assert maximum_payout(rules, Bet(1, limit)) == 3_200_0000
    assert sum(maximum_payout(rules, Bet(seat, limit)) for seat in range(1, 6)) == 16_000_0000


def test_live_with_every_side_bet_is_three_equal_eights_and_an_eight() -> None:
    """8S 8S against 8S and another 8S: 26 + 26 + 101 + 271 times a side stake, and two doubled hands."""
    rules = PRESETS["live"]
    bet = Bet(1, 200, dict.fromkeys(rules.side_bets, 10))
    assert stated(rules, bet) == (424 * 10 + 2 * 4 * 200, 424 * 10 + 1600 - 40 - 800)


def test_bets_behind_are_not_the_first_bettors() -> None:
    bet = Bet(2, 10, behind=(Behind(500), Behind(70, "left", "stay")))
    assert stated(PRESETS["casino_floor"], bet) == stated(PRESETS["casino_floor"], Bet(2, 10))


@pytest.mark.parametrize("bet", [Bet(9, 10), Bet(1, 0), Bet(1, 3), Bet(1, 10, {"21+3": 5})])
@pytest.mark.parametrize("asked", [maximum_payout, maximum_exposure])
def test_a_bet_that_the_rules_refuse_has_no_figure(asked: Any, bet: Bet) -> None:
    with pytest.raises(BetError):
        asked(PRESETS["ligalo"], bet)


SIMPLE: dict[str, Any] = {
    "surrender": "none", "insurance": "none", "max_splits": 0, "max_ace_splits": 0, "seats": 7
}  # fmt: skip
NO_DOUBLE = {"double_on": "never"}
EACH_WAY = {"hole_card": "not_dealt", "peek": "never"}

SMALL: list[tuple[str, dict[str, Any]]] = [
    ("TS 6S 5S", {}),
    ("TS 6S 5S", {"inverted": True}),
    ("TS 6S 5S", {"double_on": "9-11", "surrender": "late"}),
    ("TS 6S 5S", {"double_on": "10-11", "double_for_less": True}),
    ("TS 6S 5S", {**NO_DOUBLE, "surrender": "early", "inverted": True}),
    ("TS 6S 5S", {**EACH_WAY, "max_cards": 5, "charlie": 5, "soft_17": "stand"}),
    ("4S 6S TS", {"double_on": "10-11"}),
    ("TS 7S", {**NO_DOUBLE, "naturals": False}),
    ("AS TS 6S", {**NO_DOUBLE, "insurance": "half", "blackjack_pays": "1:1"}),
    ("AS TS 6S", {**NO_DOUBLE, "insurance": "up_to_half", "blackjack_pays": "1:2"}),
    ("AS TS 6S", {**NO_DOUBLE, "even_money": True, "blackjack_pays": "1:2"}),
    ("AS TS 6S", {**NO_DOUBLE, **EACH_WAY, "insurance": "half", "blackjack_pays": "1:1"}),
    ("AS TS 6S", {"insurance": "half", "blackjack_pays": "7:2"}),
    ("AS TS 6S", {"blackjack_pays": "5:1"}),
    ("AS TS 6S", {"naturals": False, "inverted": True}),
    ("AS TS 6S", {"naturals": False, "auto_stand_21": False}),
    ("AS TS 6S", {"insurance": "half", "inverted": True}),
    ("AS TS 6S", {**NO_DOUBLE, "insurance": "up_to_half", "inverted": True, "surrender": "early"}),
    ("AS TS", {**NO_DOUBLE, "blackjack_pays": "1:2", "inverted": True}),
    ("AS TS", {**NO_DOUBLE, "blackjack_pays": "9:2", "inverted": True, "insurance": "half"}),
    ("AS TS", {"naturals": False}),
    ("AS TS", {"max_ace_splits": 1}),
    ("AS TS", {"max_ace_splits": 1, "auto_stand_21": False}),
    ("AS TS", {"max_ace_splits": 1, "hit_split_aces": False}),
    ("AS TS", {"max_ace_splits": 3, "hit_split_aces": False}),
    ("AS TS 5S", {"max_ace_splits": 2, "hit_split_aces": False}),
    ("AS TS 6S", {"max_ace_splits": 1, "hit_split_aces": False, "inverted": True}),
    ("8S 3S TS", {"max_splits": 1}),
    ("8S 3S TS", {"max_splits": 1, "inverted": True}),
    ("8S 3S", {"max_splits": 1}),
    ("8S 3S", {"max_splits": 1, "double_on": "9-11"}),
    ("8S 3S", {"max_splits": 1, "double_on": "10-11"}),
    ("8S 3S", {"max_splits": 1, "double_after_split": False}),
    ("8S 3S", {**NO_DOUBLE, "max_splits": 1, "surrender_after_split": True, "surrender": "late"}),
    ("9S 2S TS", {"max_splits": 1, "double_on": "10-11"}),
    ("TS 5S", {"max_splits": 1}),
    ("TS 5S", {"max_splits": 1, "double_on": "10-11"}),
    ("TS 5S", {"max_splits": 2}),
    ("TS 5S", {"max_splits": 1, "double_for_less": True}),
    ("TS 5S", {"max_splits": 2, "double_after_split": False}),
    ("TS 6S", {"max_splits": 3, "inverted": True}),
    ("TS 6S", {"max_splits": 1, "dealer_blackjack_takes": "original_bet", "inverted": True}),
    ("KS QS 5S", {"max_splits": 1, "split_by": "rank"}),
    ("KS 5S", {"max_splits": 3, "split_by": "rank", "double_on": "never"}),
    ("TS AS 5S", {**NO_DOUBLE, "max_splits": 1, "split_tens_natural": True}),
    (
        "AS TS 5S",
        {**NO_DOUBLE, **EACH_WAY, "max_splits": 1, "dealer_blackjack_takes": "original_bet"},
    ),
]
"""A few cards, each available without limit, and rules whose ends they can reach."""


def is_quick(case: tuple[str, dict[str, Any]]) -> bool:
    """Return whether the case has few rounds: no splits, or one split and at most two cards."""
    cards, changes = case
    splits = max(changes.get("max_splits", 0), changes.get("max_ace_splits", 0))
    return splits == 0 or (splits == 1 and len(cards.split()) < 3)


QUICK = [case for case in SMALL if is_quick(case)][::6]
"""The cases with few rounds that `make test` runs."""


def searched(cards: str, rules: Rules, bet: Bet, copies: int | None = None) -> Most:
    return Search(rules, bet, [Card.parse(name) for name in cards.split()], copies).most()


@pytest.mark.parametrize(("cards", "changes"), slow_but(SMALL, QUICK.__contains__))
def test_the_best_of_all_rounds_with_a_few_cards_is_the_figure(
    cards: str, changes: dict[str, Any]
) -> None:
    rules = Rules(**{**SIMPLE, "decks": "infinite", **changes})
    bet = Bet(1, smallest_unit(rules) if rules.insurance != "none" else 2)
    assert searched(cards, rules, bet) == stated(rules, bet)


@pytest.mark.parametrize("limit", slow_but([1, 2, 3, 5], (5,).__contains__))
@pytest.mark.parametrize(("cards", "changes"), slow_but(SMALL, QUICK.__contains__))
def test_with_a_limit_on_the_hands_it_is_the_best_round_within_it(
    cards: str, changes: dict[str, Any], limit: int
) -> None:
    """Blackjack pays 1:1 by default, since a few cards may not allow one. The limit is not a multiple of the stake."""
    rules = Rules(**{**SIMPLE, "decks": "infinite", "blackjack_pays": "1:1", **changes})
    stake = smallest_unit(rules) if rules.insurance != "none" else 2
    most = max(limit * stake - 1, stake)
    few = Search(rules, Bet(1, stake), [Card.parse(name) for name in cards.split()], None, most)
    assert few.most()[1] == maximum_exposure(rules, Bet(1, stake), most)


def test_the_limit_of_the_source_leaves_four_stakes() -> None:
    rules, bet = PRESETS["ligalo"], Bet(1, 50)
    found = [maximum_exposure(rules, bet, limit) for limit in (50, 100, 149, 200, 400, 1000)]
    assert found == [75, 100, 100, 200, 400, 400]


SHOES: list[tuple[str, int, dict[str, int], dict[str, Any]]] = [
    ("9C 9D TC 5C", 8, {"dealer_pair": 1}, {"side_bets": {"dealer_pair": PAIR}}),
    ("8C 8H 5C TC", 2, {"top_3": 1}, {**NO_DOUBLE, "side_bets": {"top_3": TRIPS}}),
    ("8C 8H 5C TC 9D", 1, {"player_pair": 1}, {**NO_DOUBLE, "side_bets": {"player_pair": ODD_PAIR}}),
    (
        "8C 8H TC 6C",
        4,
        {"dealer_pair": 1, "player_pair": 1},
        {"max_splits": 1, "side_bets": {"player_pair": ODD_PAIR, "dealer_pair": PAIR}},
    ),
    (
        "KC KS 5C 4C 2C",
        3,
        {"dealer_pair": 9, "21+3": 50},
        {
            "side_bets": {
                "dealer_pair": {"perfect": 900, "coloured": 2, "mixed": 1},
                "21+3": dict.fromkeys(THREE, 0) | {"straight_flush": 7, "flush": 7000},
            }
        },
    ),
    (
        "KS QS AS AD AH AC 5C",
        1,
        {"21+3": 3},
        {
            **NO_DOUBLE, "max_splits": 1, "split_tens_natural": True, "blackjack_pays": "5:1",
            "side_bets": {"21+3": THREE},
        },
    ),
    (
        "AC AD AH AS 2C 2D 2H 2S 9C TC",
        1,
        {},
        {"max_ace_splits": 3, "hit_split_aces": False, "inverted": True, "insurance": "half"},
    ),
    (
        "AC AD AH AS 2C 2D 3H 9C",
        1,
        {},
        {"max_ace_splits": 2, "hit_split_aces": False, "inverted": True, "insurance": "half"},
    ),
]  # fmt: skip
"""Cards of a shoe, number of decks, side stakes, and rules."""


@pytest.mark.parametrize(
    ("cards", "decks", "sides", "changes"), slow_but(SHOES, lambda shoe: shoe[1] == 8)
)
def test_side_bets_and_hands_share_the_cards_of_a_shoe(
    cards: str, decks: int, sides: dict[str, int], changes: dict[str, Any]
) -> None:
    rules = Rules(**{**SIMPLE, "decks": decks, "seats": 1, **changes})
    bet = Bet(1, 2, sides)
    assert searched(cards, rules, bet, decks) == stated(rules, bet)


@pytest.mark.parametrize("seed", slow_but_every(8, range(24)))
def test_no_round_with_a_few_cards_passes_the_figure(seed: int) -> None:
    random = Random(1000 + seed)  # noqa: S311 - not a secret
    drawn = any_rules(random)
    rules = replace(drawn, max_splits=min(drawn.max_splits, 1), max_ace_splits=0)
    rules = replace(rules, double_for_less=False, insurance="half", side_bets={})
    bet = Bet(1, smallest_unit(rules))
    cards = " ".join(rank + "S" for rank in random.sample("A235689TK", 2))
    back, net = searched(cards, rules, bet)
    assert back <= maximum_payout(rules, bet)
    assert net <= maximum_exposure(rules, bet)


ODDS = st.sampled_from([0, 1, 9, 300])


@st.composite
def odd_rules(draw: st.DrawFn) -> Rules:
    tables = {
        name: {outcome: draw(ODDS) for outcome in OUTCOMES[name]}
        for name in draw(st.lists(st.sampled_from(sorted(OUTCOMES)), unique=True))
    }
    pays = draw(st.sampled_from(["3:2", "1:5", "9:1"]))
    decks: Any = draw(st.sampled_from([1, 2, 6, "infinite"]))
    return replace(draw(all_rules()), side_bets=tables, blackjack_pays=pays, decks=decks)


@pytest.mark.slow
@settings(deadline=None, max_examples=examples(250))
@given(st.data())
def test_no_seat_ever_gets_more_than_the_figure(data: st.DataObject) -> None:
    rules = data.draw(odd_rules())
    bets = data.draw(all_bets(rules))
    shoe = Shoe(SEED, rules.finite_decks)
    deal = Deal.start(rules, bets, shoe.begin(data.draw(st.text("abc123", min_size=1)), 1).draw)
    while not deal.complete:
        action = some_action(data.draw, deal)  # type: ignore[arg-type]  # same signature
        deal = deal.play(action)
    for bet in bets:
        back = deal.returned(bet.box)
        assert back is not None
        assert back <= maximum_payout(rules, bet)
        assert back - deal.staked(bet.box) <= maximum_exposure(rules, bet)
