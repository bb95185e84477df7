"""Database backend for `ENGINE`: Django's own, with fewer checks per transaction.

Django checks the connection about five times per transaction and twice whether queries are logged:
a tenth of the client's work for one movement of money (docs/speed.md: 268,700 instructions instead
of 298,000).

A commit is sent by `commits`, which knows whether it is confirmed.

A savepoint that was sent along with the first statement (`prepared_statements`) becomes that of the next
atomic block: a change by the API needs two statements less.

Relies on `ensure_connection`, `get_new_connection`, `_commit`, `rollback`, `savepoint`, `savepoint_commit`,
`queries_logged`, `debug_transaction` and `wrap_database_errors`, as used by Django's own atomic blocks and cursors.
"""

import time
from typing import Any, Final

import psycopg
from django.db import OperationalError
from django.db.backends.postgresql import base
from django.db.backends.utils import debug_transaction
from psycopg_pool import PoolTimeout

from internals.postgresql.commits import commit, watch_commits
from internals.postgresql.waiting import is_silent

_NOT_ASKED: Final = 1.0  # seconds after a failed connection: a page that makes several queries waits for it only once
_gone_until: dict[str, float] = {}


READY_SAVEPOINT: Final = "ready"


class DatabaseWrapper(base.DatabaseWrapper):
    """The backend's connection; Django requires this class name."""

    ready_savepoint = ""
    """`READY_SAVEPOINT` if the transaction has set it and no atomic block has taken it."""

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

    def get_new_connection(self, conn_params: dict[str, Any]) -> psycopg.Connection[Any]:
        """Open a connection as Django does and watch its commits."""
        self.ready_savepoint = ""
        opened: psycopg.Connection[Any] = super().get_new_connection(conn_params)
        watch_commits(opened)
        return opened

    def savepoint(self) -> str | None:
        """Return the ready savepoint, once; else set one, as Django does."""
        ready, self.ready_savepoint = self.ready_savepoint, ""
        return ready or super().savepoint()

    def savepoint_commit(self, sid: str) -> None:
        """Release a savepoint; the ready one is released by the commit."""
        if sid != READY_SAVEPOINT:
            super().savepoint_commit(sid)

    def rollback(self) -> None:
        """Roll the transaction back, as Django does."""
        self.ready_savepoint = ""
        super().rollback()

    def _commit(self) -> None:
        """Commit. The error of an unconfirmed commit has `CommitUnconfirmed` as its cause."""
        self.ready_savepoint = ""
        if self.connection is None:
            return
        if not self.queries_logged:
            with self.wrap_database_errors:
                commit(self.connection)
            return
        with debug_transaction(self, "COMMIT"), self.wrap_database_errors:
            commit(self.connection)
