"""Sessions in the database, read by a prepared statement.

Why: every request reads its session, and composing that one query anew costs as much as all the rest of
finding out who asks (docs/speed.md).

Relies on `SessionStore._get_session_from_db`, through which Django's database sessions are read.
"""

from datetime import datetime
from typing import Final

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from internals.compiled_queries import ModelQuery

_LIVING: Final = ModelQuery[Session](
    lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now), str, datetime
)


class SessionStore(db.SessionStore):
    """Django's database sessions; only how they are read differs."""

    def _get_session_from_db(self) -> Session | None:
        """Return the stored session; forget the key if there is none or it has expired."""
        found = _LIVING.first(self.session_key, timezone.now())
        if found is None:
            self._session_key = None
        return found
