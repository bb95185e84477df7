from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from reports.values.period import BackwardsPeriod, Period, merge_periods

MAY = date(2026, 5, 20)


def test_days_are_whole_and_the_last_one_is_in() -> None:
    period = Period.of_days(date(2026, 5, 1), date(2026, 5, 3))

    assert period.is_whole_days
    assert (period.first, period.last) == (date(2026, 5, 1), date(2026, 5, 3))
    assert period.until - period.since == timedelta(days=3)
    assert [day.day for day in period.days] == [1, 2, 3]


def test_month_and_year_to_date_end_with_today() -> None:
    assert Period.month_to_date(MAY) == Period.of_days(date(2026, 5, 1), MAY)
    assert Period.year_to_date(MAY) == Period.of_days(date(2026, 1, 1), MAY)
    assert list(Period.last_days(2, MAY).days) == [date(2026, 5, 19), MAY]
    assert Period.day(MAY).before(timedelta(days=7)) == Period.day(date(2026, 5, 13))


def test_instants_are_of_the_days_that_they_touch() -> None:
    period = Period(
        datetime(2026, 5, 1, 23, 30, tzinfo=timezone(timedelta(hours=-4))),
        datetime(2026, 5, 3, tzinfo=UTC),
    )

    assert not period.is_whole_days
    assert (period.first, period.last) == (date(2026, 5, 2), date(2026, 5, 2))


def test_a_period_is_cut_at_midnights_and_at_fewer_where_there_are_many() -> None:
    since, until = (datetime(2026, 5, day, 15, tzinfo=UTC) for day in (1, 9))
    period = Period(since, until)

    by_day = list(period.split(100))
    assert len(by_day) == 9
    assert (by_day[0].since, by_day[-1].until) == (since, until)
    assert [one.since for one in by_day[1:]] == [one.until for one in by_day[:-1]]
    assert [one.until for one in period.split(4)] == [
        *(datetime(2026, 5, day, tzinfo=UTC) for day in (4, 7)),
        until,
    ]
    assert not list(Period(since, since).split(4))
    assert merge_periods([*by_day[4:], *by_day[:3], by_day[1], Period(since, since)]) == [
        Period(since, by_day[2].until),
        Period(by_day[4].since, until),
    ]


def test_nothing_ends_before_it_begins_or_has_no_zone() -> None:
    with pytest.raises(BackwardsPeriod):
        Period.of_days(MAY, date(2026, 5, 1))
    with pytest.raises(TypeError):
        Period(datetime(2026, 5, 1), datetime(2026, 5, 2))  # noqa: DTZ001 - the refusal is the point
