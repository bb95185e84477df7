"""The one gate for everything that stays closed after a restore.

Deals and transfers are also refused by the database (`restores/sql/gate.sql`).
"""

from typing import Final

import psycopg
from django.db import DatabaseError

from restores.refusals import ClosedAfterRestore
from restores.selectors import is_open

_CLOSED: Final = "LR001"


def require_open() -> None:
    """Raise ClosedAfterRestore unless the installation is open. One query."""
    if not is_open():
        raise ClosedAfterRestore


def find_closed(error: BaseException) -> ClosedAfterRestore | None:
    """Return the refusal if the database's own gate caused this error, else None."""
    cause = error.__cause__ if isinstance(error, DatabaseError) else error
    is_closed = isinstance(cause, psycopg.Error) and cause.sqlstate == _CLOSED
    return ClosedAfterRestore() if is_closed else None
