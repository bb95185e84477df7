"""Advice on side bets and insurance on the strategy page: derived from the rules, not from convention."""

from dataclasses import replace

import pytest
from django.utils import translation

from blackjack.bets import smallest_unit
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from tables.words.help import Purse, build_sections
from tables.words.help.advice import build_advice

FLOOR = PRESETS["casino_floor"]


def bets(rules: Rules) -> list[str]:
    with translation.override("en"):
        return [line.text for line in build_advice(rules, None)[0].lines]


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (FLOOR, "Do not take even money:"),
        (replace(FLOOR, blackjack_pays="7:5"), "Take even money:"),
        (replace(FLOOR, blackjack_pays="6:5"), "Take even money:"),
        (replace(FLOOR, blackjack_pays="1:1"), "Take even money:"),
        (replace(FLOOR, inverted=True), "Take even money:"),
        (replace(FLOOR, blackjack_pays="1:1", inverted=True), "Do not take even money:"),
    ],
)
def test_even_money_is_advised_where_it_is_worth_more(rules: Rules, told: str) -> None:
    assert any(text.startswith(told) for text in bets(rules)), bets(rules)


def test_insurance_is_advised_where_results_are_inverted() -> None:
    assert any("it loses 7.47" in text for text in bets(FLOOR))
    assert any("it wins 7.47" in text for text in bets(replace(FLOOR, inverted=True)))


PLAYED = ("pays", "draw", "double", "split", "surrender", "dealer")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("preset", PRESETS)
def test_advice_shows_actions_and_payouts_of_a_round(preset: str, language: str) -> None:
    rules = PRESETS[preset]
    with translation.override(language):
        found = build_sections(rules, Purse(100 * smallest_unit(rules), str))
    for section in found:
        lines = section.lines if section.slug in PLAYED else ()
        assert len(lines) < 2 or all(line.example for line in lines), lines


def test_a_split_is_shown_as_often_as_the_rules_allow_it() -> None:
    for splits in (1, 2, 3):
        rules = replace(FLOOR, max_splits=splits, max_ace_splits=splits)
        with translation.override("en"):
            found = {s.slug: s.lines for s in build_sections(rules, Purse(200, str))}["split"]
        told = [line.example.count("You split") for line in found]
        assert told[1] == told[2] == splits, [line.text for line in found]


def test_a_hand_of_a_split_is_surrendered_only_where_it_may_be() -> None:
    for allowed in (False, True):
        rules = replace(PRESETS["ligalo"], surrender_after_split=allowed)
        with translation.override("en"):
            found = {s.slug: s.lines for s in build_sections(rules, Purse(200, str))}["surrender"]
        assert "You split" in found[-1].example
        assert ("You surrender." in found[-1].example) == allowed
