"""Worked examples in the help (shoes, times, boxes, absent players), computed by the library for the table's rules."""

import re
from dataclasses import replace
from typing import Any

import pytest

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.shoe import must_close
from tables.words.help import emptying
from tests.fixtures.profiles import ProfileChange
from tests.tables.test_help import LANGUAGES, page

LIGALO, FLOOR = PRESETS["ligalo"], PRESETS["casino_floor"]


def examples(rules: Rules, slug: str, language: str = "en", **more: Any) -> str:
    """Return all examples of a section."""
    (section,) = (one for one in page(rules, language, **more) if one.slug == slug)
    return "\n".join(line.example for line in section.lines).strip()


@pytest.mark.parametrize("penetration", [0.1, 0.5, 0.75, 0.95])
@pytest.mark.parametrize("preset", ["ligalo", "casino_floor", "live"])
def test_the_last_round_of_a_shoe_is_the_first_that_reaches_the_cut_card(
    preset: str, penetration: float
) -> None:
    rules = replace(PRESETS[preset], penetration=penetration)
    told = examples(rules, "shoe")
    number, cards, out, size, cut = map(
        int,
        re.findall(
            r"Round (\d+) of .* takes (\d+) cards. Then (\d+) of (\d+) are out, (\d+) or", told
        )[0],
    )
    assert (size, cut) == (rules.shoe_size, rules.cut_card)
    assert out - cards < cut <= out
    assert must_close(rules, number, out)
    assert not must_close(rules, number - 1, out - cards)
    assert f"One round earlier {out - cards} were out" in told


def test_a_shoe_that_runs_empty_in_its_last_round_has_no_more_out_than_there_are() -> None:
    rules = replace(LIGALO, decks=1, burn_cards=2, penetration=0.93)
    last = emptying._until_closed(rules)[-1]
    assert last.left < last.cards
    assert last.out > 52
    assert "Then 52 of 52 are out, 48 or more, and the shoe is closed." in examples(rules, "shoe")


def test_cards_that_are_laid_aside_count_and_the_rounds_are_replayed_alike() -> None:
    for burned in (0, 10):
        first = next(emptying._rounds(replace(FLOOR, burn_cards=burned)))
        assert first.out == burned + first.cards
        assert first.left == 416 - burned


@pytest.mark.parametrize("burned", [1, 3])
def test_cards_that_are_laid_aside_are_missing_in_the_first_round(burned: int) -> None:
    told = examples(replace(FLOOR, burn_cards=burned), "shoe")
    found = re.findall(r"finds (\d+) of its (\d+) cards. It takes (\d+): then (\d+) are out", told)
    left, size, cards, out = map(int, found[0])
    assert (left, size, out) == (416 - burned, 416, burned + cards)


def test_a_shoe_that_is_cut_elsewhere_begins_with_other_cards() -> None:
    told = examples(FLOOR, "shoe")
    found = re.findall(
        r"with (.+?) if it is cut at (\d+), and with (.+?) if it is cut at (\d+)", told
    )
    one, first, other, last = found[0]
    assert (int(first), int(last)) == (FLOOR.cuts[0], FLOOR.cuts[-1])
    assert one != other
    assert len(one.split()) == len(other.split()) == 3


def test_a_shoe_for_every_round_one_that_runs_empty_and_one_without_end() -> None:
    every = examples(PRESETS["atlantic_city"], "shoe")
    cards, out = re.findall(r"With its (\d+) cards, (\d+) of 312 are out", every)[0]
    assert cards == out
    empty = examples(PRESETS["friendly"], "shoe")
    number, left, cards = map(
        int, re.findall(r"Round (\d+) .* begins with (\d+) cards in it and takes (\d+)", empty)[0]
    )
    assert number > 1
    assert 2 <= left < cards
    assert "Round" not in examples(replace(LIGALO, decks="infinite"), "shoe")


def test_a_shoe_is_closed_on_a_day_that_is_named(profile: ProfileChange) -> None:
    assert "until March 21, 2026, 20:00:00" in examples(LIGALO, "shoe")
    profile(shoe_max_age_seconds=90)
    page.cache_clear()
    assert "until 20:01:30" in examples(LIGALO, "shoe")
    page.cache_clear()


def test_a_private_table_has_no_clock_and_no_other_players() -> None:
    clocks: dict[str, Any] = {"betting_seconds": 21, "turn_seconds": 22, "intermission_seconds": 23}
    for rules in (replace(FLOOR, **clocks, bettors_per_seat=3), PRESETS["live"]):
        told = {one.slug: [line.text for line in one.lines] for one in page(rules)}
        assert told["time"] == ["There is no time limit for a decision."]
        assert len(told["boxes"]) == 1
    assert told["boxes"] == ["You play one box."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_time_to_come_back_has_a_day_and_two_hours(language: str) -> None:
    for seconds, hour in ((61, "20:01:01"), (300, "20:05:00")):
        rules = replace(LIGALO, resume_seconds=seconds)
        assert hour in examples(rules, "time", language)
        assert hour in examples(rules, "interruption", language)


def test_two_boxes_are_played_each_by_itself() -> None:
    floor = replace(FLOOR, bettors_per_seat=1)
    told = examples(floor, "boxes")
    assert "Box 1: You get K♠ 9♥. Box 2: You get 5♠ 7♥." in told
    assert "Box 1: You stand on 19. Box 2: You hit and get 9♣: 21." in told
    assert "The dealer has 6♦ 10♣ 3♥: 19." in told
    assert told.endswith(
        "Box 1: You staked 200 and get it back: push. "
        "Box 2: You staked 200 and get back 400: you win 200."
    )
    assert examples(replace(floor, seats_per_player=1), "boxes") == ""


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("stand", "The house stands for you on 11. The dealer has"),
        ("hit_or_stand", "The house hits for you and gets 9♥: 20. The house stands for you on 20."),
        (
            "basic_strategy",
            "The house doubles for you with another 200 and gets 9♥: 20. The dealer has",
        ),
    ],
)
def test_absent_players_are_played_for_by_the_rules(how: Any, told: str) -> None:
    rules = replace(LIGALO, on_absence=how)
    assert "have not come back at 20:05:00. " + told in examples(rules, "interruption")


def test_without_a_chart_the_house_only_stands() -> None:
    plays = {how: replace(LIGALO, on_absence=how) for how in ("stand", "hit_or_stand")}
    known = {how: examples(rules, "interruption", chart=None) for how, rules in plays.items()}
    assert "The house stands for you" in known["stand"]
    assert "The house" not in known["hit_or_stand"]


def test_a_round_that_waits_for_ever_is_found_as_it_was() -> None:
    told = examples(PRESETS["atlantic_city"], "interruption")
    assert "On March 21, 2026, 20:00:00 you find it as it was, and decide. You hit" in told


@pytest.mark.parametrize("how", ["stand", "hit_or_stand", "basic_strategy"])
def test_barred_players_never_stake_new_money(how: Any) -> None:
    told = examples(replace(LIGALO, on_absence=how), "interruption")
    assert "You exclude yourself and leave. The house hits for you and gets 9♥: 20." in told
