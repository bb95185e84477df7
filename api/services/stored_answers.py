"""Requests with an idempotency key: done once, answered again from the store.

The work and its answer are usually one transaction, under an advisory lock of the key. A process that dies leaves nothing
behind; a concurrent request with the same key waits for the end of that transaction in the database.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

import psycopg
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from api.models import StoredAnswer
from api.refusals import IdempotencyKeyReused, InProgress, OutcomeUnknown
from api.values.keys import CallerKey
from api.values.packed_texts import pack_text, unpack_text
from internals.postgresql.direct import direct_session, is_pooled
from internals.prepared_statements import (
    build_text_statement,
    drop_ready_savepoint,
    run_first_text_statement,
    run_statement,
    run_text_statement,
)
from journal.services.program_errors import is_database_down
from journal.services.replays import commit_replay

KEPT_FOR: Final = timedelta(days=30)
WAIT_SECONDS: Final = 2
_USUAL_WAIT: Final = "SET {} lock_timeout TO DEFAULT"
_TRY_LOCK: Final = "SELECT 1 WHERE pg_try_advisory_lock(hashtextextended($1, 0))"
_LOCK: Final = "SELECT pg_advisory_lock(hashtextextended($1, 0))"
_UNLOCK: Final = "SELECT pg_advisory_unlock(hashtextextended($1, 0))"
_LOCK_TRANSACTION: Final = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"
_FIND: Final = (
    "SELECT fingerprint, status, body FROM api_storedanswer WHERE caller = $1 AND key = $2"
)
_LOCK_AND_LOOK: Final = build_text_statement(
    """
    SELECT pg_try_advisory_xact_lock(hashtextextended($3, 0)),
        EXISTS (SELECT FROM api_storedanswer WHERE caller = $1 AND key = $2)
    """,
    *("text", "text", "text"),
)
_STORE: Final = build_text_statement(
    """
    INSERT INTO api_storedanswer AS stored (caller, key, fingerprint, status, body, created_at)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (caller, key) DO UPDATE SET status = excluded.status, body = excluded.body
    WHERE stored.status IS NULL
    RETURNING id
    """,
    *("text", "text", "bytea", "int2", "bytea", "timestamptz"),
)

_BATCH: Final = 10_000
_NEVER_KEPT: Final = frozenset({401, 429})


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """An answer as it was sent. `began` is False for a request that was refused before its work began."""

    status: int
    body: str
    headers: Mapping[str, str] = field(default_factory=dict)  # of the first answer only
    began: bool = True
    is_replay: bool = False

    @property
    def is_kept(self) -> bool:
        """False for answers that the same request may get differently later."""
        is_final = self.status < 500 and self.status not in _NEVER_KEPT  # noqa: PLR2004 - server errors
        return self.began and is_final


class _AnsweredMeanwhileError(Exception):
    """Another transaction with the key was committed between the search for its answer and the lock."""


@dataclass(frozen=True, slots=True)
class _Request:
    """A request by its key and fingerprint."""

    key: CallerKey
    fingerprint: bytes

    @property
    def names(self) -> tuple[str, str]:
        return self.key.caller, self.key.key


def run_once(
    key: CallerKey,
    fingerprint: bytes,
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
    run = _run_in_one_transaction if in_one_transaction else _run_in_several
    try:
        return run(_Request(key, fingerprint), work)
    except (OperationalError, InterfaceError) as error:
        if is_database_down(error):
            raise OutcomeUnknown(detail=str(error)) from error
        raise


def _run_in_one_transaction(request: _Request, work: Callable[[], KeptAnswer]) -> KeptAnswer:
    try:
        with transaction.atomic():
            return _lock_and_find(request) or _store(request, work())
    except _AnsweredMeanwhileError:  # the work is undone
        return _find(request) or _run_in_one_transaction(request, work)


def _run_in_several(request: _Request, work: Callable[[], KeptAnswer]) -> KeptAnswer:
    # repeats, which come in numbers after an outage, take no session of their own beside the pooler
    if is_pooled() and (found := _find(request)):
        return found
    with _advisory_lock(request.key):
        if found := _find(request):
            return found
        row = StoredAnswer(caller=request.key.caller, key=request.key.key)
        row.fingerprint = request.fingerprint
        StoredAnswer.objects.bulk_create([row], ignore_conflicts=True)
        answer = _store(request, work())
        if not answer.is_kept:
            StoredAnswer.objects.filter(caller=request.key.caller, key=request.key.key).delete()
        return answer


def _lock_and_find(request: _Request) -> KeptAnswer | None:
    """Lock the key until the end of the transaction; return its answer, if any. One query for a new key.

    Waits for another transaction with the key. The lock is taken before any savepoint: a refusal keeps it.
    """
    lock = request.key.lock_name
    looked = run_first_text_statement(_LOCK_AND_LOOK, _encode(*request.names, lock))
    is_locked, is_known = (looked.get_value(0, place) == b"t" for place in (0, 1))
    if not is_locked and not is_known:
        drop_ready_savepoint()
        with _short_wait(request.key, local=True):
            _execute(_LOCK_TRANSACTION, lock)
        is_known = True
    return _find(request) if is_known else None


def _find(request: _Request) -> KeptAnswer | None:
    return _read_answer(_execute(_FIND, *request.names), request)


def _read_answer(row: tuple[Any, ...] | None, request: _Request) -> KeptAnswer | None:
    """Return the stored answer; None without one. Raises IdempotencyKeyReused."""
    if row is None:
        return None
    fingerprint, status, body = row
    if bytes(fingerprint) != request.fingerprint:
        raise IdempotencyKeyReused(detail=request.key.key)
    if status is None:
        return None
    commit_replay()
    return KeptAnswer(status, unpack_text(bytes(body)), is_replay=True)


def _store(request: _Request, answer: KeptAnswer) -> KeptAnswer:
    """Store an answer that is kept, in one statement. Raises _AnsweredMeanwhileError."""
    if answer.is_kept:
        fingerprint, body = (
            rb"\x" + one.hex().encode() for one in (request.fingerprint, pack_text(answer.body))
        )
        now = timezone.now().isoformat()
        caller, key, status, at = _encode(*request.names, str(answer.status), now)
        if not run_text_statement(_STORE, (caller, key, fingerprint, status, body, at)).ntuples:
            raise _AnsweredMeanwhileError
    return answer


def _encode(*texts: str) -> tuple[bytes, ...]:
    return tuple(text.encode() for text in texts)


@contextmanager
def _advisory_lock(key: CallerKey) -> Iterator[None]:
    """Hold the lock of a key for the session: until the end of the block, or of the connection.

    The block's transactions use the same session, so they end with the lock.
    """
    with direct_session():
        yield from _hold_lock(key)


def _hold_lock(key: CallerKey) -> Iterator[None]:
    if _execute(_TRY_LOCK, key.lock_name) is None:
        with _short_wait(key, local=False):
            _execute(_LOCK, key.lock_name)
    try:
        yield
    finally:
        _execute(_UNLOCK, key.lock_name)


@contextmanager
def _short_wait(key: CallerKey, *, local: bool) -> Iterator[None]:
    """Wait for a lock at most `WAIT_SECONDS` within the block, then raise InProgress."""
    scope, is_aborted = "LOCAL" if local else "SESSION", False
    _execute(f"SET {scope} lock_timeout TO '{WAIT_SECONDS}s'")
    try:
        yield
    except OperationalError as error:
        is_aborted = local  # its transaction ends, and the setting with it
        if not isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
            raise
        raise InProgress(detail=str(key)) from error
    finally:
        if not is_aborted:
            _execute(_USUAL_WAIT.format(scope))


def _execute(statement: str, *values: object) -> tuple[Any, ...] | None:
    """Execute a statement, prepared once per connection; return its first row, if any."""
    return next(iter(run_statement(statement, values)), None)


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
