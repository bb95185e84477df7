"""PgBouncer in transaction mode: what the settings become, and what is refused at start.

`none`: DATABASE_APP_URL is the database itself. `transaction`: it is PgBouncer, whose version does not
matter; statements are unnamed. `transaction-prepared`: PgBouncer knows prepared statements.
Beside a pooler DATABASE_DIRECT_URL is the database itself, for LISTEN, SET and session locks.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured

from config.casts import parse_database_url, split_words
from internals.postgresql.direct import DIRECT
from internals.prepared_statements import UNNAMED

NO_POOLER: Final = "none"
TRANSACTION: Final = "transaction"
PREPARED: Final = "transaction-prepared"
MODES: Final = (NO_POOLER, TRANSACTION, PREPARED)

# PgBouncer refuses start-up options; `prepare_database` gives the role the same ones.
TIMEOUTS: Final[Mapping[str, int]] = {
    "statement_timeout": 30_000,
    "lock_timeout": 10_000,
    "idle_in_transaction_session_timeout": 60_000,
}
"""Milliseconds by setting, for every session of the application's role."""
SESSION_OPTIONS: Final = " ".join(f"-c {name}={value}" for name, value in TIMEOUTS.items())

_PLACE: Final = ("HOST", "PORT")
_SAME: Final = ("NAME", "USER")

Database = dict[str, Any]


def parse_pooling(text: str) -> str:
    """Return the mode. Raises ValueError."""
    if text not in MODES:
        raise ValueError(f"must be one of {', '.join(MODES)}, not {text!r}.")
    return text


def parse_consoles(text: str) -> list[str]:
    """Return URLs of PgBouncer's console databases, comma-separated. Raises ValueError."""
    return [url for url in split_words(text) if parse_database_url(url)]


def add_pooler(databases: dict[str, Database], mode: str, direct: Database | None) -> None:
    """Change the database `default` for the mode and add `direct`. Raises ImproperlyConfigured."""
    app = databases["default"]
    if mode == NO_POOLER:
        if direct:
            raise ImproperlyConfigured(
                "DATABASE_DIRECT_URL is set without DATABASE_POOLING: without a pooler"
                " DATABASE_APP_URL is the direct address."
            )
        return
    if direct is None:
        raise ImproperlyConfigured(
            f"DATABASE_POOLING={mode} needs DATABASE_DIRECT_URL, the database without the pooler:"
            " LISTEN and session locks do not work in transaction mode."
        )
    _see_places(app, direct, databases.get("owner"))
    databases["default"] = _pooled(app, unnamed=mode == TRANSACTION)
    databases[DIRECT] = _direct(direct)


def _see_places(app: Database, direct: Database, owner: Database | None) -> None:
    """Raise ImproperlyConfigured if the addresses contradict each other."""
    if _values(app, _PLACE) == _values(direct, _PLACE):
        raise ImproperlyConfigured(
            "DATABASE_DIRECT_URL has the address of DATABASE_APP_URL: it must not go through the pooler."
        )
    if _values(app, _SAME) != _values(direct, _SAME):
        raise ImproperlyConfigured(
            "DATABASE_DIRECT_URL must name the database and the role of DATABASE_APP_URL."
        )
    if owner and _values(owner, _PLACE) == _values(app, _PLACE):
        raise ImproperlyConfigured(
            "DATABASE_URL has the address of the pooler: migrations need the direct address."
        )


def _values(database: Database, names: Sequence[str]) -> list[Any]:
    return [database[name] for name in names]


def _pooled(app: Database, *, unnamed: bool) -> Database:
    """Return the settings without what transaction mode does not support."""
    options = dict(app["OPTIONS"])
    if options.pop("options", SESSION_OPTIONS) != SESSION_OPTIONS:
        raise ImproperlyConfigured(
            "DATABASE_APP_URL has start-up options, which PgBouncer refuses: give them to the role"
            " by ALTER ROLE."
        )
    changed = {"OPTIONS": options, "DISABLE_SERVER_SIDE_CURSORS": True}
    return {**app, **changed, UNNAMED: unnamed}


def _direct(direct: Database) -> Database:
    pool = {**direct["OPTIONS"]["pool"], "min_size": 0}  # most processes need no such session
    return {**direct, "OPTIONS": {**direct["OPTIONS"], "pool": pool}}
