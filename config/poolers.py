"""Every PgBouncer's console: its version and settings at start, RECONNECT after a migration."""

import logging
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import ImproperlyConfigured
from psycopg import pq

from config.pooling import NO_POOLER, PREPARED, TRANSACTION

_LIBPQ: Final = 170_000  # closes prepared statements by the protocol
_PGBOUNCER: Final = (1, 22)
_log = logging.getLogger(__name__)
Console = psycopg.Connection[Any]


def check_pooler() -> None:
    """Compare the mode with every PgBouncer of PGBOUNCER_CONSOLES. Raises ImproperlyConfigured.

    One that does not answer is logged; unnamed statements work with every version.
    """
    mode = settings.DATABASE_POOLING
    if mode == NO_POOLER:
        return
    if mode == PREPARED and pq.version() < _LIBPQ:
        raise ImproperlyConfigured(
            f"DATABASE_POOLING={PREPARED} needs libpq 17 or later; this is {pq.version() // 10_000}."
        )
    if mode == PREPARED and not settings.PGBOUNCER_CONSOLES:
        raise ImproperlyConfigured(
            f"DATABASE_POOLING={PREPARED} needs PGBOUNCER_CONSOLES, whose version is checked."
        )
    for url in settings.PGBOUNCER_CONSOLES:
        try:
            with _open_console(url) as console:
                _check_console(console, mode)
        except psycopg.OperationalError as error:
            if mode == PREPARED:
                raise ImproperlyConfigured(
                    f"A console of PGBOUNCER_CONSOLES does not answer: {error}"
                ) from error
            _log.warning("A PgBouncer's console does not answer", exc_info=True)


def _check_console(console: Console, mode: str) -> None:
    version, told = _read_version(console), _read_settings(console)
    if told.get("pool_mode") == "statement":
        raise ImproperlyConfigured(
            "PgBouncer's pool_mode is statement: set pool_mode = transaction."
        )
    if mode != PREPARED:
        return
    if version < _PGBOUNCER:
        raise ImproperlyConfigured(
            f"DATABASE_POOLING={PREPARED} needs PgBouncer 1.22 or later; this is"
            f" {'.'.join(map(str, version))}. Set DATABASE_POOLING={TRANSACTION}."
        )
    if int(told.get("max_prepared_statements", "0")) == 0:
        raise ImproperlyConfigured(
            f"DATABASE_POOLING={PREPARED} needs max_prepared_statements above 0 in pgbouncer.ini."
        )


def _read_version(console: Console) -> tuple[int, ...]:
    """Return PgBouncer's version from "PgBouncer 1.18.0"."""
    row = _show(console, b"SHOW VERSION")[0]
    return tuple(int(part) for part in row[0].split()[-1].split(".")[:2])


def _read_settings(console: Console) -> dict[str, str]:
    return {row[0]: row[1] for row in _show(console, b"SHOW CONFIG")}


def _show(console: Console, command: bytes) -> list[list[str]]:
    """Run a command of the console, which knows the simple protocol only."""
    found = console.execute(command).pgresult
    if found is None:
        return []
    cells = range(found.nfields)
    return [
        [(found.get_value(row, cell) or b"").decode() for cell in cells]
        for row in range(found.ntuples)
    ]


class PoolerUnreachable(Exception):
    """Consoles did not take RECONNECT; the message names them, without passwords, and says what to do."""


def reconnect_poolers() -> None:
    """Let every PgBouncer open new sessions, after a migration. Raises PoolerUnreachable, after all were told."""
    failed = [told for url in settings.PGBOUNCER_CONSOLES if (told := _try_reconnect(url))]
    if failed:
        raise PoolerUnreachable(
            f"The database is prepared, but PgBouncer kept its sessions: {'; '.join(failed)}."
            " Run RECONNECT in its console, or prepare_database again."
        )


def _try_reconnect(url: str) -> str:
    """Return how it failed; "" if it did not."""
    address = urlsplit(url)
    try:
        with _open_console(url) as console:
            console.execute(b"RECONNECT")
    except psycopg.Error as error:
        _log.warning("A PgBouncer's console did not take RECONNECT", exc_info=True)
        return f"{address.hostname}:{address.port} ({type(error).__name__})"
    return ""


def _open_console(url: str) -> Console:
    return psycopg.connect(url, autocommit=True, connect_timeout=2, prepare_threshold=None)


@register
def check_pooler_setting(app_configs: object, **_about: object) -> list[CheckMessage]:  # noqa: ARG001  # how Django calls it
    """Report a contradiction between DATABASE_POOLING and PgBouncer before any command runs."""
    try:
        check_pooler()
    except ImproperlyConfigured as error:
        return [Error(str(error), id="config.E001")]
    return []
