from datetime import date

import pytest
from django.db import InternalError, ProgrammingError, connection, transaction

from reports.models import ClosedDay, DayOfEvents, Part

DAY = date(2026, 5, 20)


def events(day: date) -> DayOfEvents:
    return DayOfEvents(day=day, kind="login_failed", severity="notice", events=1)


@pytest.mark.django_db(transaction=False)
def test_a_days_rows_come_with_its_closing_only() -> None:
    with pytest.raises(ProgrammingError, match="come with its closing"), transaction.atomic():
        events(DAY).save()

    ClosedDay.objects.create(day=DAY, part=Part.FIGURES)
    events(DAY).save()

    assert DayOfEvents.objects.count() == 1


@pytest.mark.django_db
def test_another_parts_closing_does_not_count() -> None:
    ClosedDay.objects.create(day=DAY, part=Part.DECISIONS)

    with pytest.raises(ProgrammingError), transaction.atomic():
        events(DAY).save()
    assert not DayOfEvents.objects.exists()


def test_a_closed_day_takes_no_row_later(committed_db: None) -> None:
    ClosedDay.objects.create(day=DAY, part=Part.FIGURES)

    with pytest.raises(ProgrammingError):
        events(DAY).save()
    assert not DayOfEvents.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("change", ["UPDATE {} SET day = day", "DELETE FROM {}", "TRUNCATE {}"])
@pytest.mark.parametrize("table", ["reports_dayofgames", "reports_closedday", "reports_notedround"])
def test_no_row_is_ever_rewritten(change: str, table: str) -> None:
    with (
        pytest.raises((ProgrammingError, InternalError)),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(change.format(table))
