"""The lobby's pictures: drawn from each table's rules, and inside the frame."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from django.test import Client

from blackjack.presets import PRESETS
from blackjack.rules import Rules
from casino.lobby.values import Circle, build_table_picture
from tables.selectors.house_tables import HOUSE_TABLES
from tests.tables.house import an_open_table

MANY = replace(PRESETS["live"], seats=7, seats_per_player=7)


def circles(rules: Rules) -> list[Circle]:
    return [one for box in build_table_picture(rules).boxes for one in (box.main, *box.sides)]


def test_no_two_tables_of_the_house_look_alike() -> None:
    assert len({build_table_picture(rules) for rules in PRESETS.values()}) == len(PRESETS)


def test_the_picture_shows_decks_boxes_side_bets_and_hole_card() -> None:
    floor, live = build_table_picture(PRESETS["casino_floor"]), build_table_picture(PRESETS["live"])
    assert (len(floor.decks), floor.count, len(floor.boxes), floor.has_hole_card) == (
        8,
        "8",
        7,
        False,
    )
    assert ([len(box.sides) for box in live.boxes], live.has_hole_card) == ([4], True)
    assert (
        build_table_picture(
            replace(PRESETS["ligalo"], decks="infinite", reshuffle="every_round")
        ).count
        == "∞"
    )


@pytest.mark.parametrize("rules", [*PRESETS.values(), MANY])
def test_everything_lies_on_the_cloth_and_no_box_on_another(rules: Rules) -> None:
    picture = build_table_picture(rules)
    assert all(one.r <= one.x <= 640 - one.r and one.y - one.r >= 138 for one in circles(rules))
    assert all(one.y + one.r <= 300 for one in circles(rules))
    assert all(0 <= left <= 640 - 54 for left in picture.decks)
    places = [box.main for box in picture.boxes]
    for one, next_ in pairwise(places):
        assert (one.x - next_.x) ** 2 + (one.y - next_.y) ** 2 >= (one.r + next_.r) ** 2


@pytest.mark.database
def test_the_lobby_draws_each_tables_own_boxes_without_a_style() -> None:
    for house in HOUSE_TABLES.values():
        an_open_table(house)
    drawn = re.findall(r'<svg class="picture".*?</svg>\s*</div>', Client().get("/").text, re.DOTALL)
    counts = sorted(one.count('class="picture__box"') for one in drawn)
    assert counts == sorted(rules.boxes_per_player for rules in PRESETS.values())
    assert sorted(one.count("picture__side") for one in drawn) == [0, 0, 0, 0, 4]


@pytest.mark.database
def test_how_many_boxes_a_table_has_is_said_in_words_too() -> None:
    for house in HOUSE_TABLES.values():
        an_open_table(house)
    page = Client().get("/", headers={"Accept-Language": "es"}).text
    told = re.findall(r"hasta (\d+) manos|(una) mano", page)
    boxes = [1 if one else int(several) for several, one in told]
    assert sorted(boxes) == sorted(rules.boxes_per_player for rules in PRESETS.values())
