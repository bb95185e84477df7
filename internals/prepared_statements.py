"""Statements prepared once per connection and sent through libpq, bypassing Django's and psycopg's cursors.

Why: psycopg drops its own prepared statements at every rollback, and a general-purpose cursor costs
a short call more than its execution. Values are sent as text; if a transaction has to begin,
`BEGIN` is sent along: one round trip instead of two. Measured in docs/speed.md: the client's cost
of each step, and two round trips for a movement instead of three.

A savepoint may be sent along too; Django's next atomic block takes it as its own (`postgresql.base`).

A pooler in transaction mode gives each transaction another session, which does not know the names.
There the statements are unnamed and parsed at each use (`UNNAMED` in a database's settings).

Relies on `psycopg.generators`, `Connection.wait` and `Connection.lock`, none of which psycopg
documents, and on `validate_no_broken_transaction`, `queries_logged` and `queries_log` of Django's
connections.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, cast
from weakref import WeakKeyDictionary

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from psycopg import generators, pq
from psycopg.abc import Buffer, PQGen
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.pq.abc import PGconn, PGresult
from psycopg.types.numeric import Int8

from internals.postgresql.base import READY_SAVEPOINT, DatabaseWrapper

# Module constants: Python looks up an enumeration member anew at each use.
_GOOD: Final = (pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK)
_IDLE: Final = pq.TransactionStatus.IDLE
_ACTIVE: Final = pq.TransactionStatus.ACTIVE
_OPEN: Final = pq.ConnStatus.OK
Statement = tuple[str, tuple[int, ...]]
"""A statement and the type numbers (OIDs) of its arguments."""

_BEGIN: Final[Statement] = ("BEGIN", ())
_SAVEPOINT: Final[Statement] = (f"SAVEPOINT {READY_SAVEPOINT}", ())
_prepared: WeakKeyDictionary[psycopg.Connection[object], dict[Statement, bytes]] = (
    WeakKeyDictionary()
)
"""Names of the statements prepared on a connection. The server keeps them across rollbacks."""

UNNAMED: Final = "UNNAMED_STATEMENTS"
"""Key of a database's settings: True behind a pooler that does not know prepared statements."""


def build_text_statement(statement: str, *types: str) -> Statement:
    """Return a statement for `run_text_statement`, with its arguments' types by name."""
    return statement, tuple(psycopg.adapters.types[name].oid for name in types)


class FunctionCall(NamedTuple):
    """A call of a database function, to be added to another statement."""

    function: str
    values: tuple[object, ...]


