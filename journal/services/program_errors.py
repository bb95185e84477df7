"""Program errors as events: at most one for each kind of error at each place and hour, however often it happens."""

import logging
import traceback
from typing import Final

import psycopg
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, transaction
from django.utils import timezone

from journal.models import Kind
from journal.services.recording import record_once

_GONE: Final = ("08", "57P", "53300")  # no connection; shut down, or starting; no room for one more
_TRANSIENT: Final = (
    psycopg.errors.LockNotAvailable,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.SerializationFailure,
)
_log = logging.getLogger(__name__)


def is_down(error: BaseException) -> bool:
    """Whether the database cannot be reached, or has gone: nothing can be written there about it either."""
    if isinstance(error, InterfaceError):
        return True
    cause = error.__cause__
    if not isinstance(error, OperationalError) or not isinstance(cause, psycopg.OperationalError):
        return False
    return cause.sqlstate is None or cause.sqlstate.startswith(_GONE)


def is_expected(error: BaseException) -> bool:
    """Whether an error passes by itself: no database, a lock that others held, a task whose time was up.

    Nothing is wrong with the program: the next request or scan does it again. Such an error is logged and raises no alarm.
    """
    return (
        is_down(error)
        or isinstance(error, SoftTimeLimitExceeded)
        or isinstance(error.__cause__, _TRANSIENT)
    )


def tell_of_error(error: BaseException, where: str) -> None:
    """Write the event of an error nobody caught, at `where` (a page or a task). What it said stays in the log: it may be personal.

    In a transaction of its own, after the failed one; where the database takes nothing the log has to do.
    """
    hour = f"{timezone.now():%Y-%m-%d %H}h"
    name = type(error).__name__
    place = _place(error)
    subject = f"error {name} {place} {hour}"[:200]
    try:
        with transaction.atomic():
            data = {"error": name, "place": place, "path": where}
            record_once(Kind.PROGRAM_ERROR, subject=subject, data=data)
    except DatabaseError:
        _log.exception("The event of a program error cannot be written")


def _place(error: BaseException) -> str:
    """The last line of ours that it came through, or the last at all."""
    frames = traceback.extract_tb(error.__traceback__)
    root = f"{settings.BASE_DIR}/"
    ours = [
        one for one in frames if one.filename.startswith(root) and "/.venv/" not in one.filename
    ]
    if not (ours or frames):
        return "?"
    last = (ours or frames)[-1]
    return f"{last.filename.removeprefix(root)}:{last.lineno}"
