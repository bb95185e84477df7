"""The backend that `ENGINE` names; everything but what stands here is Django's own.

Django makes sure of the connection about five times in a transaction and of nobody's asking for the
queries twice. Of a movement of money, which is one short call, that is a tenth of its client's work.
"""

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection; Django asks for the class by this name."""

    def ensure_connection(self) -> None:
        """Open the connection unless it is; only then may an event loop be in the way, whose tasks share none."""
        if self.connection is None:
            super().ensure_connection()

    def _commit(self) -> None:
        if self.connection is None or self.queries_logged:
            super()._commit()  # type: ignore[misc]  # its stub does not tell of it
        else:
            with self.wrap_database_errors:
                self.connection.commit()
