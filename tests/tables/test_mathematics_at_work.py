"""Workers computing mathematics: each once, with progress, completely or not at all; only the last test analyses."""

import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from psycopg import Connection

import blackjack
from blackjack.strategy import Chart
from tables.models import Mathematics
from tables.services import mathematics
from tables.services.mathematics import (
    LEASE,
    MOST_ATTEMPTS,
    cancel_computations,
    request_mathematics,
)
from tests.fixtures.site import site_environment
from tests.tables.analyses import (
    ATLANTIC,
    LIGALO,
    RESULT,
    TOGETHER,
    Analyses,
    Progress,
    WorkerDied,
    die,
    fail,
    present,
    together,
    work,
)
from tests.threads import SECONDS
from tools.launch.layout import ROOT


def test_workers_at_once_compute_it_once(analyses: Analyses) -> None:
    others = Barrier(TOGETHER, timeout=SECONDS)
    # keeps this worker busy until all others have found nothing
    analyses.midst = lambda _progress: others.wait()
    request_mathematics(LIGALO)

    def look() -> None:
        if not work():
            others.wait()

    together(look)

    assert analyses.calls == [LIGALO]
    assert present().state == "done"


def test_workers_at_once_share_what_is_due(analyses: Analyses) -> None:
    request_mathematics(ATLANTIC)
    request_mathematics(LIGALO)

    together(work, count=2)

    assert set(analyses.calls) == {ATLANTIC, LIGALO}
    assert len(analyses.calls) == 2


def test_the_work_holds_no_lock_and_its_progress_is_seen_by_others(
    analyses: Analyses, owner_connection: Connection[Any]
) -> None:
    seen: list[Any] = []

    def look(progress: Progress) -> None:
        progress(0.42)
        question = "SELECT state, progress FROM tables_mathematics FOR UPDATE NOWAIT"
        seen.extend(owner_connection.execute(question))
        progress(1.0)
        seen.extend(owner_connection.execute(question))

    analyses.midst = look
    request_mathematics(LIGALO)
    work()

    assert seen == [("running", 42), ("running", 99)]


def test_a_step_extends_the_claim(analyses: Analyses) -> None:
    claims: list[datetime | None] = []

    def look(progress: Progress) -> None:
        claims.append(present().claimed_until)
        progress(0.5)
        claims.append(present().claimed_until)

    analyses.midst = look
    request_mathematics(LIGALO)
    work(later=timedelta(seconds=-30))

    first, second = claims
    assert first is not None
    assert second is not None
    assert second - first >= timedelta(seconds=30)


def test_a_cancelled_computation_stops_and_stores_nothing(analyses: Analyses) -> None:
    steps: list[float] = []

    def cancelled(progress: Progress) -> None:
        progress(0.3)
        assert cancel_computations([LIGALO.digest])
        progress(0.4)
        steps.append(0.4)

    analyses.midst = cancelled
    request_mathematics(LIGALO)
    work()

    row = present()
    assert (row.state, row.progress, row.result, row.claim) == ("cancelled", 30, None, None)
    assert steps == []
    assert not work()


def test_cancelled_after_the_last_step_it_stores_nothing(analyses: Analyses) -> None:
    analyses.midst = lambda _progress: cancel_computations([LIGALO.digest])
    request_mathematics(LIGALO)
    work()

    assert (present().state, present().result) == ("cancelled", None)


def test_a_dead_worker_is_replaced_once_its_claim_ran_out(analyses: Analyses) -> None:
    analyses.midst = die
    request_mathematics(LIGALO)
    with pytest.raises(WorkerDied):
        work()

    assert not work(later=LEASE / 2)
    assert present().state == "running"
    assert work(later=LEASE)
    assert present().state == "done"


def test_a_worker_that_was_replaced_stores_nothing(
    analyses: Analyses, monkeypatch: pytest.MonkeyPatch
) -> None:
    # another worker takes over and finishes first
    analyses.midst = lambda _progress: work(later=LEASE)
    request_mathematics(LIGALO)
    monkeypatch.setattr(mathematics, "uuid4", iter(claims := [uuid4(), uuid4()]).__next__)
    stored: list[Any] = []
    compute = mathematics._compute

    def compute_and_tell(row: Mathematics, told: Any) -> None:
        compute(row, told)
        stored.append(row.claim)

    monkeypatch.setattr(mathematics, "_compute", compute_and_tell)
    work()

    assert len(analyses.calls) == 2
    assert stored == claims[1:]
    assert present().state == "done"