def run_statement(statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
    """Execute a statement with `$1`, `$2`, … in Django's transaction; return its rows. Raises Django's errors."""
    # one type for integers of any size: otherwise each size is another statement to prepare
    sent = [Int8(value) if type(value) is int else value for value in values]
    database = _open_connection(statement)
    with database.wrap_database_errors:
        session = database.connection
        mixed = Transformer(session)
        texts = mixed.dump_sequence(sent, [PyFormat.TEXT] * len(sent))
        answer = _execute(database, (statement, tuple(mixed.types or ())), texts)
        mixed.set_pgresult(answer)
        return mixed.load_rows(0, answer.ntuples, tuple)


def run_text_statement(statement: Statement, texts: Sequence[Buffer | None]) -> PGresult:
    """Execute a statement with text parameters in Django's transaction. Raises Django's errors."""
    database = _open_connection(statement[0])
    with database.wrap_database_errors:
        return _execute(database, statement, texts)


def run_first_text_statement(statement: Statement, texts: Sequence[Buffer | None]) -> PGresult:
    """Execute a statement as `run_text_statement`. If it begins the transaction, a savepoint follows in the same round trip.

    The next atomic block inside takes that savepoint as its own, and only the commit releases it: its rollback also
    undoes what was done between.
    """
    database = _open_connection(statement[0])
    with database.wrap_database_errors:
        return _execute_first(database, statement, texts)


def drop_ready_savepoint() -> None:
    """Let the next atomic block set a savepoint of its own."""
    _database().ready_savepoint = ""


def _database() -> DatabaseWrapper:
    # the proxy `connection` would look it up for each attribute
    return cast("DatabaseWrapper", connections[DEFAULT_DB_ALIAS])


def _open_connection(statement: str) -> DatabaseWrapper:
    """Return Django's open connection and log the statement among its queries."""
    database = _database()
    database.ensure_connection()
    database.validate_no_broken_transaction()
    _log(database, statement)
    return database


def _log(database: DatabaseWrapper, statement: str) -> None:
    if database.queries_logged:
        database.queries_log.append({"sql": statement, "time": "0"})


def _execute(
    database: DatabaseWrapper, statement: Statement, values: Sequence[Buffer | None]
) -> PGresult:
    """Execute a statement with text arguments; it is prepared once per connection, or unnamed."""
    session: psycopg.Connection[object] = database.connection
    begins = _begins(session)
    with session.lock:
        make = _unnamed if database.settings_dict.get(UNNAMED) else _named
        send = make(session, statement, values)
        if begins:
            return _send_together(session, make(session, _BEGIN, ()), send)[1]
        send()
        return _checked(session.pgconn, session.wait(generators.execute(session.pgconn)))


def _execute_first(
    database: DatabaseWrapper, statement: Statement, values: Sequence[Buffer | None]
) -> PGresult:
    """Execute a statement; if it begins the transaction, set the ready savepoint behind it."""
    session: psycopg.Connection[object] = database.connection
    if not _begins(session):
        return _execute(database, statement, values)
    _log(database, _SAVEPOINT[0])
    with session.lock:
        make = _unnamed if database.settings_dict.get(UNNAMED) else _named
        begin, send, save = (
            make(session, one, given)
            for one, given in ((_BEGIN, ()), (statement, values), (_SAVEPOINT, ()))
        )
        answer = _send_together(session, begin, send, save)[1]
    database.ready_savepoint = READY_SAVEPOINT
    return answer


def _begins(session: psycopg.Connection[object]) -> bool:
    """Return whether `BEGIN` goes with the next statement."""
    if session.pgconn.transaction_status != _IDLE or session.autocommit:
        return False
    if _told(session):
        session.execute("")  # psycopg begins the transaction with the connection's own settings
        return False
    return True


def _named(
    session: psycopg.Connection[object], statement: Statement, values: Sequence[Buffer | None]
) -> Callable[[], None]:
    """Return what sends a statement that this connection has prepared; prepare it at its first use."""
    names = _names(session)
    name = names.get(statement) or _prepare(session, names, statement)
    return partial(session.pgconn.send_query_prepared, name, values or None)


def _unnamed(
    session: psycopg.Connection[object], statement: Statement, values: Sequence[Buffer | None]
) -> Callable[[], None]:
    text, types = statement
    return partial(session.pgconn.send_query_params, text.encode(), values or None, types or None)


def _told(session: psycopg.Connection[object]) -> bool:
    """Return whether the connection has transaction settings other than the server's."""
    return (session.isolation_level, session.read_only, session.deferrable) != (None, None, None)


def _names(session: psycopg.Connection[object]) -> dict[Statement, bytes]:
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


def _send_together(
    session: psycopg.Connection[object], *sends: Callable[[], None]
) -> list[PGresult]:
    """Send statements in one round trip, the first of them BEGIN; a refusal leaves the transaction broken.

    If interrupted before all results arrive, the connection accepts no further statement: Django's
    rollback fails and closes it.
    """
    libpq = session.pgconn
    libpq.enter_pipeline_mode()
    try:
        for send in sends:
            send()
        libpq.pipeline_sync()
        answers = session.wait(_fetch_all(libpq, len(sends)))
    finally:
        open_still = libpq.status == _OPEN
        if open_still and libpq.transaction_status != _ACTIVE:
            libpq.exit_pipeline_mode()
    return [_checked(libpq, answer) for answer in answers]


def _fetch_all(libpq: PGconn, count: int) -> PQGen[list[list[PGresult]]]:
    """Wait for all answers and the end of the pipeline."""
    answers = yield from generators.execute(libpq)
    found = [answers]
    while len(found) < count:
        answers = yield from generators.fetch_many(libpq)
        found.append(answers)
    yield from generators.fetch_many(libpq)
    return found


def _checked(libpq: PGconn, results: Sequence[PGresult]) -> PGresult:
    """Return the last result, or raise psycopg's error for it."""
    result = results[-1] if results else None
    if result is not None and result.status in _GOOD:
        return result
    if result is None or not result.error_field(pq.DiagnosticField.SQLSTATE):
        raise psycopg.OperationalError(libpq.get_error_message())
    raise error_from_result(result)
