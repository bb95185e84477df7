"""Detect restores and lost writes by a marker outside the database.

A process writes a number into the database and, after the commit, into a file. A database that knows a smaller
number than the file has lost writes; one that knows a much larger number has an old file beside it.
"""

from contextlib import suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from journal.models import EventKind
from journal.services.recording import record
from journal.values.line_files import lock_folder
from restores.models import Restore, Server, ServerHeartbeat
from restores.selectors import (
    ServerState,
    count_released,
    find_unreleased,
    is_open,
    read_server,
)
from restores.values.marker import Marker, MarkerUnreadable, read_marker, write_marker

Cause = Restore.Cause
CLOSING_LOCK: Final = 7431  # advisory lock: processes that find the same restore record it once


def watch_server() -> bool:
    """Compare database, server and marker, close the installation if writes are missing, and write the marker.

    Returns whether the installation is open. Call it before a process serves and about once a second. Without a
    marker, a server or timeline that was not confirmed closes the installation. Safe to run concurrently.
    """
    with lock_folder(_folder()):
        return _watch()


def close_by_hand(details: dict[str, object]) -> Restore:
    """Close the installation, for a restore that it cannot detect. Returns the restore that waits for release."""
    with transaction.atomic():
        return find_unreleased() or _close(Cause.BY_COMMAND, details)


def confirm_server() -> None:
    """Record that the database is complete on the server that answers now."""
    state = read_server()
    if not state.is_known:
        Server.objects.create(system=state.system, timeline=state.timeline)


def _folder() -> Path:
    return Path(settings.LEDGER_SEALS)


def _watch() -> bool:
    if find_unreleased() is not None:
        return False
    marker, state, releases = _read(), read_server(), count_released()
    current = marker is not None and marker.releases >= releases
    cause = _find_loss(marker, state, releases) if current or not state.is_known else None
    if cause is not None:
        _close_once(cause, _describe(marker, state))
        return False
    if not state.is_known:
        confirm_server()
    _beat(marker, state, releases)
    return is_open()


def _read() -> Marker | None:
    with suppress(MarkerUnreadable):
        return read_marker(_folder())
    return None


def _find_loss(marker: Marker | None, state: ServerState, releases: int) -> Cause | None:
    if marker is None or marker.releases < releases:
        return Cause.OTHER_SERVER if state.system != state.known_system else Cause.OTHER_TIMELINE
    if state.system != marker.system:
        return Cause.OTHER_SERVER
    if marker.releases > releases:
        return Cause.WRITES_LOST
    known = (
        ServerHeartbeat.objects.filter(pk=marker.writer).values_list("number", flat=True).first()
    )
    if known is None or known < marker.number:
        return Cause.WRITES_LOST
    # between commit and file, a killed process leaves the database one ahead
    is_old = known > marker.number + 1 and not state.is_known
    return Cause.MARKER_OLD if is_old else None


def _describe(marker: Marker | None, state: ServerState) -> dict[str, object]:
    number = ServerHeartbeat.objects.filter(pk=marker.writer).first() if marker else None
    return {
        "system": state.system,
        "timeline": state.timeline,
        "known_system": state.known_system,
        "known_timeline": state.known_timeline,
        "marker": marker.number if marker else None,
        "number": number.number if number else None,
    }


@transaction.atomic
def _close_once(cause: Cause, details: dict[str, object]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [CLOSING_LOCK])
    if find_unreleased() is None:
        _close(cause, details)


def _close(cause: Cause, details: dict[str, object]) -> Restore:
    found = Restore.objects.create(cause=cause, details=details)
    data = {"code": cause.value}
    record(EventKind.RESTORE_FOUND, subject=f"restore {found.pk}", data=data)
    return found


def _beat(marker: Marker | None, state: ServerState, releases: int) -> None:
    is_own = marker is not None and marker.releases >= releases
    writer = marker.writer if marker is not None and is_own else str(uuid4())
    number = (marker.number if marker is not None and is_own else 0) + 1
    ServerHeartbeat.objects.update_or_create(
        pk=writer, defaults={"number": number, "at": timezone.now()}
    )
    write_marker(_folder(), Marker(writer, number, releases, state.system))
