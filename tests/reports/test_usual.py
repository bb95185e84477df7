"""Usual range of the overview, and its sentence about yesterday."""

from datetime import date, timedelta
from decimal import Decimal

from django.utils.translation import override

from reports.dashboard.words.usual import (
    FEWEST,
    UsualRange,
    describe_day,
    find_comparable_days,
    usual_range,
)


def of(yesterday: int | None, *values: int | None) -> UsualRange | None:
    number = None if yesterday is None else Decimal(yesterday)
    days = [(value, None if value is None else Decimal(value)) for value in values]
    return usual_range(days, number)


WEEK = (50, 10, 20, 900, 30, 40, 1)


def test_the_two_extreme_days_are_left_out() -> None:
    found = of(30, *WEEK)
    assert found
    assert (found.low, found.high, found.beyond) == (10, 50, 0)


def test_only_values_beyond_the_range_are_unusual() -> None:
    places = [of(yesterday, *WEEK) for yesterday in (9, 10, 50, 51)]
    assert [one.beyond for one in places if one] == [-1, 0, 0, 1]


def test_few_days_have_no_usual_range() -> None:
    assert of(30, *WEEK[: FEWEST - 1], None) is None
    assert of(None, *WEEK) is None
    assert of(5, *[0] * 12, 10) is None
    assert describe_day([("GGR", None)]) == ""


def test_days_before_the_first_play_do_not_count() -> None:
    first = date(2027, 5, 1)

    def counted(*rounds: int) -> list[int]:
        days = {first + timedelta(n): number for n, number in enumerate(rounds)}
        return sorted((day - first).days for day in find_comparable_days(days))

    played = [4] * (FEWEST - 2)
    assert counted(0, 0, 5, 0, *played, 3) == list(range(2, FEWEST + 3))
    assert counted(0, 0, 0, 0, *played, 3) == []


def test_a_day_is_summarised_in_one_sentence() -> None:
    within, above, below = of(30, *WEEK), of(51, *WEEK), of(2, *WEEK)
    with override("en"):
        assert "usual day" in describe_day([("GGR", within), ("RTP", None)])
        told = describe_day([("GGR", within), ("Staked", above), ("Players", below)])
    assert told.endswith(": Staked (above), Players (below).")
