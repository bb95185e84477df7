"""A restore is found by the number that database and marker should agree on."""

from pathlib import Path

import pytest
from pytest_django import Settings

from journal.models import Event
from restores.models import Restore, Server, ServerHeartbeat
from restores.selectors import find_unreleased, is_open
from restores.services.watching import watch_server
from restores.values.marker import MARKER, Marker, read_marker, write_marker

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.LEDGER_SEALS = tmp_path
    return tmp_path


def marker(folder: Path) -> Marker:
    found = read_marker(folder)
    assert found is not None
    return found


def another_timeline() -> None:
    """As after a restore to a point in time, or a promotion: the server is not the one last confirmed."""
    known = Server.objects.latest("pk")
    Server.objects.create(system=known.system, timeline=known.timeline + 1)


def test_a_new_installation_is_open_and_each_heartbeat_is_in_database_and_marker(
    folder: Path,
) -> None:
    assert watch_server()
    first = marker(folder)
    assert watch_server()
    second = marker(folder)
    assert (second.writer, second.number) == (first.writer, first.number + 1)
    assert ServerHeartbeat.objects.get().number == second.number
    assert not Restore.objects.exists()


def test_another_timeline_closes_at_once_and_opens_when_no_write_is_missing(folder: Path) -> None:
    watch_server()
    another_timeline()
    assert not is_open()
    assert watch_server()
    assert is_open()
    assert find_unreleased() is None


def test_another_timeline_without_a_marker_stays_closed(folder: Path) -> None:
    another_timeline()
    assert not watch_server()
    assert not watch_server()
    found = Restore.objects.get()
    assert found.cause == Restore.Cause.OTHER_TIMELINE
    assert Event.objects.filter(kind="restore_found", subject=f"restore {found.pk}").count() == 1


def test_a_database_that_knows_less_than_its_marker_is_closed(folder: Path) -> None:
    watch_server()
    known = marker(folder)
    write_marker(folder, Marker(known.writer, known.number + 1, known.releases, known.system))
    assert not watch_server()
    assert Restore.objects.get().cause == Restore.Cause.WRITES_LOST
    assert not is_open()


def test_a_marker_from_an_earlier_backup_does_not_confirm_another_timeline(folder: Path) -> None:
    watch_server()
    old = (folder / MARKER).read_bytes()
    watch_server()
    watch_server()
    (folder / MARKER).write_bytes(old)
    another_timeline()
    assert not watch_server()
    assert Restore.objects.get().cause == Restore.Cause.MARKER_OLD


def test_another_server_is_closed_even_with_the_newest_marker(folder: Path) -> None:
    watch_server()
    known = marker(folder)
    write_marker(folder, Marker(known.writer, known.number, known.releases, "1"))
    assert not watch_server()
    assert Restore.objects.get().cause == Restore.Cause.OTHER_SERVER


def test_a_process_killed_between_commit_and_marker_closes_nothing(folder: Path) -> None:
    watch_server()
    known = marker(folder)
    ServerHeartbeat.objects.update(number=known.number + 1)
    another_timeline()
    assert watch_server()
    assert marker(folder).number == known.number + 1


def test_an_unreadable_marker_counts_as_missing(folder: Path) -> None:
    watch_server()
    (folder / MARKER).write_text("{")
    another_timeline()
    assert not watch_server()