def test_a_computation_that_kills_workers_is_given_up(analyses: Analyses) -> None:
    request_mathematics(LIGALO)
    for attempt in range(MOST_ATTEMPTS):
        analyses.midst = die
        with pytest.raises(WorkerDied):
            work(later=attempt * LEASE)

    assert not work(later=MOST_ATTEMPTS * LEASE)
    assert present().state == "failed"
    assert present().error == "3 workers began it and none came to an end"


def test_a_failure_is_stored_and_asked_again_it_is_tried_again(
    analyses: Analyses, caplog: pytest.LogCaptureFixture
) -> None:
    analyses.midst = fail
    request_mathematics(LIGALO)
    assert work()

    row = present()
    assert (row.state, row.error, row.result) == ("failed", "ArithmeticError: no sum", None)
    assert LIGALO.digest in caplog.text
    assert not work()

    request_mathematics(LIGALO)
    work()
    assert (present().state, present().error) == ("done", "")


def test_a_result_that_cannot_be_stored_is_a_failure(
    analyses: Analyses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RESULT, "rtp", float("nan"))
    request_mathematics(LIGALO)
    work()

    assert present().state == "failed"
    assert present().error.startswith("DataError")


def test_an_outdated_worker_stores_nothing(
    analyses: Analyses, monkeypatch: pytest.MonkeyPatch
) -> None:
    patch = pytest.MonkeyPatch()

    def new_library(_progress: Progress) -> None:
        patch.undo()
        request_mathematics(LIGALO)

    analyses.midst = new_library
    patch.setattr(blackjack, "VERSION", "0.9")
    request_mathematics(LIGALO)
    work()

    assert (present().state, present().library_version) == ("waiting", blackjack.VERSION)


def test_nothing_is_computed_within_a_transaction(analyses: Analyses) -> None:
    request_mathematics(LIGALO)

    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        work()
    assert analyses.calls == []


def python(code: str, folder: Path) -> str:
    """Return the output of Python code run in a fresh process of the site."""
    return subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        cwd=ROOT,
        env=site_environment(folder, folder),
        capture_output=True,
        text=True,
    ).stdout


def test_neither_the_pages_nor_the_tasks_load_scipy(committed_db: None, tmp_path: Path) -> None:
    code = (
        "import sys, config.wsgi, config.urls, config.celery, casino.tasks, tables.tasks\n"
        "from django.urls import get_resolver; get_resolver().url_patterns\n"
        "print([name for name in ('scipy.stats', 'scipy.sparse', 'scipy.optimize') if name in sys.modules])"
    )

    assert python(code, tmp_path) == "[]\n"


def test_the_pages_nudge_the_configured_queue_from_every_thread(
    committed_db: None, tmp_path: Path
) -> None:
    code = (
        "import config.wsgi, celery, threading\n"
        "from journal.services.waking import wake_worker\n"
        "celery.Celery.send_task = lambda app, name, **_how: print(app.main, app.conf.broker_url)\n"
        "threading.Thread(target=wake_worker, args=['a task']).start()"
    )

    assert python(code, tmp_path) == "ligalo filesystem://\n"


@pytest.mark.slow
def test_a_worker_analyses_in_earnest_with_one_thread(
    committed_db: None, nudges: list[str], tmp_path: Path
) -> None:
    request_mathematics(LIGALO)
    code = (
        "import os, config.wsgi\n"
        "from tables.tasks import compute_mathematics; compute_mathematics()\n"
        "print(os.environ['OPENBLAS_NUM_THREADS'])"
    )

    assert python(code, tmp_path) == "1\n"
    row = present()
    assert (row.state, row.error) == ("done", "")
    assert row.result is not None
    assert row.chart is not None
    assert Chart.from_dict(row.chart).code("hard 20", "6") == "S"
    assert row.result["digest"] == LIGALO.digest
    assert row.result["rtp"] == pytest.approx(0.99, abs=0.02)
