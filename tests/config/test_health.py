"""Addresses for probes, at every host name and without TLS."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from config import health
from config.management.commands.check_process import QUEUES
from config.releases import UnknownRelease
from config.schedule import WATCHED
from config.streams import _check
from journal.models import Heartbeat
from journal.services import heartbeats
from journal.services.heartbeats import DEALER, RegularHeartbeat
from tools.launch.definitions import load_installation

pytestmark = pytest.mark.database
EVERYTHING = {"not_draining", "database", "writable", "role", "release"}


@pytest.fixture
def prober() -> Client:
    return Client(headers={"host": "10.0.0.7:8000"})


def fail(*_given: object) -> Any:
    raise OperationalError("password of 10.0.0.9")


def test_a_process_lives_without_its_database(
    prober: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "connection", None)
    answer = prober.get("/health/live")
    assert (answer.status_code, answer.content) == (200, b"live\n")
    assert answer["Cache-Control"] == "no-store"


def test_it_is_ready_with_everything_it_needs(prober: Client) -> None:
    answer = prober.get("/health/ready")

    assert answer.status_code == 200, answer.content
    assert answer.json() == {"ready": True, "checks": dict.fromkeys(EVERYTHING, True)}


def test_it_is_not_ready_without_the_database_and_tells_no_address(
    prober: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "_ask_role", fail)
    answer = prober.get("/health/ready")

    assert answer.status_code == 503
    assert answer.json() == {"ready": False, "checks": {"not_draining": True, "database": False}}


def test_it_is_not_ready_for_a_database_of_another_release(
    prober: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_release: object) -> None:
        raise UnknownRelease

    monkeypatch.setattr(health, "require_served_release", refuse)
    answer = prober.get("/health/ready")

    assert answer.status_code == 503
    assert answer.json()["checks"]["release"] is False


def test_a_machine_is_taken_out_by_a_file(prober: Client, settings: Any, tmp_path: Path) -> None:
    settings.DRAIN_FILE = tmp_path / "drain"
    assert prober.get("/health/ready").status_code == 200

    settings.DRAIN_FILE.touch()
    answer = prober.get("/health/ready")

    assert answer.status_code == 503
    assert answer.json()["checks"]["not_draining"] is False
    assert prober.get("/health/live").status_code == 200


def test_the_streams_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.db.close_old_connections", lambda: None)
    status, kind, body = _check()
    assert (status, kind) == (200, "application/json")
    assert json.loads(body)["checks"] == dict.fromkeys(EVERYTHING, True)


def beat(ago: float, queue: str) -> None:
    at = timezone.now() - timedelta(seconds=ago)
    about = {"at": at, "wall": 0, "monotonic": 0, "boot": ""}
    Heartbeat.objects.update_or_create(host="one", queue=queue, defaults=about)


def test_a_process_without_an_address_is_checked_by_its_heartbeat() -> None:
    with pytest.raises(CommandError, match="long-worker has never given a heartbeat"):
        call_command("check_process", "long-worker")
    beat(600, "long")
    with pytest.raises(CommandError, match="long-worker gave its last heartbeat 6"):
        call_command("check_process", "long-worker")
    beat(2, "long")
    call_command("check_process", "long-worker")
    with pytest.raises(CommandError, match="never"):
        call_command("check_process", "long-worker", host="two")


def test_every_process_without_an_address_can_be_checked() -> None:
    serving = load_installation().serving
    assert {one.name for one in serving if one.port is None} == set(QUEUES)
    assert {*QUEUES.values()} == {*WATCHED, DEALER}


def test_a_dealer_gives_a_heartbeat_at_each_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[list[str]] = []
    monkeypatch.setattr(heartbeats, "write_heartbeat", written.append)
    heartbeat = RegularHeartbeat(DEALER)
    heartbeat.write_if_due()
    heartbeat.write_if_due()

    assert written == [[DEALER]]
