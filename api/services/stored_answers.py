"""Requests with an idempotency key: done once, answered again from the store.

The key, the work and its answer are one transaction. A process that dies leaves nothing behind; a concurrent request
with the same key waits for the end of that transaction in the database.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import psycopg
from django.db import InterfaceError, OperationalError, connection, transaction
from django.utils import timezone

from api.models import StoredAnswer
from api.refusals import IdempotencyKeyReused, InProgress, OutcomeUnknown
from api.values.keys import CallerKey
from journal.services.program_errors import is_database_down

KEPT_FOR: Final = timedelta(days=30)
WAIT_SECONDS: Final = 2
_SHORT_WAIT: Final = f"SET LOCAL lock_timeout TO '{WAIT_SECONDS}s'"
_USUAL_WAIT: Final = "SET LOCAL lock_timeout TO DEFAULT"
_BATCH: Final = 10_000
_NEVER_KEPT: Final = frozenset({401, 429})


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it was sent."""

    status: int
    content_type: str
    body: str
    headers: Mapping[str, str] = field(default_factory=dict)  # of the first answer only
    is_replay: bool = False

    @property
    def is_kept(self) -> bool:
        """False for answers that the same request may get differently later."""
        return self.status < 500 and self.status not in _NEVER_KEPT  # noqa: PLR2004 - server errors


def run_once(key: CallerKey, fingerprint: str, work: Callable[[], Answer]) -> Answer:
    """Do `work` unless this key has an answer, and return the answer.

    Raises IdempotencyKeyReused, InProgress after `WAIT_SECONDS`, and OutcomeUnknown if the connection is lost. What
    `work` raises undoes everything.
    """
    try:
        with transaction.atomic():
            row = _claim(key, fingerprint)
            return _replay(row, fingerprint) if row.status is not None else _finish(row, work())
    except (OperationalError, InterfaceError) as error:
        if is_database_down(error):
            raise OutcomeUnknown(detail=str(error)) from error
        raise


def _claim(key: CallerKey, fingerprint: str) -> StoredAnswer:
    """Return the row of a key, new or answered. Waits for another transaction that has just made it."""
    row = StoredAnswer(caller=key.caller, key=key.key, fingerprint=fingerprint)
    _execute(_SHORT_WAIT)
    try:
        StoredAnswer.objects.bulk_create([row], ignore_conflicts=True)
    except OperationalError as error:
        if isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
            raise InProgress(detail=str(key)) from error
        raise
    _execute(_USUAL_WAIT)
    return StoredAnswer.objects.get(caller=key.caller, key=key.key)


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _replay(row: StoredAnswer, fingerprint: str) -> Answer:
    if row.fingerprint != fingerprint:
        raise IdempotencyKeyReused(detail=row.key)
    return Answer(row.status or 0, row.content_type, row.body, is_replay=True)


def _finish(row: StoredAnswer, answer: Answer) -> Answer:
    if answer.is_kept:
        row.status, row.content_type, row.body = answer.status, answer.content_type, answer.body
        row.save(update_fields=["status", "content_type", "body"])
    else:
        row.delete()
    return answer


def delete_old_answers(now: datetime | None = None) -> int:
    """Delete answers older than `KEPT_FOR`, in batches. Return how many."""
    before = (now or timezone.now()) - KEPT_FOR
    total = 0
    while True:
        old = StoredAnswer.objects.filter(created_at__lt=before).values("pk")[:_BATCH]
        deleted, _ = StoredAnswer.objects.filter(pk__in=old).delete()
        total += deleted
        if deleted < _BATCH:
            return total
