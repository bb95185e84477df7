"""Statements that a connection's server prepares once, sent through libpq past Django's and psycopg's cursors.

Why: psycopg drops its own prepared statements at every rollback, and a cursor that serves any statement costs a short call more than
its execution. Values go as text, and where a transaction is about to begin, `BEGIN` goes along: one round trip instead of two.
Measured in docs/speed.md: what each step of this costs the client, and two round trips for a movement instead of three.

Relies on `psycopg.generators`, `Connection.wait` and `Connection.lock`, none of which psycopg documents, and on
`validate_no_broken_transaction`, `queries_logged` and `queries_log` of Django's connections.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import generators, pq
from psycopg.abc import Buffer, PQGen
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.pq.abc import PGconn, PGresult
from psycopg.types.numeric import Int8

# By names of our own: Python looks a member of an enumeration up anew for each use.
_GOOD: Final = (pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK)
_IDLE: Final = pq.TransactionStatus.IDLE
_ACTIVE: Final = pq.TransactionStatus.ACTIVE
_OPEN: Final = pq.ConnStatus.OK
Statement = tuple[str, tuple[int, ...]]
"""A statement and the types of its arguments, as the numbers that the server knows them by."""

_BEGIN: Final[Statement] = ("BEGIN", ())
_prepared: WeakKeyDictionary[psycopg.Connection[object], dict[Statement, bytes]] = (
    WeakKeyDictionary()
)
"""What a connection's server has, by name; it keeps it whatever becomes of a transaction."""


class Call(NamedTuple):
    """A call of a database function, to be added to another statement."""

    function: str
    values: tuple[object, ...]


def run(statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
    """Execute a statement with `$1`, `$2`, … as part of Django's transaction; its rows, if it has any. Raises Django's errors."""
    # one type for whole numbers of any size: otherwise each size is another statement to plan
    sent = [Int8(value) if type(value) is int else value for value in values]
    database = _open_connection(statement)
    with database.wrap_database_errors:
        session = database.connection
        mixed = Transformer(session)
        texts = mixed.dump_sequence(sent, [PyFormat.TEXT] * len(sent))
        answer = _execute(session, (statement, tuple(mixed.types or ())), texts)
        mixed.set_pgresult(answer)
        return mixed.load_rows(0, answer.ntuples, tuple)


def run_texts(statement: Statement, texts: Sequence[Buffer | None]) -> PGresult:
    """Execute a statement with text parameters within Django's transaction. Raises Django's errors."""
    database = _open_connection(statement[0])
    with database.wrap_database_errors:
        return _execute(database.connection, statement, texts)


def _open_connection(statement: str) -> BaseDatabaseWrapper:
    """Django's connection, open, for one statement, which is counted among its own."""
    # the proxy `connection` looks it up for each attribute
    database = connections[DEFAULT_DB_ALIAS]
    database.ensure_connection()
    database.validate_no_broken_transaction()
    if database.queries_logged:
        database.queries_log.append({"sql": statement, "time": "0"})
    return database


def _execute(
    session: psycopg.Connection[object], statement: Statement, values: Sequence[Buffer | None]
) -> PGresult:
    """The answer to a statement with these arguments, written as text; it is parsed once for each connection."""
    libpq = session.pgconn
    begins = libpq.transaction_status == _IDLE and not session.autocommit
    if begins and _told(session):
        session.execute("")  # begins as the connection is told to
        begins = False
    with session.lock:
        names = _names(session)
        begin = names.get(_BEGIN) or _prepare(session, names, _BEGIN)
        name = names.get(statement) or _prepare(session, names, statement)
        if begins:
            return _begun(session, begin, name, values)
        libpq.send_query_prepared(name, values)
        return _checked(libpq, session.wait(generators.execute(libpq)))


def _told(session: psycopg.Connection[object]) -> bool:
    """Whether the connection's transactions are to begin in another way than the server's own."""
    return (session.isolation_level, session.read_only, session.deferrable) != (None, None, None)


def _names(session: psycopg.Connection[object]) -> dict[Statement, bytes]:
    """Names of the statements prepared on this connection."""
    names = _prepared.get(session)
    if names is None:
        names = _prepared[session] = {}
    return names


def _prepare(
    session: psycopg.Connection[object], names: dict[Statement, bytes], statement: Statement
) -> bytes:
    """Prepare a statement for the life of the connection; return its name."""
    text, types = statement
    name, libpq = b"ligalo_%d" % len(names), session.pgconn
    libpq.send_prepare(name, text.encode(), types)
    _checked(libpq, session.wait(generators.execute(libpq)))
    names[statement] = name
    return name


def _begun(
    session: psycopg.Connection[object], begin: bytes, name: bytes, values: Sequence[Buffer | None]
) -> PGresult:
    """Send BEGIN and the statement in one round trip; a refusal leaves the transaction broken.

    If interrupted before all results arrive, the connection accepts no further statement: Django's rollback fails and closes it.
    """
    libpq = session.pgconn
    libpq.enter_pipeline_mode()
    try:
        libpq.send_query_prepared(begin, None)
        libpq.send_query_prepared(name, values)
        libpq.pipeline_sync()
        began, asked = session.wait(_both(libpq))
    finally:
        open_still = libpq.status == _OPEN
        if open_still and libpq.transaction_status != _ACTIVE:
            libpq.exit_pipeline_mode()
    _checked(libpq, began)
    return _checked(libpq, asked)


def _both(libpq: PGconn) -> PQGen[tuple[list[PGresult], list[PGresult]]]:
    """Wait once for both answers and the end of the pipeline."""
    began = yield from generators.execute(libpq)
    asked = yield from generators.fetch_many(libpq)
    yield from generators.fetch_many(libpq)
    return began, asked


def _checked(libpq: PGconn, results: Sequence[PGresult]) -> PGresult:
    """Return the last result; an error at the end of a transaction of its own is one too."""
    result = results[-1] if results else None
    if result is not None and result.status in _GOOD:
        return result
    if result is None or not result.error_field(pq.DiagnosticField.SQLSTATE):
        raise psycopg.OperationalError(libpq.get_error_message())
    raise error_from_result(result)
