"""Charts: round ticks, everything within the drawing, and a text with the same content."""

from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import pytest
from django.utils import translation
from hypothesis import given, strategies as st

from pages.charts import HEIGHT, WIDTH, Plot, PlotShape, Series, draw_sparkline

VALUES = st.lists(
    st.none() | st.decimals(-(10**9), 10**9, allow_nan=False, places=4), min_size=1, max_size=40
)


def chart(*values: Decimal | int | None, shape: PlotShape = PlotShape.BARS) -> Plot:
    known = tuple(None if value is None else Decimal(value) for value in values)
    places = tuple(f"day {n}" for n in range(len(values)))
    return Plot("c", "Staked", places, (Series("USD", known),), str, shape)


@given(VALUES, st.sampled_from(PlotShape))
def test_everything_drawn_is_inside_of_the_box(
    values: list[Decimal | None], shape: PlotShape
) -> None:
    drawing = chart(*values, shape=shape).drawing
    for bar in drawing.bars:
        assert 0 <= bar.x <= bar.x + bar.width <= WIDTH + 0.1
        assert -0.1 <= bar.y <= bar.y + bar.height <= HEIGHT + 0.2
    for line in drawing.lines:
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in line.points)
    assert [tick.y for tick in drawing.ticks] == sorted(tick.y for tick in drawing.ticks)
    assert drawing.ticks[0].y == pytest.approx(0)
    assert drawing.ticks[-1].y == pytest.approx(HEIGHT)


@given(VALUES)
def test_ticks_are_few_and_round(values: list[Decimal | None]) -> None:
    figures = [Decimal(tick.words) for tick in chart(*values).drawing.ticks]
    steps = {a - b for a, b in pairwise(figures)}
    assert 2 <= len(figures) <= 7
    assert len(steps) == 1
    assert len(steps.pop().normalize().as_tuple().digits) <= 2


def test_bars_start_at_zero() -> None:
    drawing = chart(4, -2).drawing
    up, down = drawing.bars
    assert drawing.zero is not None
    assert up.y + up.height == pytest.approx(drawing.zero, abs=0.1)
    assert down.y == pytest.approx(drawing.zero, abs=0.1)
    assert up.height == pytest.approx(2 * down.height, abs=0.2)


@translation.override("en")
def test_the_words_say_first_last_lowest_and_highest() -> None:
    words = chart(3, None, -1, 7).words
    assert words == "USD: first 3, last 7, lowest -1 (day 2), highest 7 (day 3)."
    assert chart(3).words == "USD: 3."
    assert chart(None).words == ""


def test_the_table_behind_has_every_value() -> None:
    assert chart(3, None, -1).rows == [
        ("day 0", [("USD", "3")]),
        ("day 1", [("USD", "")]),
        ("day 2", [("USD", "-1")]),
    ]


def test_a_step_holds_its_value_until_the_next() -> None:
    (line,) = chart(0, 10, shape=PlotShape.STEPS).drawing.lines
    assert line.points == ((0, HEIGHT), (WIDTH, HEIGHT), (WIDTH, 0))


@pytest.mark.parametrize(
    ("count", "named"), [(1, 1), (2, 2), (3, 3), (7, 4), (8, 2), (30, 5), (31, 5)]
)
def test_some_places_are_named_at_equal_distances(count: int, named: int) -> None:
    names = chart(*range(count)).drawing.named
    assert (names[0], len(names)) == ("day 0", named)
    assert names[-1] == f"day {count - 1}"


def test_labels_are_under_their_bars() -> None:
    assert chart(1, 2, 3).drawing.each_named
    assert not chart(*range(8)).drawing.each_named
    assert not chart(1, 2, 3, shape=PlotShape.LINE).drawing.each_named


def test_places_at_unequal_distances_are_named_where_they_lie() -> None:
    """The middle one of three labels is shown only where its place is the middle."""
    for middle, named in ((0.5, 3), (0.51, 3), (0.1, 2)):
        at = replace(chart(1, 2, 3), shape=PlotShape.LINE, at=(0.0, middle, 1.0))
        assert len(at.drawing.named) == named


def test_an_empty_chart_draws_nothing() -> None:
    assert chart(None, None).is_empty
    assert draw_sparkline([None, Decimal(1)]) == ""
    assert draw_sparkline([Decimal(1), None, Decimal(3)]) == "2.0,30.0 118.0,2.0"
