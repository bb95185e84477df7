"""Whether the installation is open, and the restore that keeps it closed."""

from dataclasses import dataclass
from typing import Final

from django.db import connection

from journal.models import EventKind
from restores.models import Restore


@dataclass(frozen=True, slots=True)
class ServerState:
    """The server that answers: its identity, its timeline, and whether it is the one last confirmed."""

    system: str
    timeline: int
    known_system: str
    known_timeline: int

    @property
    def is_known(self) -> bool:
        return (self.system, self.timeline) == (self.known_system, self.known_timeline)


BACKUP: Final = EventKind.BACKUP_MADE.value
DRILL: Final = EventKind.RESTORE_DRILLED.value
_AGES: Final = """
    SELECT extract(epoch FROM clock_timestamp() - (SELECT max(at) FROM journal_event WHERE kind = %s)),
           extract(epoch FROM clock_timestamp() - (SELECT last_archived_time FROM pg_stat_archiver)),
           extract(epoch FROM clock_timestamp() - (SELECT max(at) FROM journal_event WHERE kind = %s))
"""


@dataclass(frozen=True, slots=True)
class BackupAges:
    """Seconds since the last backup, the last archived log file and the last restore drill; None if there was none."""

    backup: float | None
    archived_log: float | None
    drill: float | None


def load_backup_ages() -> BackupAges:
    """Return the ages. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_AGES, [BACKUP, DRILL])
        row = cursor.fetchone()
    return BackupAges(*(None if age is None else float(age) for age in row))


def is_open() -> bool:
    """Return whether play, payments, mail, webhooks and files are open. One query."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT restores_is_open()")
        row = cursor.fetchone()
    return bool(row and row[0])


def read_server() -> ServerState:
    """Return the identity of the server and of the last one confirmed. One query. Fails on a standby."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT system_identifier::text, restores_timeline(), known.system, known.timeline"
            " FROM pg_control_system(),"
            " (SELECT system, timeline FROM restores_server ORDER BY id DESC LIMIT 1) AS known"
        )
        return ServerState(*cursor.fetchone())


def find_unreleased() -> Restore | None:
    """Return the newest restore that is not released, None if there is none."""
    waiting = Restore.objects.exclude(releases__decision__approved=True)
    return waiting.order_by("-pk").first()


def count_released() -> int:
    """Return the number of restores that were released."""
    return Restore.objects.filter(releases__decision__approved=True).distinct().count()
