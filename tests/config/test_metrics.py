"""Metrics: what Prometheus gets, from the web's processes and from the database."""

import json
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from datetime import timedelta
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any, Final

import pytest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.parser import text_string_to_metric_families as parse

from config.celery import note_queueing_time
from config.metrics import exporting, figures, queues, readings, requests
from config.metrics.exporting import make_registry
from config.metrics.figures import MetricFigure
from config.metrics.readings import FIGURES
from config.metrics.requests import RequestMetricsMiddleware, name_view
from config.metrics.serving import parse_bind, serve_until
from config.metrics.streams import write_stream_metrics
from config.schedule import QUEUED_AT
from journal.models import EventKind, Heartbeat
from journal.services.recording import record
from tests.casino import scenes
from tests.fixtures.ports import free_port
from tests.waiting import wait_until
from tools.launch.layout import ROOT

pytestmark = pytest.mark.database
Samples = dict[tuple[str, tuple[str, ...]], float]
FORBIDDEN: Final = {"player", "user", "email", "account", "ip", "path", "round", "deal", "amount"}


@pytest.fixture(autouse=True)
def inside_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the test's own connection, whose transaction is rolled back at its end."""
    monkeypatch.setattr(exporting, "close_old_connections", lambda: None)


def samples(registry: CollectorRegistry) -> Samples:
    text = generate_latest(registry).decode()
    return {
        (one.name, tuple(value for _name, value in sorted(one.labels.items()))): one.value
        for family in parse(text)
        for one in family.samples
    }


def test_every_figure_is_read_from_an_empty_house() -> None:
    found = samples(make_registry(None))

    failed = {
        labels
        for (name, labels), value in found.items()
        if name == "ligalo_figure_failed" and value
    }
    assert failed == set()
    assert found["ligalo_database_up", ()] == 1
    assert found["ligalo_backup_age_seconds", ()] == float("inf")
    assert found["ligalo_due_rows", ("live_tables",)] == 0
    assert found["ligalo_partitions_ahead", ("wallet_entry",)] >= 2


def test_a_scrape_reads_what_several_figures_show_once(monkeypatch: pytest.MonkeyPatch) -> None:
    times: Counter[str] = Counter()

    def counting(name: str, read: Any) -> Any:
        def count() -> Any:
            times[name] += 1
            return read()

        return figures.once_per_scrape(count)

    for name in ("read_due_rows", "_queues", "_check", "_ages"):
        monkeypatch.setattr(readings, name, counting(name, getattr(readings, name)))
    make_registry(None)  # reads nothing
    samples(make_registry(None))
    assert times == dict.fromkeys(times, 1)
    assert len(times) == 4
    samples(make_registry(None))
    assert times == dict.fromkeys(times, 2)


def test_bets_and_alarms_are_counted() -> None:
    before = samples(make_registry(None)).get(("ligalo_bets_last_minute", ("real",)), 0)
    scenes.deal(scenes.ordinary)
    record(EventKind.WORKERS_SILENT, subject="platform", data={"queue": "long", "since": None})
    about = {"at": timezone.now() - timedelta(seconds=90), "wall": 0, "monotonic": 0, "boot": ""}
    Heartbeat.objects.update_or_create(host="one", queue="long", defaults=about)
    found = samples(make_registry(None))

    assert found["ligalo_bets_last_minute", ("real",)] == before + 1
    assert found["ligalo_open_alarms", ()] >= 1
    assert found["ligalo_heartbeat_age_seconds", ("long",)] >= 90


def test_a_figure_that_fails_is_named_and_the_others_are_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> Any:
        raise OperationalError

    broken = MetricFigure("ligalo_broken", "Never there.", (), fail)
    fine = MetricFigure("ligalo_fine", "Always one.", (), lambda: [(1,)])
    monkeypatch.setattr(exporting, "FIGURES", (broken, fine))
    found = samples(make_registry(None))

    assert found["ligalo_figure_failed", ("ligalo_broken",)] == 1
    assert found["ligalo_fine", ()] == 1
    assert ("ligalo_broken", ()) not in found


def test_without_the_database_prometheus_still_gets_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exporting, "_database_answers", lambda: False)
    found = samples(make_registry(None))

    assert found["ligalo_database_up", ()] == 0
    assert ("ligalo_open_alarms", ()) not in found


