"""Requests for mathematics and their stored results, with a stub of the analysis."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from celery import Celery
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction

import blackjack
from tables.models import Mathematics
from tables.selectors.tables import find_mathematics
from tables.services import mathematics
from tables.services.mathematics import LEASE, cancel_computations, request_mathematics
from tables.tasks import compute_mathematics
from tests.tables.analyses import (
    ATLANTIC,
    CHART,
    LIGALO,
    RESULT,
    Analyses,
    WorkerDied,
    die,
    fail,
    present,
    together,
    work,
)
from tests.tables.house import a_version


@contextmanager
def of_library(version: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(blackjack, "VERSION", version)
        yield


def test_requested_mathematics_are_computed_and_stored(analyses: Analyses) -> None:
    version = a_version("Lígalo", LIGALO)
    assert find_mathematics(version) is None
    request_mathematics(LIGALO)
    waiting = find_mathematics(version)
    assert waiting is not None
    assert (waiting.state, waiting.rules) == ("waiting", LIGALO)

    assert work()

    done = find_mathematics(version)
    assert done is not None
    assert (done.state, done.progress, done.result, done.chart) == ("done", 100, RESULT, CHART)
    assert done.is_current
    assert done.finished_at is not None
    assert analyses.calls == [LIGALO]


def test_asking_again_is_one_row_one_nudge_and_one_analysis(
    analyses: Analyses, nudges: list[str]
) -> None:
    request_mathematics(LIGALO)
    request_mathematics(LIGALO)
    work()
    request_mathematics(LIGALO)

    assert not work()
    assert Mathematics.objects.count() == 1
    assert nudges == ["tables.tasks.compute_mathematics"]
    assert analyses.calls == [LIGALO]


def test_asking_at_once_is_one_row_and_one_nudge(analyses: Analyses, nudges: list[str]) -> None:
    together(lambda: request_mathematics(LIGALO))

    assert Mathematics.objects.count() == 1
    assert len(nudges) == 1


def test_a_waiting_computation_can_be_cancelled(analyses: Analyses) -> None:
    request_mathematics(LIGALO)

    assert cancel_computations([LIGALO.digest])
    assert not work()
    assert analyses.calls == []


def test_finished_or_unknown_computations_cannot_be_cancelled(analyses: Analyses) -> None:
    request_mathematics(LIGALO)
    work()

    assert not cancel_computations([LIGALO.digest])
    assert not cancel_computations([ATLANTIC.digest])
    assert present().state == "done"


def test_a_cancelled_computation_can_be_requested_again(
    analyses: Analyses, nudges: list[str]
) -> None:
    request_mathematics(LIGALO)
    cancel_computations([LIGALO.digest])

    assert request_mathematics(LIGALO).state == "waiting"
    assert work()
    assert present().state == "done"
    assert len(nudges) == 2


def test_a_result_of_another_library_is_computed_again(
    analyses: Analyses, monkeypatch: pytest.MonkeyPatch
) -> None:
    with of_library("0.9", monkeypatch):
        request_mathematics(LIGALO)
        work()
    assert not present().is_current
    assert not work()

    request_mathematics(LIGALO)

    assert present().result is None
    assert work()
    assert (present().library_version, present().is_current) == (blackjack.VERSION, True)
    assert len(analyses.calls) == 2


def test_a_result_is_of_the_library_that_computed_it(
    analyses: Analyses, monkeypatch: pytest.MonkeyPatch
) -> None:
    with of_library("0.9", monkeypatch):
        request_mathematics(LIGALO)

    work()

    assert present().library_version == blackjack.VERSION


def test_the_task_computes_one_and_nudges_for_the_next(
    analyses: Analyses, nudges: list[str]
) -> None:
    request_mathematics(ATLANTIC)
    request_mathematics(LIGALO)
    nudges.clear()

    compute_mathematics()
    assert analyses.calls == [ATLANTIC]
    assert nudges == [compute_mathematics.name]

    compute_mathematics()
    compute_mathematics()
    assert analyses.calls == [ATLANTIC, LIGALO]
    assert len(nudges) == 2


def test_a_rolled_back_request_wakes_no_worker(analyses: Analyses, nudges: list[str]) -> None:
    with transaction.atomic():
        request_mathematics(LIGALO)
        transaction.set_rollback(True)

    assert nudges == []
    assert not Mathematics.objects.exists()


def test_a_queue_that_is_down_fails_no_question(
    analyses: Analyses, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(_app: Celery, _name: str, **_how: Any) -> None:
        raise ConnectionError

    monkeypatch.setattr(Celery, "send_task", down)

    assert request_mathematics(LIGALO).state == "waiting"


def test_the_named_task_is_scheduled() -> None:
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}

    assert compute_mathematics.name == mathematics.TASK
    assert mathematics.TASK in scheduled


@pytest.mark.parametrize(
    "change",
    [
        {"state": "done"},
        {"state": "done", "progress": 100, "result": RESULT},
        {"state": "waiting", "progress": 5},
        {"state": "running"},
        {"state": "running", "claim": UUID(int=1), "attempts": 1},
        {"state": "failed", "finished_at": datetime(2026, 1, 1, tzinfo=UTC)},
        {"state": "cancelled"},
        {"result": RESULT, "chart": CHART},
        {"error": "x"},
        {"state": "other"},
    ],
    ids=str,
)
def test_the_database_refuses_what_no_state_says(db: None, change: dict[str, Any]) -> None:
    request_mathematics(LIGALO)

    with pytest.raises(DatabaseError), transaction.atomic():
        Mathematics.objects.update(**change)
    assert present().state == "waiting"


def test_the_command_computes_a_preset(analyses: Analyses, capsys: Any) -> None:
    call_command("analyse_rules", "ligalo")

    assert present().state == "done"
    assert capsys.readouterr().out == (
        f"{LIGALO.digest}  97.600000%  6 decks · H17 · DAS · late surrender · 3:2\n"
    )


def test_the_command_computes_all_that_tables_play_once(analyses: Analyses) -> None:
    for name, rules in [("a", LIGALO), ("b", LIGALO), ("c", ATLANTIC)]:
        a_version(name, rules)

    call_command("analyse_rules", "--all")
    call_command("analyse_rules", LIGALO.digest)

    assert sorted(rules.digest for rules in analyses.calls) == sorted(
        [LIGALO.digest, ATLANTIC.digest]
    )


def test_the_command_computes_only_its_rules(analyses: Analyses) -> None:
    request_mathematics(ATLANTIC)

    call_command("analyse_rules", "ligalo")

    assert analyses.calls == [LIGALO]


def test_the_command_waits_for_the_worker_that_came_first(
    analyses: Analyses, monkeypatch: pytest.MonkeyPatch
) -> None:
    request_mathematics(LIGALO)
    analyses.midst = die
    with pytest.raises(WorkerDied):
        work()
    looks: list[float] = []

    def the_other_ends(seconds: float) -> None:
        looks.append(seconds)
        assert work(later=LEASE)

    monkeypatch.setattr("tables.management.commands.analyse_rules.time.sleep", the_other_ends)
    call_command("analyse_rules", "ligalo")

    assert len(looks) == 1
    assert present().state == "done"


def test_the_command_reports_failures(analyses: Analyses, capsys: Any) -> None:
    analyses.midst = fail

    with pytest.raises(CommandError, match="1 without a result"):
        call_command("analyse_rules", "ligalo")
    assert "failed ArithmeticError: no sum" in capsys.readouterr().out


def test_the_command_refuses_rules_that_nobody_knows(db: None) -> None:
    with pytest.raises(CommandError, match=r"no preset .* no known hash"):
        call_command("analyse_rules", "f" * 64)
    assert not Mathematics.objects.exists()


def test_the_demo_asks_for_what_its_tables_play(committed_db: None, nudges: list[str]) -> None:
    call_command("demo", stdout=StringIO())

    assert present().state == "waiting"
    assert nudges.count(mathematics.TASK) == 5
