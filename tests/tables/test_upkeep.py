"""Mathematics of all rules in play: requested again if missing, failed or outdated."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

import blackjack
from blackjack.rules import Rules
from journal.models import Event
from tables.models import Mathematics, Table
from tables.selectors.house_tables import LIGALO
from tables.services import opening, upkeep, versions
from tables.services.founding import ensure_table
from tables.tasks import compute_mathematics
from tests.tables.analyses import RESULT, Analyses
from tests.tables.house import an_open_table, manager, operator, with_mathematics

SOON, LATER = timedelta(minutes=59), timedelta(minutes=61)


def ask(after: timedelta = timedelta()) -> int:
    return upkeep.request_missing_mathematics(timezone.now() + after)


@pytest.mark.database
@pytest.mark.usefixtures("nudges")
class TestAsking:
    def test_mathematics_of_an_older_library_are_requested_again(self) -> None:
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

    def test_cancelled_mathematics_are_requested_at_once_and_failed_ones_after_an_hour(
        self,
    ) -> None:
        an_open_table()
        assert ask() == 1
        Mathematics.objects.update(state="cancelled", finished_at=timezone.now())
        assert ask() == 1
        Mathematics.objects.update(state="failed", error="x", finished_at=timezone.now())

        assert [ask(SOON), ask(LATER), ask(LATER)] == [0, 1, 0]

    def test_drafts_and_retired_versions_are_skipped(self) -> None:
        table = an_open_table()
        with_mathematics(LIGALO.rules)
        changed = replace(LIGALO.rules, soft_17="stand")
        versions.create_draft(table.version.rule_set_id, changed, acting_user=operator())

        assert ask() == 0

    def test_nothing_missing_takes_two_queries(
        self, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        an_open_table()
        with_mathematics(LIGALO.rules)

        with django_assert_num_queries(2):
            ask()


def test_a_table_that_waits_opens_although_its_computation_was_stopped(analyses: Analyses) -> None:
    table = ensure_table(LIGALO, operator(), manager())
    opening.open_table(table.pk, reason="good morning", acting_user=operator())
    Mathematics.objects.update(state="cancelled", finished_at=timezone.now())

    compute_mathematics()

    table.refresh_from_db()
    assert table.status == Table.Status.OPEN
    assert analyses is not None


def raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate an upgrade of the library."""
    monkeypatch.setattr(blackjack, "VERSION", f"{blackjack.VERSION}.1")


@pytest.mark.database
@pytest.mark.usefixtures("nudges")
class TestDoubts:
    def test_unaccepted_returns_are_reported_once_and_the_table_stays_open(self) -> None:
        table = an_open_table()
        with_mathematics(LIGALO.rules, rtp=1.01, insurance={"rtp": 0.5})

        assert [upkeep.report_doubts(), upkeep.report_doubts()] == [1, 0]
        event = Event.objects.get(kind="table_rules_unusual")
        assert (event.severity, event.actor_id) == ("alarm", None)
        assert event.subject == f"rules {table.version}, library {blackjack.VERSION}"
        assert event.data["returns"] == {"hand": 1.01, "insurance": 0.5}
        assert event.data["tables"] == ["ligalo"]
        table.refresh_from_db()
        assert table.status == Table.Status.OPEN

    def test_accepted_and_unplayed_versions_are_skipped(self) -> None:
        table = an_open_table()
        with_mathematics(LIGALO.rules, rtp=1.01)
        Table.objects.update(status=Table.Status.CLOSED)
        assert upkeep.report_doubts() == 0
        Table.objects.update(status=Table.Status.OPEN)
        accepting = replace(LIGALO.rules, blackjack_pays="7:5")
        with_mathematics(accepting, rtp=1.01)
        accepted(table, accepting, "hand")

        assert upkeep.report_doubts() == 0

    def test_uncomputable_rules_are_reported_after_each_upgrade(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        an_open_table()
        row = with_mathematics(LIGALO.rules)
        assert upkeep.report_doubts() == 0
        failed = {"state": "failed", "progress": 0, "result": None, "chart": None}
        Mathematics.objects.filter(pk=row.pk).update(**failed, error="ArithmeticError: no sum")

        assert [upkeep.report_doubts(), upkeep.report_doubts()] == [1, 0]
        assert (
            Event.objects.get(kind="table_rules_uncomputed").data["error"]
            == "ArithmeticError: no sum"
        )
        raised(monkeypatch)
        assert upkeep.report_doubts() == 0
        Mathematics.objects.update(library_version=blackjack.VERSION)
        assert upkeep.report_doubts() == 1
        assert Event.objects.filter(kind="table_rules_uncomputed").count() == 2


def accepted(table: Table, rules: Rules, *names: str) -> None:
    """Bring other rules into force, approved with the unusual returns in `names`."""
    family, who = table.version.rule_set_id, operator()
    version = versions.create_draft(family, rules, acting_user=who)
    versions.propose_version(version.pk, reason="a trial", acting_user=who)
    versions.approve_version(
        version.pk, reason="for a month", acting_user=manager(), accepted=names, at_once=True
    )
    versions.schedule_version(version.pk, None, reason="a fault", acting_user=who)


def test_the_task_reports_recomputed_mathematics(
    analyses: Analyses, monkeypatch: pytest.MonkeyPatch
) -> None:
    an_open_table()
    with_mathematics(LIGALO.rules)
    raised(monkeypatch)
    monkeypatch.setitem(RESULT, "rtp", 1.02)

    compute_mathematics()

    assert analyses.calls == [LIGALO.rules]
    assert Event.objects.get(kind="table_rules_unusual").data["returns"] == {"hand": 1.02}
    assert Table.objects.get().status == Table.Status.OPEN
