"""Program errors as events: at most one per kind of error, place and hour."""

import logging
import traceback
from typing import Final

import psycopg
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, transaction
from django.utils import timezone

from internals.postgresql.commits import CommitUnconfirmed
from journal.models import Event, EventKind
from journal.services.recording import record_once

# No connection; shutting down or starting; too many connections.
_GONE: Final = (
    "08",
    "57P",
    "53300",
)
_TRANSIENT: Final = (
    psycopg.errors.LockNotAvailable,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.SerializationFailure,
)
_log = logging.getLogger(__name__)


def is_database_down(error: BaseException) -> bool:
    """Return whether the database is unreachable, so that nothing can be recorded there either."""
    if isinstance(error, InterfaceError):
        return True
    cause = error.__cause__
    if not isinstance(error, OperationalError) or not isinstance(cause, psycopg.OperationalError):
        return False
    return cause.sqlstate is None or cause.sqlstate.startswith(_GONE)


def is_outcome_unknown(error: BaseException) -> bool:
    """Return whether a transaction's commit was not confirmed: it may have happened or not."""
    return isinstance(error, OperationalError) and isinstance(error.__cause__, CommitUnconfirmed)


def is_transient(error: BaseException) -> bool:
    """Return whether an error is transient: no database, a lock timeout, a task timeout.

    The next request or scan retries. Such errors are logged and raise no alarm.
    """
    return (
        is_database_down(error)
        or isinstance(error, SoftTimeLimitExceeded)
        or isinstance(error.__cause__, _TRANSIENT)
    )


def record_program_error(error: BaseException, where: str) -> int | None:
    """Record an uncaught error at `where` (a page or a task). Its message is only logged, because it may be personal.

    Uses a transaction of its own, after the failed one. Returns the id of the event, or of an
    earlier one if this kind of error was recorded here within the hour; None if it cannot be
    written.
    """
    hour = f"{timezone.now():%Y-%m-%d %H}h"
    name = type(error).__name__
    place = _place(error)
    subject = f"error {name} {place} {hour}"[:200]
    try:
        with transaction.atomic():
            data = {"error": name, "place": place, "path": where}
            record_once(EventKind.PROGRAM_ERROR, subject=subject, data=data)
            told = Event.objects.filter(kind=EventKind.PROGRAM_ERROR, subject=subject, once="")
            return told.values_list("pk", flat=True).first()
    except DatabaseError:
        _log.exception("The event of a program error cannot be written")
    return None


def _place(error: BaseException) -> str:
    """Return the innermost line of the project's code in the traceback, or the last line if there is none."""
    frames = traceback.extract_tb(error.__traceback__)
    root = f"{settings.BASE_DIR}/"
    ours = [
        one for one in frames if one.filename.startswith(root) and "/.venv/" not in one.filename
    ]
    if not (ours or frames):
        return "?"
    last = (ours or frames)[-1]
    return f"{last.filename.removeprefix(root)}:{last.lineno}"
