"""Gaming days: their bounds, also over clock changes and changes of the rule."""

from datetime import UTC, date, datetime, timedelta
from math import inf
from zoneinfo import ZoneInfo

import pytest

from journal.models import GamingDay
from journal.selectors import gaming_days
from journal.selectors.gaming_days import DAY, FIRST_DAY, HOUR, GamingDayRule

SPRING, AUTUMN = date(2027, 3, 14), date(2027, 11, 7)
ODD_ZONES = (
    "America/New_York",
    "America/St_Johns",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "America/Havana",
    "Africa/Casablanca",
    "Asia/Kathmandu",
    "Pacific/Kiritimati",
)


def have(*rules: GamingDayRule) -> None:
    gaming_days.cache_rules(rules, seconds=inf)


def length(day: date) -> timedelta:
    start, end = gaming_days.start_of(day), gaming_days.end_of(day)
    return end - start


def test_a_day_begins_at_its_hour_in_its_zone() -> None:
    have(GamingDayRule(FIRST_DAY, "America/Caracas", 6))

    assert gaming_days.start_of(date(2026, 5, 20)) == datetime(2026, 5, 20, 10, tzinfo=UTC)
    assert gaming_days.day_of(datetime(2026, 5, 20, 9, 59, 59, tzinfo=UTC)) == date(2026, 5, 19)
    assert gaming_days.day_of(datetime(2026, 5, 20, 10, tzinfo=UTC)) == date(2026, 5, 20)


@pytest.mark.parametrize(
    ("day", "start_hour", "hours"),
    [
        (SPRING, 0, 23),
        (AUTUMN, 0, 25),
        (SPRING - DAY, 6, 23),
        (AUTUMN - DAY, 6, 25),
        (SPRING, 6, 24),
    ],
)
def test_summer_time_shortens_and_lengthens_a_day(day: date, start_hour: int, hours: int) -> None:
    have(GamingDayRule(FIRST_DAY, "America/New_York", start_hour))

    assert length(day) == hours * HOUR


def test_an_hour_that_clocks_skip_begins_when_they_are_changed_and_a_repeated_one_the_first_time() -> (
    None
):
    have(GamingDayRule(FIRST_DAY, "America/New_York", 2))
    assert gaming_days.start_of(SPRING) == datetime(2027, 3, 14, 7, tzinfo=UTC)
    have(GamingDayRule(FIRST_DAY, "America/New_York", 1))
    assert gaming_days.start_of(AUTUMN) == datetime(2027, 11, 7, 5, tzinfo=UTC)
    assert length(AUTUMN) == 25 * HOUR


@pytest.mark.parametrize("zone", ODD_ZONES)
@pytest.mark.parametrize("start_hour", [0, 1, 2, 3, 23])
def test_each_moment_is_in_exactly_one_day(zone: str, start_hour: int) -> None:
    have(GamingDayRule(FIRST_DAY, zone, start_hour))
    at, last = datetime(2027, 1, 1, tzinfo=UTC), datetime(2028, 1, 1, tzinfo=UTC)
    while at < last:
        day = gaming_days.day_of(at)
        start, end = gaming_days.start_of(day), gaming_days.end_of(day)
        assert start <= at < end
        assert gaming_days.day_of(start) == day
        assert gaming_days.day_of(end) == day + DAY
        assert gaming_days.day_of(end - timedelta(microseconds=1)) == day
        at += 7 * HOUR + timedelta(minutes=13)


def test_a_change_makes_the_day_before_it_longer_or_shorter_and_leaves_no_gap() -> None:
    turn = date(2027, 1, 1)
    have(GamingDayRule(FIRST_DAY, "UTC", 0), GamingDayRule(turn, "America/Caracas", 6))

    assert length(turn - DAY) == 34 * HOUR
    assert length(turn - 2 * DAY) == length(turn) == 24 * HOUR
    assert gaming_days.day_of(datetime(2027, 1, 1, 9, 59, tzinfo=UTC)) == turn - DAY
    assert gaming_days.day_of(datetime(2027, 1, 1, 10, tzinfo=UTC)) == turn
    assert gaming_days.operator_zone(datetime(2027, 1, 1, 9, tzinfo=UTC)).key == "UTC"
    assert gaming_days.operator_zone(datetime(2027, 1, 1, 11, tzinfo=UTC)).key == "America/Caracas"

    have(GamingDayRule(FIRST_DAY, "UTC", 0), GamingDayRule(turn, "Asia/Tokyo", 0))
    assert length(turn - DAY) == 15 * HOUR


def test_hours_are_counted_from_the_beginning_of_their_day_and_end_with_it() -> None:
    have(GamingDayRule(FIRST_DAY, "Asia/Kolkata", 0))
    start, end = gaming_days.start_of(date(2026, 5, 20)), gaming_days.end_of(date(2026, 5, 20))
    ends = list(gaming_days.hours_until(start + HOUR, end))

    assert start.minute == 30
    assert ends == [start + n * HOUR for n in range(1, 25)]
    assert gaming_days.hour_of(start + timedelta(minutes=61)) == start + HOUR

    have(GamingDayRule(FIRST_DAY, "Australia/Lord_Howe", 0))  # daylight saving time of half an hour
    day = date(2027, 10, 3)
    last = gaming_days.hour_of(gaming_days.end_of(day) - timedelta(minutes=1))
    assert length(day) == 23.5 * HOUR
    assert gaming_days.end_of_hour(last) - last == HOUR / 2


def test_days_are_those_of_the_zones_own_calendar() -> None:
    zone = "America/New_York"
    have(GamingDayRule(FIRST_DAY, zone, 0))
    at = datetime(2027, 1, 1, tzinfo=UTC)

    for n in range(0, 24 * 365, 5):
        moment = at + n * HOUR
        assert gaming_days.day_of(moment) == moment.astimezone(ZoneInfo(zone)).date()


@pytest.mark.database
def test_the_rules_are_those_of_the_database_for_a_minute() -> None:
    gaming_days.clear_rules()
    assert gaming_days.cached_rules() == (GamingDayRule(FIRST_DAY, "UTC", 0),)
    turn = date(2100, 1, 1)
    GamingDay.objects.create(from_day=turn, zone="Asia/Tokyo", start_hour=5)
    assert len(gaming_days.cached_rules()) == 1

    gaming_days.clear_rules()

    assert gaming_days.cached_rules()[-1] == GamingDayRule(turn, "Asia/Tokyo", 5)
    assert gaming_days.find_rule(turn - DAY).zone == "UTC"
