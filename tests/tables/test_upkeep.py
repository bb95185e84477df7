"""What is played has its mathematics, whatever became of them."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tables.house import LIGALO
from tables.models import Mathematics, Table
from tables.services import opening, upkeep, versions
from tables.services.founding import found_table
from tables.tasks import compute_mathematics
from tests.tables.analyses import Analyses
from tests.tables.house import an_open_table, manager, operator, with_mathematics

SOON, LATER = timedelta(minutes=59), timedelta(minutes=61)


def ask(after: timedelta = timedelta()) -> int:
    return upkeep.ask_for_played(timezone.now() + after)


@pytest.mark.usefixtures("db", "nudges")
class TestAsking:
    def test_of_an_older_library_they_are_asked_for_again(self) -> None:
        an_open_table()
        with_mathematics(LIGALO.rules)
        assert ask() == 0
        Mathematics.objects.update(library_version="0.0.1")

        assert [ask(), ask()] == [1, 0]
        assert Mathematics.objects.get().state == "waiting"

    def test_one_at_work_for_an_older_library_too(self) -> None:
        an_open_table()
        ask()
        now = timezone.now()
        running = {"state": "running", "attempts": 1, "claim": "0" * 32, "started_at": now}
        Mathematics.objects.update(**running, claimed_until=now)
        assert ask() == 0
        Mathematics.objects.update(library_version="0.0.1")

        assert ask() == 1

    def test_what_was_cancelled_at_once_and_what_failed_after_an_hour(self) -> None:
        an_open_table()
        assert ask() == 1
        Mathematics.objects.update(state="cancelled", finished_at=timezone.now())
        assert ask() == 1
        Mathematics.objects.update(state="failed", error="x", finished_at=timezone.now())

        assert [ask(SOON), ask(LATER), ask(LATER)] == [0, 1, 0]

    def test_drafts_and_what_is_retired_are_nobodys_business(self) -> None:
        table = an_open_table()
        with_mathematics(LIGALO.rules)
        changed = replace(LIGALO.rules, soft_17="stand")
        versions.draft(table.version.rule_set_id, changed, acting_user=operator())

        assert ask() == 0

    def test_nothing_missing_takes_two_queries(
        self, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        an_open_table()
        with_mathematics(LIGALO.rules)

        with django_assert_num_queries(2):
            ask()


def test_a_table_that_waits_opens_although_its_computation_was_stopped(analyses: Analyses) -> None:
    table = found_table(LIGALO, operator(), manager())
    opening.open_table(table.pk, reason="good morning", acting_user=operator())
    Mathematics.objects.update(state="cancelled", finished_at=timezone.now())

    compute_mathematics()

    table.refresh_from_db()
    assert table.status == Table.Status.OPEN
    assert analyses is not None
