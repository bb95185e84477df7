"""Workers of every queue and beat are monitored: one that dies or never starts is recorded while it is silent."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from django.utils import timezone

from accounts.roles.values import Role
from config.celery import app
from config.schedule import WATCHED
from journal.models import Event, EventKind, Heartbeat
from journal.services import heartbeats
from tests.accounts.staff import inside, staff
from tests.fixtures.site import Site
from tests.waiting import wait_until
from tools.launch.layout import ROOT
from tools.launch.processes import reap, send_signal, spawn

QUEUES: Final = ["beat", "celery", "long", "files", "webhooks"]
Process = subprocess.Popen[bytes]


@pytest.fixture
def watched(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the watched queues, and end the grace period."""
    settings.WATCHED_QUEUES = QUEUES
    monkeypatch.setattr(heartbeats.grace, "_began", -1e9)


def beats(ago: float, *queues: str) -> None:
    at = timezone.now() - timedelta(seconds=ago)
    for queue in queues:
        about = {"at": at, "wall": 0, "monotonic": 0, "boot": ""}
        Heartbeat.objects.update_or_create(host="one", queue=queue, defaults=about)


def told() -> list[str]:
    events = Event.objects.filter(kind=EventKind.WORKERS_SILENT).order_by("pk")
    return [one.data["queue"] for one in events]


def test_every_queue_that_something_is_put_into_is_watched() -> None:
    tasks = {entry["task"] for entry in app.conf.beat_schedule.values()}
    routed = {app.amqp.router.route({}, task)["queue"].name for task in tasks}
    assert set(WATCHED) == routed | {"beat"}


@pytest.mark.database
def test_a_dead_worker_is_reported_once_per_queue(watched: None) -> None:
    beats(50, *QUEUES)
    heartbeats.record_silent_queues()
    assert told() == []

    beats(61, "long", "beat")
    for _ in range(3):
        heartbeats.record_silent_queues()
    assert told() == ["beat", "long"]
    page = inside(staff(Role.AUDITOR)).get("/staff/").text
    assert "The worker of the queue long gives no heartbeat" in page
    assert "Beat gives no heartbeat" in page
    assert "the queue files" not in page

    beats(0, *QUEUES)
    assert heartbeats.find_silences() == []


@pytest.mark.database
def test_one_of_two_workers_of_a_queue_is_enough(watched: None) -> None:
    beats(0, *QUEUES)
    Heartbeat.objects.create(
        host="two",
        queue="long",
        at=timezone.now() - timedelta(days=1),
        wall=0,
        monotonic=0,
        boot="",
    )
    assert heartbeats.find_silences() == []


@pytest.mark.database
def test_a_missing_worker_is_reported_after_the_grace_period(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WATCHED_QUEUES = QUEUES
    beats(0, "beat", "celery", "long")
    heartbeats.grace.restart()
    heartbeats.record_silent_queues()
    assert told() == []

    monkeypatch.setattr(heartbeats.grace, "_began", -1e9)
    for _ in range(2):
        heartbeats.record_silent_queues()
    assert told() == ["files", "webhooks"]


@pytest.fixture
def watching(committed_db: None, collected_static: Path, tmp_path: Path) -> Iterator[Site]:
    """A site of its own that monitors two programs and counts one as dead after ten seconds."""
    (tmp_path / "site").mkdir()
    site = Site(tmp_path / "site", collected_static)
    site.environment = {
        **site.environment,
        "WATCH_WORKERS": "true",
        "WATCHED_QUEUES": "beat,long",
        "SILENT_SECONDS": "10",
        "CELERY_FOLDER": str(tmp_path / "celery"),
    }
    site.start()
    yield site
    site.stop(signal.SIGQUIT)  # without waiting for open connections


@pytest.fixture
def programs(watching: Site, tmp_path: Path) -> Iterator[list[Process]]:
    """A real worker with one task at a time, and a real beat."""
    for part in ("celery/queue", "celery/control"):
        (tmp_path / part).mkdir(parents=True)
    celery = [sys.executable, "-m", "celery", "--app", "config.celery", "--quiet"]
    one_task = ["--concurrency=1", "--without-gossip", "--without-mingle"]
    lines = [
        [*celery, "worker", *one_task, "--queues=long"],
        [*celery, "beat", "--schedule", str(tmp_path / "beat"), "--pidfile="],
    ]
    environment = {**watching.environment, "LOG_FILE": str(tmp_path / "log")}
    with (tmp_path / "console").open("ab") as console:
        started = [
            spawn(line, folder=ROOT, environment=environment, stdout=console, stderr=console)
            for line in lines
        ]
    yield started
    for one in started:
        send_signal(one, signal.SIGTERM)
        reap(one, seconds=20)


def died() -> set[str]:
    """Return the queues recorded as silent after they had been seen."""
    events = Event.objects.filter(kind=EventKind.WORKERS_SILENT, data__since__isnull=False)
    return {one.data["queue"] for one in events if one.data["since"]}


def test_killed_workers_and_beat_are_reported(programs: list[Process]) -> None:
    wait_until(
        lambda: set(Heartbeat.objects.values_list("queue", flat=True)) >= {"beat", "long"},
        "worker and beat have not come",
    )
    for one in programs:
        os.killpg(one.pid, signal.SIGKILL)
        one.wait()
    wait_until(lambda: died() == {"beat", "long"}, "nobody noticed")


@pytest.mark.programs
@pytest.mark.slow
def test_a_long_task_does_not_look_like_a_dead_worker(programs: list[Process]) -> None:
    """The child that runs tasks is stopped; the worker's main process sends the heartbeats."""
    wait_until(lambda: Heartbeat.objects.filter(queue="long").exists(), "the worker has not come")
    worker = programs[0].pid
    (child, *_) = Path(f"/proc/{worker}/task/{worker}/children").read_text().split()
    os.kill(int(child), signal.SIGSTOP)
    before = Heartbeat.objects.get(queue="long").at
    wait_until(
        lambda: Heartbeat.objects.get(queue="long").at > before + timedelta(seconds=12),
        "the worker fell silent",
    )
    os.kill(int(child), signal.SIGCONT)
    assert "long" not in died()
