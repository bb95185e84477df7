"""Exact payment of stakes, checked against the engine, and refused values with their fields."""

from collections.abc import Mapping
from datetime import time
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from tables.models import MoneyKind, RuleSet, RuleSetVersion, Table
from tables.refusals import Misconfigured
from tables.selectors.house_tables import FRIENDLY, HOUSE_TABLES, LIGALO
from tables.services.validity import STRONGEST, pays_exactly, verify_rules, verify_table

USD, ALL, PLAY = ["USD"], ["USD", "EUR", "COP"], ["PLY"]
ODDS = ["3:2", "6:5", "7:5", "1:1", "2:1", "5:4", "7:4", "4:3", "11:10", "9:8", "17:16"]
RULES = [
    Rules.from_dict({"blackjack_pays": odds, "surrender": surrender, "insurance": insurance})
    for odds in ODDS
    for surrender in ("none", "late")
    for insurance in ("none", "half")
]


def a_table(**changes: Any) -> Table:
    """Return an unsaved Lígalo table with some values replaced."""
    return _unsaved(LIGALO.rules, MoneyKind.REAL, {**LIGALO.values, **changes})


def _unsaved(rules: Rules, money: MoneyKind, values: Mapping[str, Any]) -> Table:
    family = RuleSet(name="Lígalo", money=money)
    version = RuleSetVersion(rule_set=family, rules_json=rules.to_dict())
    return Table(slug="t", name="T", version=version, **values)


def problems(table: Table) -> list[str]:
    with pytest.raises(Misconfigured) as caught:
        verify_table(table)
    return sorted({one.field for one in caught.value.problems})


def whole(rules: Rules, stake: int) -> bool:
    """Return whether all payouts of a stake are whole units, computed from the rules alone."""
    numerator, denominator = rules.natural_odds
    paid = [Fraction(stake * numerator, denominator)]
    if rules.surrender != "none" or rules.insurance != "none":
        paid.append(Fraction(stake, 2))
    return all(one.denominator == 1 for one in paid)


@pytest.mark.parametrize(
    "rules", RULES, ids=lambda rules: f"{rules.blackjack_pays} {rules.surrender}"
)
def test_in_dollars_the_step_alone_decides(rules: Rules) -> None:
    for step in (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 16, 20, 80, 100, 1_000):
        assert pays_exactly(rules, step, USD) == whole(rules, step), step


@given(
    st.sampled_from(RULES),
    st.sampled_from([10, 100, 160, 1_000, 5_000, 6_000, 10_000]),
    st.integers(1, STRONGEST * 10**6),
)
def test_limits_in_other_currencies_are_exact(rules: Rules, step: int, millionths: int) -> None:
    if not pays_exactly(rules, step, ALL):
        return
    worth = max(1, int(step / Fraction(millionths, 10**6)))
    ten = 10 ** (len(str(worth)) - 1)
    there = max(ten * first for first in (1, 2, 5) if ten * first <= worth)

    assert whole(rules, there)


@pytest.mark.parametrize(
    ("odds", "step", "currencies", "exact"),
    [
        ("3:2", 1_000, ALL, True),
        ("6:5", 1_000, ALL, True),
        ("3:2", 2, USD, True),
        ("3:2", 2, ALL, False),  # in euros the step would be one unit
        ("7:4", 1_000, ALL, True),
        ("4:3", 3, USD, False),  # half of it is not whole
        ("4:3", 6_000, USD, True),
        ("4:3", 6_000, ALL, False),  # other currencies have steps of 1, 2, 5 …, never thirds
        ("17:16", 10_000, ALL, False),
        ("17:16", 160, PLAY, True),
    ],
)
def test_examples(odds: str, step: int, currencies: list[str], exact: bool) -> None:  # noqa: FBT001  # a test parameter
    rules = Rules.from_dict({"blackjack_pays": odds})
    assert pays_exactly(rules, step, currencies) is exact