def test_no_label_can_name_a_person() -> None:
    labels = {label for one in FIGURES for label in one.labels}
    labels |= {*requests.REQUESTS._labelnames, *requests.SECONDS._labelnames}
    assert not labels & FORBIDDEN


def counted(view: str) -> float:
    found = [one for family in requests.REQUESTS.collect() for one in family.samples]
    return sum(
        one.value for one in found if one.labels.get("view") == view and one.name.endswith("_total")
    )


def test_requests_are_counted_by_view_and_never_by_address() -> None:
    before = counted("none")
    Client().get("/no/such/page/of/player-17")
    assert counted("none") == before + 1

    request = RequestFactory().generic("BREW", "/")
    request.resolver_match = SimpleNamespace(view_name="pages:tea")  # type: ignore[assignment]  # only its name is read
    RequestMetricsMiddleware(lambda _request: HttpResponse(status=418))(request)
    assert requests.REQUESTS.labels("pages:tea", "other", "418")._value.get() == 1
    assert name_view(HttpRequest()) == "none"


_COUNTING: Final = """
import os, sys
sys.path.insert(0, {root!r})
os.environ["PROMETHEUS_MULTIPROC_DIR"] = {folder!r}
from config.metrics.requests import REQUESTS
for _ in range({times}):
    REQUESTS.labels("lobby", "GET", "200").inc()
"""


def test_the_web_is_one_sum_of_its_processes(tmp_path: Path) -> None:
    requests.empty_web_folder(tmp_path)
    folder = str(requests.web_folder(tmp_path))
    for times in (2, 3):
        program = _COUNTING.format(root=str(ROOT), folder=folder, times=times)
        subprocess.run([sys.executable, "-c", program], check=True)

    assert samples(make_registry(tmp_path))["ligalo_requests_total", ("GET", "200", "lobby")] == 5
    requests.empty_web_folder(tmp_path)
    assert list(requests.web_folder(tmp_path).iterdir()) == []


def test_messages_in_the_folder_queue_are_counted(settings: Any, tmp_path: Path) -> None:
    settings.CELERY_BROKER_URL = "filesystem://"
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"data_folder_in": str(tmp_path)}
    (tmp_path / "1_a.long.msg").touch()
    (tmp_path / "2_b.long.msg").touch()
    states = {one.queue: one for one in queues.read_queues()}

    assert (states["long"].length, states["files"].length, states["files"].seconds) == (2, 0, 0)


def test_messages_in_redis_tell_how_long_they_wait() -> None:
    headers: dict[str, Any] = {}
    note_queueing_time(headers=headers)
    assert abs(headers[QUEUED_AT] - time.time()) < 60
    headers[QUEUED_AT] -= 500

    class Broker:
        def lindex(self, _queue: str, _index: int) -> bytes:
            return json.dumps({"headers": headers}).encode()

        def llen(self, _queue: str) -> int:
            return 7

    state = queues._read_list(Broker(), "long")
    assert state.length == 7
    assert 500 <= state.seconds < 560


def test_streams_are_a_gauge() -> None:
    assert b"ligalo_open_streams 7.0" in write_stream_metrics(7)


@pytest.mark.parametrize(
    "bind", ["", "9101", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:x", "127.0.0.1:65536"]
)
def test_a_bad_address_is_refused(bind: str) -> None:
    with pytest.raises(ValueError, match="must be an address"):
        parse_bind(bind)


def test_prometheus_is_answered_at_an_address_of_its_own() -> None:
    port, stop, registry = free_port(), Event(), CollectorRegistry()
    serving = Thread(target=serve_until, args=(stop, f"127.0.0.1:{port}", registry), daemon=True)
    serving.start()
    try:
        answer = _read(f"http://127.0.0.1:{port}/metrics")
    finally:
        stop.set()
        serving.join(60)
    assert answer == b""
    assert not serving.is_alive()


def _read(address: str) -> bytes:
    def ask() -> bytes | None:
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:  # noqa: S310  # loopback, see the caller
                return bytes(answer.read() + b".")
        except OSError:
            return None

    return (wait_until(ask, "nothing answers") or b".")[:-1]
