"""Database backend for `ENGINE`: Django's own, with fewer checks per transaction.

Django checks the connection about five times per transaction and twice whether queries are logged:
a tenth of the client's work for one movement of money (docs/speed.md: 268,700 instructions instead
of 298,000).

Relies on `ensure_connection`, `_commit`, `queries_logged` and `wrap_database_errors`, as used by
Django's own atomic blocks and cursors.
"""

import time
from typing import Final

import psycopg
from django.db import OperationalError
from django.db.backends.postgresql import base
from psycopg_pool import PoolTimeout

from internals.postgresql.waiting import is_silent

_NOT_ASKED: Final = 1.0  # seconds after a failed connection: a page that makes several queries waits for it only once
_gone_until: dict[str, float] = {}


class DatabaseWrapper(base.DatabaseWrapper):
    """The backend's connection; Django requires this class name."""

    def ensure_connection(self) -> None:
        """Open the connection if it is closed; only then check for a running event loop.

        Raises OperationalError at once if the database did not answer a moment ago.
        """
        if self.connection is not None:
            return
        if is_silent() or time.monotonic() < _gone_until.get(self.alias, 0):
            message = "the database did not answer a moment ago"
            raise OperationalError(message) from psycopg.OperationalError(message)
        try:
            super().ensure_connection()
        except OperationalError as error:
            if isinstance(error.__cause__, PoolTimeout):
                _gone_until[self.alias] = time.monotonic() + _NOT_ASKED
            raise

    def _commit(self) -> None:
        if self.connection is None or self.queries_logged:
            super()._commit()  # type: ignore[misc]  # missing in the stub
        else:
            with self.wrap_database_errors:
                self.connection.commit()