@pytest.mark.parametrize("slug", HOUSE_TABLES)
def test_the_houses_tables_can_be_played(slug: str) -> None:
    house = HOUSE_TABLES[slug]
    verify_table(_unsaved(house.rules, house.money, house.values))


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"min_bet_usd": 0}, ["min_bet_usd"]),
        ({"min_bet_usd": 1_500}, ["chips", "min_bet_usd"]),
        ({"max_bet_usd": 500_050}, ["max_bet_usd"]),
        ({"min_bet_usd": 600_000}, ["chips", "max_bet_usd"]),
        ({"max_round_usd": 400_000}, ["max_round_usd"]),
        ({"max_round_usd": 10**15}, ["max_round_usd"]),
        ({"max_player": 100, "min_player": 1_000}, ["max_player"]),
        ({"max_player": 3_000_000}, ["max_round_usd"]),
        ({"min_player": 1_000_000}, ["min_player"]),
        ({"max_insurance": 0}, ["max_insurance"]),
        ({"min_side": 2_000, "max_side": 1_000}, ["max_side"]),
        ({"max_side": 1_001}, ["max_side"]),
        ({"step": 0}, ["step"]),
        ({"step": 3}, ["chips", "max_bet_usd", "max_round_usd", "min_bet_usd"]),
        ({"chips": [1_000, 5_000]}, ["chips"]),
        ({"min_bet_usd": 2_000}, ["chips"]),
        ({"chips": [1_000, 1_000, 2_000, 3_000, 4_000]}, ["chips"]),
        ({"chips": [5_000, 1_000, 10_000, 20_000, 50_000]}, ["chips"]),
        ({"chips": [1_500, 5_000, 10_000, 20_000, 50_000]}, ["chips"]),
        ({"currencies": []}, ["currencies"]),
        ({"currencies": ["PLY"]}, ["currencies"]),
        ({"currencies": ["USD", "USD"]}, ["currencies"]),
        ({"currencies": ["GBP"]}, ["currencies"]),
        ({"hands_per_minute": 0}, ["hands_per_minute"]),
        ({"hands_per_day": 0}, ["hands_per_day"]),
        ({"max_bet_ratio": 0}, ["max_bet_ratio"]),
        ({"min_seconds_between_rounds": -1}, ["min_seconds_between_rounds"]),
        ({"opens": time(9)}, ["closes"]),
        ({"opens": time(9), "closes": time(9)}, ["closes"]),
        ({"bet_formula": "friendly"}, ["bet_formula"]),
        ({"bet_formula": "odd"}, ["bet_formula"]),
        ({"step": 1, "min_bet_usd": 1, "chips": [1, 5, 10, 50, 250]}, ["step"]),
    ],
)
def test_impossible_values_are_refused_at_their_field(
    changes: dict[str, Any], fields: list[str]
) -> None:
    verify_table(a_table())
    assert problems(a_table(**changes)) == fields


def test_a_side_bet_is_no_greater_than_a_bet() -> None:
    sides = {"min_side": 10_000, "max_side": LIGALO.values["max_bet_usd"]}
    verify_table(a_table(**sides))
    assert problems(a_table(**{**sides, "max_side": sides["max_side"] + 1_000})) == ["max_side"]


def test_a_round_limit_that_stops_a_double_has_to_be_meant() -> None:
    doubtful = a_table(max_round_usd=2 * LIGALO.values["max_bet_usd"] - 1_000)
    verify_table(a_table(max_round_usd=2 * LIGALO.values["max_bet_usd"]), accepted=False)
    with pytest.raises(Misconfigured) as caught:
        verify_table(doubtful, accepted=False)
    assert [one.field for one in caught.value.problems] == ["max_round_usd"]
    assert caught.value.code == "misconfigured"
    verify_table(doubtful, accepted=True)


def test_a_players_boxes_are_at_most_those_of_the_table() -> None:
    family = RuleSet(name="Lígalo", money=MoneyKind.REAL)
    with pytest.raises(Misconfigured) as caught:
        verify_rules(Rules.from_dict({"seats": 3, "seats_per_player": 4}), family)
    assert [one.field for one in caught.value.problems] == ["seats_per_player"]


def test_a_table_for_play_money_takes_play_money_only() -> None:
    values = {**FRIENDLY.values, "currencies": ["USD"]}
    assert problems(_unsaved(FRIENDLY.rules, MoneyKind.PLAY, values)) == ["currencies"]


def test_several_problems_are_reported_together() -> None:
    assert problems(a_table(min_bet_usd=0, chips=[], currencies=[])) == [
        "chips",
        "currencies",
        "min_bet_usd",
    ]


def test_boxes_count_for_the_least_of_a_player() -> None:
    values = {**LIGALO.values, "min_player": 600_000}
    verify_table(_unsaved(PRESETS["atlantic_city"], MoneyKind.REAL, values))
    assert problems(a_table(min_player=600_000)) == ["min_player"]
