"""A restore is found by the number that database and markers should agree on."""

import errno
import fcntl
import os
import socket
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.roles.values import Role
from journal.models import Event
from journal.values.line_files import lock_folder
from restores.models import (
    Preparation,
    Release,
    ReleaseDecision,
    Restore,
    Server,
    ServerHeartbeat,
    ServerSighting,
)
from restores.selectors import find_preparation, find_unreleased, is_open, read_server
from restores.services import watching
from restores.services.watching import close_by_hand, close_if_restored, watch_server
from restores.values.marker import Marker, own_file, read_marker, write_marker
from tests.accounts.staff import staff

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.LEDGER_SEALS = tmp_path
    return tmp_path


def marker(folder: Path) -> Marker:
    found = read_marker(own_file(folder))
    assert found is not None
    return found


def another_timeline() -> None:
    """As after a restore to a point in time, or a promotion: the server is not the one last confirmed."""
    known = Server.objects.latest("pk")
    Server.objects.create(system=known.system, timeline=known.timeline + 1)


@pytest.fixture
def a_minute_later(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Act as if the present server had been seen first more than a minute ago."""
    return lambda: monkeypatch.setattr(watching, "WAIT", timedelta(0))


def prepare(restore: Restore, *, timeline: int = 0) -> Preparation:
    state = read_server()
    return Preparation.objects.create(
        restore=restore,
        rounds=0,
        wagers=0,
        shoes=0,
        system=state.system,
        timeline=state.timeline + timeline,
    )


def release(restore: Restore) -> None:
    made = Release.objects.create(
        restore=restore, proposed_by=staff(Role.OPERATOR), reason="checked"
    )
    by = staff(Role.COMPLIANCE_MANAGER)
    ReleaseDecision.objects.create(proposal=made, decided_by=by, approved=True, reason="checked")


def on_another_host(monkeypatch: pytest.MonkeyPatch, name: str = "other") -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: name)


def test_a_new_installation_is_open_and_each_heartbeat_is_in_database_and_marker(
    folder: Path,
) -> None:
    assert watch_server()
    first = marker(folder)
    assert watch_server()
    second = marker(folder)
    assert (second.writer, second.number) == (first.writer, first.number + 1)
    row = ServerHeartbeat.objects.get()
    assert (row.number, row.at) == (second.number, second.at)
    assert not Restore.objects.exists()


def test_another_timeline_closes_at_once_and_opens_when_no_write_is_missing(folder: Path) -> None:
    watch_server()
    another_timeline()
    assert not is_open()
    assert watch_server()
    assert is_open()
    assert find_unreleased() is None


def test_another_timeline_without_a_marker_is_recorded_after_a_minute(
    a_minute_later: Callable[[], None],
) -> None:
    ServerHeartbeat.objects.create(writer=uuid4(), number=5, at=timezone.now())
    another_timeline()
    assert not watch_server()
    assert not Restore.objects.exists()
    assert not is_open()
    a_minute_later()
    assert not watch_server()
    assert not watch_server()
    found = Restore.objects.get()
    assert found.cause == Restore.Cause.OTHER_TIMELINE
    assert Event.objects.filter(kind="restore_found", subject=f"restore {found.pk}").count() == 1


def test_a_new_host_closes_nothing_at_a_promotion_that_an_older_host_confirms(
    folder: Path,
    tmp_path: Path,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    a_minute_later: Callable[[], None],
) -> None:
    watch_server()
    another_timeline()
    settings.LEDGER_SEALS = tmp_path / "another disk"
    on_another_host(monkeypatch)
    assert not watch_server()
    settings.LEDGER_SEALS = folder
    monkeypatch.undo()
    assert watch_server()
    settings.LEDGER_SEALS = tmp_path / "another disk"
    on_another_host(monkeypatch)
    assert watch_server()
    assert not Restore.objects.exists()


def test_a_host_that_stopped_long_before_the_newest_heartbeat_confirms_nothing(
    folder: Path, a_minute_later: Callable[[], None]
) -> None:
    watch_server()
    ServerHeartbeat.objects.create(
        writer=uuid4(), number=500, at=timezone.now() + timedelta(seconds=90)
    )
    another_timeline()
    assert not watch_server()
    assert not Restore.objects.exists()
    a_minute_later()
    assert not watch_server()
    assert Restore.objects.get().cause == Restore.Cause.MARKER_OLD


def test_a_clock_that_was_ahead_for_a_while_makes_no_later_marker_old(folder: Path) -> None:
    ahead = timezone.now() + timedelta(days=1)
    ServerHeartbeat.objects.create(writer=uuid4(), number=500, at=ahead)
    watch_server()
    assert marker(folder).at == ahead
    another_timeline()
    assert watch_server()


def test_a_database_that_knows_less_than_its_marker_is_closed(folder: Path) -> None:
    watch_server()
    known = marker(folder)
    write_marker(own_file(folder), replace(known, number=known.number + 1))
    assert not watch_server()
    assert Restore.objects.get().cause == Restore.Cause.WRITES_LOST
    assert not is_open()


def test_a_database_that_knows_less_than_the_marker_of_another_host_is_closed(folder: Path) -> None:
    watch_server()
    known = marker(folder)
    write_marker(folder / "server-gone.json", replace(known, number=known.number + 9))
    assert not watch_server()
    assert Restore.objects.get().cause == Restore.Cause.WRITES_LOST


def test_a_marker_from_an_earlier_backup_does_not_confirm_another_timeline(
    folder: Path, a_minute_later: Callable[[], None]
) -> None:
    watch_server()
    old = own_file(folder).read_bytes()
    watch_server()
    watch_server()
    own_file(folder).write_bytes(old)
    another_timeline()
    assert not watch_server()
    a_minute_later()
    assert not watch_server()
    assert Restore.objects.get().cause == Restore.Cause.MARKER_OLD


def test_another_server_is_closed_even_with_the_newest_marker(folder: Path) -> None:
    watch_server()
    write_marker(own_file(folder), replace(marker(folder), system="1"))
    assert not watch_server()
    assert Restore.objects.get().cause == Restore.Cause.OTHER_SERVER


def test_another_server_without_a_marker_is_closed_at_once() -> None:
    Server.objects.create(system="1", timeline=read_server().timeline)
    assert not watch_server()
    assert Restore.objects.get().cause == Restore.Cause.OTHER_SERVER


def test_a_process_killed_between_commit_and_marker_closes_nothing(folder: Path) -> None:
    watch_server()
    known = marker(folder)
    ServerHeartbeat.objects.update(number=known.number + 1)
    another_timeline()
    assert watch_server()
    assert marker(folder).number == known.number + 2


def test_an_unreadable_marker_counts_as_missing(
    folder: Path, a_minute_later: Callable[[], None]
) -> None:
    watch_server()
    own_file(folder).write_text("{")
    another_timeline()
    assert not watch_server()
    a_minute_later()
    assert not watch_server()


def test_hosts_that_share_a_folder_have_a_marker_each(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch_server()
    on_another_host(monkeypatch, "web/2")
    watch_server()
    assert sorted(one.name for one in folder.glob("*.json")) == sorted(
        {f"server-{os.uname().nodename}.json", "server-web_2.json"}
    )
    monkeypatch.undo()
    assert watch_server()
    assert ServerHeartbeat.objects.count() == 2


def test_a_marker_that_was_copied_to_a_second_machine_closes_nothing(
    folder: Path, tmp_path: Path, settings: Settings
) -> None:
    watch_server()
    second = tmp_path / "second"
    second.mkdir()
    own_file(second).write_bytes(own_file(folder).read_bytes())
    for _ in range(5):
        assert watch_server()
    settings.LEDGER_SEALS = second
    assert watch_server()
    settings.LEDGER_SEALS = folder
    assert watch_server()
    assert ServerHeartbeat.objects.get().number == marker(folder).number == 8


def test_a_folder_that_cannot_be_locked_is_locked_by_a_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock: Callable[[int, int], None] = fcntl.flock

    def as_on_nfs(handle: int, how: int) -> None:
        if fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            raise OSError(errno.EBADF, "Bad file descriptor")
        lock(handle, how)

    monkeypatch.setattr(fcntl, "flock", as_on_nfs)
    assert watch_server()
    with lock_folder(folder):
        other = os.open(folder / ".lock", os.O_RDWR)
        with pytest.raises(BlockingIOError):
            lock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.close(other)


def test_a_restore_that_was_prepared_before_the_present_one_is_closed_anew() -> None:
    first = close_by_hand({"reason": "first"})
    prepare(first, timeline=-1)  # the database was restored to a time after this preparation
    assert find_preparation(first) is None
    assert not watch_server()
    second = find_unreleased()
    assert second is not None
    assert second.pk > first.pk
    assert second.cause == Restore.Cause.OTHER_TIMELINE
    assert not watch_server()
    assert Restore.objects.count() == 2
    prepare(second)
    release(second)
    assert watch_server()


def test_a_restore_to_before_a_release_that_the_marker_knows_is_closed_anew_once(
    folder: Path,
) -> None:
    watch_server()
    known = marker(folder)
    first = close_by_hand({"reason": "first"})
    prepare(first)
    write_marker(own_file(folder), replace(known, generation=first.generation))  # it was released
    assert not watch_server()
    assert not watch_server()
    second = find_unreleased()
    assert second is not None
    assert (second.cause, Restore.objects.count()) == (Restore.Cause.WRITES_LOST, 2)
    prepare(second)
    release(second)
    assert watch_server()
    assert marker(folder).generation == second.generation


def test_a_database_that_lost_several_releases_is_released_once(folder: Path) -> None:
    watch_server()
    write_marker(own_file(folder), replace(marker(folder), generation=7))
    assert not watch_server()
    found = Restore.objects.get()
    assert found.generation == 8
    prepare(found)
    release(found)
    assert watch_server()


def test_closing_by_hand_keeps_what_waits_and_closes_anew_what_is_prepared() -> None:
    first = close_by_hand({"reason": "first"})
    assert close_by_hand({"reason": "again"}) == first
    prepare(first)
    assert close_by_hand({"reason": "a copy of the whole machine"}).pk > first.pk


def test_an_operator_who_knows_of_the_restore_waits_for_no_marker() -> None:
    close_if_restored()
    assert not Restore.objects.exists()
    another_timeline()
    close_if_restored()
    close_if_restored()
    assert Restore.objects.get().cause == Restore.Cause.OTHER_TIMELINE
    assert not ServerSighting.objects.exists()


def test_an_outage_is_only_logged_and_a_process_without_marks_does_not_watch(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> bool:
        raise OSError("no such disk")

    monkeypatch.setattr(watching, "watch_server", fail)
    settings.LEAVE_MARKS = False
    watching.try_watch_server()
    assert caplog.records == []
    settings.LEAVE_MARKS = True
    watching.try_watch_server()
    assert "could not be compared" in caplog.text
