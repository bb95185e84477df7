"""Detect restores and lost writes by markers outside the database.

A process writes a number into the database and, after the commit, into its host's file. A database that knows a smaller
number than a file has lost writes; a file that is behind the database says nothing about the newest writes.
"""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final
from uuid import UUID, uuid4

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import Max

from journal.models import EventKind
from journal.services.recording import record
from restores.models import Preparation, Restore, Server, ServerHeartbeat
from restores.selectors import (
    ServerState,
    find_preparation,
    find_unreleased,
    is_open,
    load_generation,
    read_server,
)
from restores.values.marker import (
    Marker,
    MarkerUnreadable,
    find_marker_files,
    lock_marker,
    own_file,
    read_marker,
    write_marker,
)

Cause = Restore.Cause
CLOSING_LOCK: Final = 7431  # advisory lock: processes that find the same restore record it once
STALE: Final = timedelta(minutes=1)
"""A marker so far behind the newest heartbeat proves nothing about the newest writes."""
WAIT: Final = timedelta(minutes=1)
"""How long another host may show a marker that confirms a new timeline, before the installation is closed."""
# never before the newest: a clock that was ahead for a while would make every later marker look old
_BEAT: Final = """
    INSERT INTO restores_serverheartbeat AS known (writer, number, at)
    SELECT %s, %s, greatest(clock_timestamp(), max(at)) FROM restores_serverheartbeat
    ON CONFLICT (writer) DO UPDATE SET number = greatest(known.number + 1, excluded.number), at = excluded.at
    RETURNING number, at
"""
_SIGHT: Final = """
    INSERT INTO restores_serversighting (system, timeline) VALUES (%s, %s) ON CONFLICT (system, timeline) DO NOTHING
"""
_SEEN_LONG_AGO: Final = """
    SELECT at < clock_timestamp() - make_interval(secs => %s) FROM restores_serversighting WHERE system = %s AND timeline = %s
"""
_log = logging.getLogger(__name__)


def watch_server() -> bool:
    """Compare database, server and markers, close the installation if writes are missing, and write this host's marker.

    Returns whether the installation is open. Call it before a process serves and about once a second. An unknown
    server is confirmed by a current marker; without one, another timeline closes the installation after a minute, and
    another server at once. Safe to run concurrently, on any number of hosts.
    """
    with lock_marker(_folder()):
        return _watch()


def try_watch_server() -> None:
    """Compare database and markers if this process leaves marks. An outage is only logged."""
    if not settings.LEAVE_MARKS:
        return
    try:
        watch_server()
    except (DatabaseError, OSError):
        _log.warning("The database server could not be compared with its marker", exc_info=True)


def close_by_hand(details: dict[str, object]) -> Restore:
    """Close the installation, for a restore that it cannot detect. Returns the restore to prepare.

    One that waits to be prepared is kept. One that is prepared already may lie before that restore, so it is closed anew.
    """
    markers = _read_markers()
    with transaction.atomic():
        lock_closing()
        waiting = find_unreleased()
        if waiting is not None and find_preparation(waiting) is None:
            return waiting
        return _close(Cause.BY_COMMAND, details, markers)


def close_if_restored() -> None:
    """Close the installation at once if this server was not confirmed, or differs from the one that was prepared.

    For an operator who knows that the database was restored: no marker is waited for.
    """
    markers, state = _read_markers(), read_server()
    waiting = find_unreleased()
    cause = (
        _find_change(waiting, markers, state)
        if waiting is not None
        else (None if state.is_known else _name_change(state))
    )
    if cause is not None:
        _close_once(cause, waiting, markers, state)


def confirm_server() -> None:
    """Record that the database is complete on the server that answers now."""
    state = read_server()
    if not state.is_known:
        Server.objects.create(system=state.system, timeline=state.timeline)


