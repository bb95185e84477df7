"""Whether the installation is open, and the restore that keeps it closed."""

from dataclasses import dataclass
from typing import Final

from django.db import connection
from django.db.models import Max

from journal.models import EventKind
from restores.models import Preparation, ReleaseDecision, Restore


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
    """Return the newest restore if it is not released, else None. Its release covers earlier ones."""
    newest = Restore.objects.order_by("-pk").first()
    if newest is None or newest.releases.filter(decision__approved=True).exists():
        return None
    return newest


def load_generation() -> int:
    """Return the generation of the newest released restore; 0 if there was none."""
    released = ReleaseDecision.objects.filter(approved=True)
    found = released.aggregate(newest=Max("proposal__restore__generation"))["newest"]
    return int(found or 0)


def find_preparation(restore: Restore) -> Preparation | None:
    """Return what `after_restore` did for this restore on the server that answers, else None."""
    found = Preparation.objects.filter(pk=restore.pk).first()
    return found if found is not None and is_prepared_here(found) else None


def is_prepared_here(done: Preparation) -> bool:
    """Return whether the preparation was made on the server and timeline that answer now."""
    state = read_server()
    return (done.system, done.timeline) == (state.system, state.timeline)
