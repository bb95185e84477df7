from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from reports.period import BackwardsPeriod, Period

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


def test_nothing_ends_before_it_begins_or_has_no_zone() -> None:
    with pytest.raises(BackwardsPeriod):
        Period.of_days(MAY, date(2026, 5, 1))
    with pytest.raises(TypeError):
        Period(datetime(2026, 5, 1), datetime(2026, 5, 2))  # noqa: DTZ001 - the refusal is the point