def lock_closing() -> None:
    """Lock against other processes that close or prepare the installation, until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [CLOSING_LOCK])


def _folder() -> Path:
    return Path(settings.LEDGER_SEALS)


def _read_markers() -> list[Marker]:
    """Return the markers of all hosts that use the folder. Read them before the database, which never knows less."""
    return list(_each_marker(find_marker_files(_folder())))


def _each_marker(files: Sequence[Path]) -> Iterator[Marker]:
    for file in files:
        try:
            found = read_marker(file)
        except MarkerUnreadable:
            _log.warning("%s is no marker", file)
            continue
        if found is not None:
            yield found


def _watch() -> bool:
    markers, state, waiting = _read_markers(), read_server(), find_unreleased()
    if waiting is not None:
        cause = _find_change(waiting, markers, state)
    else:
        cause = _find_loss(markers, state, generation := load_generation())
        if cause is None and not state.is_known and not _is_any_current(markers, generation):
            cause = _judge_unproved(markers, state, generation)
            if cause is None:
                return False
    if cause is not None:
        _close_once(cause, waiting, markers, state)
    if cause is not None or waiting is not None:
        return False
    if not state.is_known:
        confirm_server()
    _beat(state, generation)
    return is_open()


def _find_change(waiting: Restore, markers: Sequence[Marker], state: ServerState) -> Cause | None:
    """Return the cause if the database was restored again since this restore was found or prepared."""
    if any(one.generation >= waiting.generation for one in markers):
        return Cause.WRITES_LOST
    done = Preparation.objects.filter(pk=waiting.pk).first()
    if done is None or (done.system, done.timeline) == (state.system, state.timeline):
        return None
    return Cause.OTHER_TIMELINE if done.system == state.system else Cause.OTHER_SERVER


def _find_loss(markers: Sequence[Marker], state: ServerState, generation: int) -> Cause | None:
    """Return the cause if a marker knows more than the database."""
    valid = [one for one in markers if one.generation >= generation]
    if any(one.system != state.system for one in valid):
        return Cause.OTHER_SERVER
    known = _load_numbers(valid)
    is_lost = any(
        one.generation > generation or known.get(one.writer, 0) < one.number for one in valid
    )
    return Cause.WRITES_LOST if is_lost else None


def _load_numbers(markers: Sequence[Marker]) -> dict[UUID, int]:
    rows = ServerHeartbeat.objects.filter(pk__in=[one.writer for one in markers])
    return dict(rows.values_list("pk", "number"))


def _is_any_current(markers: Sequence[Marker], generation: int) -> bool:
    """Return whether a marker is as new as the database's newest heartbeat, so that no write can be missing."""
    valid = [one for one in markers if one.generation == generation]
    known = _load_numbers(valid)
    newest: datetime | None = ServerHeartbeat.objects.aggregate(at=Max("at"))["at"]
    # between commit and file, a killed process leaves the database one ahead
    return newest is not None and any(
        known[one.writer] <= one.number + 1 and newest - one.at <= STALE for one in valid
    )


def _judge_unproved(markers: Sequence[Marker], state: ServerState, generation: int) -> Cause | None:
    """Return why a server that no marker confirms is closed; None as long as another host may confirm it."""
    if state.system != state.known_system:
        return Cause.OTHER_SERVER
    if not _is_seen_long_ago(state):
        return None
    is_old = any(one.generation == generation for one in markers)
    return Cause.MARKER_OLD if is_old else Cause.OTHER_TIMELINE


def _is_seen_long_ago(state: ServerState) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(_SIGHT, [state.system, state.timeline])
        cursor.execute(_SEEN_LONG_AGO, [WAIT.total_seconds(), state.system, state.timeline])
        row = cursor.fetchone()
    return bool(row and row[0])


def _name_change(state: ServerState) -> Cause:
    return Cause.OTHER_SERVER if state.system != state.known_system else Cause.OTHER_TIMELINE


@transaction.atomic
def _close_once(
    cause: Cause, waiting: Restore | None, markers: Sequence[Marker], state: ServerState
) -> None:
    """Record a restore, unless another process has recorded one since `waiting` was read."""
    lock_closing()
    if find_unreleased() == waiting:
        _close(cause, _describe(markers, state), markers)


def _describe(markers: Sequence[Marker], state: ServerState) -> dict[str, object]:
    known = _load_numbers(markers)
    return {
        "system": state.system,
        "timeline": state.timeline,
        "known_system": state.known_system,
        "known_timeline": state.known_timeline,
        "markers": [[one.number, known.get(one.writer)] for one in markers],
    }


def _close(cause: Cause, details: dict[str, object], markers: Sequence[Marker]) -> Restore:
    newest = Restore.objects.aggregate(generation=Max("generation"))["generation"] or 0
    generation = max([newest, *(one.generation for one in markers)]) + 1
    found = Restore.objects.create(cause=cause, details=details, generation=generation)
    data = {"code": cause.value}
    record(EventKind.RESTORE_FOUND, subject=f"restore {found.pk}", data=data)
    return found


def _beat(state: ServerState, generation: int) -> None:
    """Write the next number into the database, and after the commit into this host's marker."""
    own = _read_own()
    if own is None or (own.generation, own.system) != (generation, state.system):
        writer, number = uuid4(), 1
    else:
        writer, number = own.writer, own.number + 1
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_BEAT, [writer, number])
        acknowledged, at = cursor.fetchone()
    fresh = Marker(writer, acknowledged, generation, state.system, at)
    write_marker(own_file(_folder()), fresh)


def _read_own() -> Marker | None:
    return next(_each_marker([own_file(_folder())]), None)
