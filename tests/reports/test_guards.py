from datetime import date

import pytest
from django.db import ProgrammingError, connection, transaction

from reports.models import ClosedDay, ClosedHour, ClosedPart, DayOfEvents, HourOfGames
from reports.values.period import start_of
from reports.values.played_sums import SUMS
from tests.casino import scenes

DAY = date(2026, 5, 20)
TABLES = {
    "reports_dayofgames": "day",
    "reports_closedday": "day",
    "reports_notedround": "day",
    "reports_hourofgames": "hour",
    "reports_closedhour": "hour",
    "reports_passed": "until",
}


def events(day: date) -> DayOfEvents:
    return DayOfEvents(day=day, kind="login_failed", severity="notice", events=1)


@pytest.mark.database
def test_a_days_rows_come_with_its_closing_only() -> None:
    with pytest.raises(ProgrammingError, match="come with its closing"), transaction.atomic():
        events(DAY).save()

    ClosedDay.objects.create(day=DAY, part=ClosedPart.FIGURES)
    events(DAY).save()

    assert DayOfEvents.objects.count() == 1


@pytest.mark.database
def test_another_parts_closing_does_not_count() -> None:
    ClosedDay.objects.create(day=DAY, part=ClosedPart.DECISIONS)

    with pytest.raises(ProgrammingError), transaction.atomic():
        events(DAY).save()
    assert not DayOfEvents.objects.exists()


def test_an_hours_rows_come_with_its_closing_only(committed_db: None) -> None:
    of_hour = dict.fromkeys(SUMS, 0) | {"hour": start_of(DAY), "table": scenes.ligalo()}
    for closed in (False, True):
        if closed:
            ClosedHour.objects.create(hour=start_of(DAY))  # in a transaction of its own
        with pytest.raises(ProgrammingError, match="come with its closing"):
            HourOfGames.objects.create(players=[], test=False, **of_hour)
        assert not HourOfGames.objects.exists()


def test_a_closed_day_takes_no_row_later(committed_db: None) -> None:
    ClosedDay.objects.create(day=DAY, part=ClosedPart.FIGURES)

    with pytest.raises(ProgrammingError):
        events(DAY).save()
    assert not DayOfEvents.objects.exists()


@pytest.mark.database
@pytest.mark.parametrize("change", ["UPDATE {0} SET {1} = {1}", "DELETE FROM {0}", "TRUNCATE {0}"])
@pytest.mark.parametrize("table", TABLES)
def test_no_row_is_ever_rewritten(change: str, table: str) -> None:
    with (
        pytest.raises(ProgrammingError) as refused,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(change.format(table, TABLES[table]))
    assert getattr(refused.value.__cause__, "sqlstate", "") == "42501"
