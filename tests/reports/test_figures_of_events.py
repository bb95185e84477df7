"""Report of events and alterations: shortened on pages, complete in files."""

import pytest
from django.db import transaction

from accounts.roles.values import Role
from journal.models import Event, EventKind
from journal.services.recording import declare_acting_user, record
from reports.sheets import events as sheet_of_events
from reports.values.period import Period
from tables.models import Table
from tests.accounts.staff import staff
from tests.reports.days import DAY, REAL, today

pytestmark = pytest.mark.committed


def test_events_and_alterations_are_listed(two_days: None) -> None:
    operator = staff(Role.OPERATOR)
    with transaction.atomic():
        declare_acting_user(operator.pk)
        Table.objects.filter(name="Lígalo").update(hands_per_minute=61)
    record(EventKind.SEED_MISMATCH, subject="shoe 7", actor=operator.pk)

    period = Period.day(today())
    for body in (sheet_of_events.build(period, REAL), sheet_of_events.build_whole(period, REAL)):
        _kinds, each, alterations = body.sections
        happened, changed = list(each.rows), list(alterations.rows)
        values = {column.key: column.value(changed[0]) for column in alterations.columns}
        assert "60 → 61" in str(values["changed"])
        assert values["who"] == operator.full_name
        assert len(happened) == Event.objects.filter(at__date=today()).count()
        told = {column.key: column.value(happened[0]) for column in each.columns}
        assert (told["subject"], told["who"]) == ("shoe 7", operator.full_name)
    assert not list(
        sheet_of_events.build_whole(Period.day(today() - 9 * DAY), REAL).sections[2].rows
    )


def test_a_page_shows_the_beginning_of_what_an_event_says(two_days: None) -> None:
    record(EventKind.SEED_MISMATCH, subject="shoe 7", data={"note": "x" * 500})
    short, long = (
        max(
            len(str(column.value(row)))
            for row in body.sections[1].rows
            for column in body.sections[1].columns
        )
        for body in (
            make(Period.day(today()), REAL)
            for make in (sheet_of_events.build, sheet_of_events.build_whole)
        )
    )
    assert short <= 160 < long


def test_a_page_says_how_much_of_a_list_it_shows(two_days: None) -> None:
    for n in range(3):
        record(EventKind.SEED_MISMATCH, subject=f"shoe {n}")
    body = sheet_of_events.build_paper(Period.day(today()), REAL, most=2)
    events_ = Event.objects.filter(at__date=today()).count()
    assert body.sections[1].note == (
        f"The first 2 of {events_}; CSV and workbook have all of them."
    )
    assert len(list(body.sections[1].rows)) == 2
