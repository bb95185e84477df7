"""Requests with an idempotency key: done once, answered again from the store.

The key, the work and its answer are usually one transaction. A process that dies leaves nothing behind; a concurrent request
with the same key waits for the end of that transaction in the database.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

import psycopg
from django.db import InterfaceError, OperationalError, connection, transaction
from django.utils import timezone

from api.models import StoredAnswer
from api.refusals import IdempotencyKeyReused, InProgress, OutcomeUnknown
from api.values.keys import CallerKey
from internals.postgresql.direct import direct_session
from journal.services.program_errors import is_database_down
from journal.services.replays import commit_replay

KEPT_FOR: Final = timedelta(days=30)
WAIT_SECONDS: Final = 2
_USUAL_WAIT: Final = "SET {} lock_timeout TO DEFAULT"
_INSERT_IF_FREE: Final = """
    INSERT INTO api_storedanswer (caller, key, fingerprint, content_type, body, created_at)
    SELECT %s, %s, %s, '', '', %s WHERE pg_try_advisory_xact_lock(hashtextextended(%s, 0))
    ON CONFLICT (caller, key) DO NOTHING RETURNING id
"""
"""The lock is taken first: without it the statement would wait for a transaction with the same key."""

_BATCH: Final = 10_000
_NEVER_KEPT: Final = frozenset({401, 429})


@dataclass(frozen=True, slots=True)
class KeptAnswer:
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


def run_once(
    key: CallerKey,
    fingerprint: str,
    work: Callable[[], KeptAnswer],
    *,
    in_one_transaction: bool = True,
) -> KeptAnswer:
    """Do `work` unless this key has an answer, and return the answer.

    `in_one_transaction` False is for work that speaks with another system between transactions of its own: then a
    session's advisory lock makes others wait, and a repeated request continues where a dead process stopped.
    Raises IdempotencyKeyReused, InProgress after `WAIT_SECONDS`, and OutcomeUnknown if the connection is lost. What
    `work` raises undoes everything in one transaction.
    """
    run = transaction.atomic() if in_one_transaction else _advisory_lock(key)
    try:
        with run:
            return _answer(_claim(key, fingerprint), fingerprint, work)
    except (OperationalError, InterfaceError) as error:
        if is_database_down(error):
            raise OutcomeUnknown(detail=str(error)) from error
        raise


def _answer(row: StoredAnswer, fingerprint: str, work: Callable[[], KeptAnswer]) -> KeptAnswer:
    if row.fingerprint != fingerprint:
        raise IdempotencyKeyReused(detail=row.key)
    if row.status is None:
        return _finish(row, work())
    commit_replay()
    return KeptAnswer(row.status, row.content_type, row.body, is_replay=True)


def _claim(key: CallerKey, fingerprint: str) -> StoredAnswer:
    """Return the row of a key, new or answered. One query for a new key.

    Waits for another transaction that has just made it.
    """
    row = StoredAnswer(caller=key.caller, key=key.key, fingerprint=fingerprint)
    made = _execute(
        _INSERT_IF_FREE, [row.caller, row.key, fingerprint, row.created_at, key.lock_name]
    )
    if made is not None:
        row.pk = made[0]
        return row
    with _short_wait(key, local=connection.in_atomic_block):
        StoredAnswer.objects.bulk_create([row], ignore_conflicts=True)
    return StoredAnswer.objects.get(caller=key.caller, key=key.key)


@contextmanager
def _advisory_lock(key: CallerKey) -> Iterator[None]:
    """Hold the lock of a key for the session: until the end of the block, or of the connection.

    The block's transactions use the same session, so they end with the lock.
    """
    with direct_session():
        yield from _hold_lock(key)


def _hold_lock(key: CallerKey) -> Iterator[None]:
    named = [key.lock_name]
    if _execute("SELECT 1 WHERE pg_try_advisory_lock(hashtextextended(%s, 0))", named) is None:
        with _short_wait(key, local=False):
            _execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", named)
    try:
        yield
    finally:
        _execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", named)


@contextmanager
def _short_wait(key: CallerKey, *, local: bool) -> Iterator[None]:
    """Wait for a lock at most `WAIT_SECONDS` within the block, then raise InProgress."""
    scope = "LOCAL" if local else "SESSION"
    _execute(f"SET {scope} lock_timeout TO '{WAIT_SECONDS}s'")
    try:
        yield
    except OperationalError as error:
        if not isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
            raise
        if not local:
            _execute(_USUAL_WAIT.format(scope))
        raise InProgress(detail=str(key)) from error
    _execute(_USUAL_WAIT.format(scope))


def _execute(statement: str, parameters: Sequence[str | datetime] = ()) -> tuple[Any, ...] | None:
    """Execute a statement; return its first row, if any."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        row: tuple[Any, ...] | None = cursor.fetchone() if cursor.description else None
        return row


def _finish(row: StoredAnswer, answer: KeptAnswer) -> KeptAnswer:
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
