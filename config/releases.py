"""Releases: the version of this code, and the databases that it may serve or upgrade.

`RELEASES` lists, for every version, its commit and the oldest version that it upgrades from. The
table `config_release` says which release prepared the database last, and the oldest code that may
serve it: during an upgrade old and new processes run side by side.
"""

import logging
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psycopg
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from psycopg import Connection

ROOT: Final = Path(__file__).resolve().parent.parent
FIRST: Final = "0.2.0"
"""The first release. Its databases may have no row: the table came with its last migration."""

_ADDRESS: Final = (
    *("dbname", "user", "password", "host", "port"),
    *("sslmode", "sslrootcert", "sslcert", "sslkey"),
)
_PREPARE: Final = "run `manage.py prepare_database` of this code first (docs/operations.md)"
_log = logging.getLogger(__name__)


class UnknownRelease(Exception):
    """The database belongs to a release that this code cannot serve or upgrade; the message says what to do."""


@dataclass(frozen=True)
class ProductRelease:
    """A line of RELEASES, or the row of a database; `oldest` is the oldest version it works with."""

    version: str
    oldest: str

    def works_with(self, version: str) -> bool:
        return version_order(version) >= version_order(self.oldest)


def version_order(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, which compare as versions do. Raises ValueError."""
    return tuple(int(part) for part in version.split("."))


def read_version(root: Path = ROOT) -> str:
    """Return the version of the code, which pyproject.toml names."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def read_releases(root: Path = ROOT) -> Mapping[str, ProductRelease]:
    """Return the lines of RELEASES by version."""
    lines = (root / "RELEASES").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    return {version: ProductRelease(version, oldest) for version, _commit, oldest in rows}


def present_release() -> ProductRelease:
    """Return the release of this code. Raises UnknownRelease if RELEASES does not list its version."""
    version = read_version()
    try:
        return read_releases()[version]
    except KeyError:
        raise UnknownRelease(f"RELEASES does not list version {version}.") from None


def require_served_release(database: ProductRelease | None) -> None:
    """Raise UnknownRelease if this code must not serve a database of that release."""
    code = present_release()
    if database is None:
        raise UnknownRelease(f"The database has no release: {_PREPARE}.")
    if version_order(database.version) < version_order(code.version):
        raise UnknownRelease(
            f"The database is of release {database.version}, this code of {code.version}: {_PREPARE}."
        )
    if not database.works_with(code.version):
        raise UnknownRelease(
            f"The database is of release {database.version}; code older than {database.oldest} must"
            f" not serve it, and this code is {code.version}: install the newer code."
        )


def require_upgradable(database: ProductRelease | None) -> None:
    """Raise UnknownRelease if this code cannot upgrade a database of that release; None is an empty one."""
    code = present_release()
    if database is None:
        return
    if version_order(database.version) > version_order(code.version):
        raise UnknownRelease(
            f"The database is of release {database.version}, newer than this code ({code.version}):"
            " install the newer code. A database is never downgraded; restore a backup instead."
        )
    if not code.works_with(database.version):
        raise UnknownRelease(
            f"The database is of release {database.version}; release {code.version} upgrades from"
            f" {code.oldest} or later: install {code.oldest} and prepare the database with it first."
        )


def database_release(connection: Connection[Any]) -> ProductRelease | None:
    """Return the release that prepared this database last, or None for an empty database."""
    if not _exists(connection, "django_migrations"):
        return None
    if _exists(connection, "config_release"):
        row = connection.execute(
            "SELECT version, oldest FROM config_release ORDER BY id DESC LIMIT 1"
        ).fetchone()
        if row is not None:
            return ProductRelease(*row)
    return _release_without_row(connection)


def _release_without_row(connection: Connection[Any]) -> ProductRelease:
    row = connection.execute("SELECT 1 FROM django_migrations WHERE app = 'api'").fetchone()
    return ProductRelease(FIRST if row else "0.1.0", FIRST)


def _exists(connection: Connection[Any], table: str) -> bool:
    row = connection.execute("SELECT to_regclass('public.' || %s)", [table]).fetchone()
    return row is not None and row[0] is not None


def record_release(owner: Connection[Any]) -> None:
    """Record that this code has prepared the database, unless it is the last row already."""
    code = present_release()
    owner.execute(
        "INSERT INTO config_release (version, oldest) SELECT %(version)s, %(oldest)s WHERE NOT EXISTS"
        " (SELECT 1 FROM (SELECT version, oldest FROM config_release ORDER BY id DESC LIMIT 1) last"
        " WHERE last.version = %(version)s AND last.oldest = %(oldest)s)",
        {"version": code.version, "oldest": code.oldest},
    )


def refuse_unknown_release(process: str) -> None:
    """Raise ImproperlyConfigured if the serving process `process` must not serve this database.

    A database that does not answer is no reason: the process starts, and waits for it.
    """
    try:
        with connect_once() as connection:
            require_served_release(database_release(connection))
    except psycopg.OperationalError:
        _log.warning("The release of the database is not known: it does not answer", exc_info=True)
    except UnknownRelease as error:
        raise ImproperlyConfigured(f"{process}: {error}") from error


def connect_once() -> Connection[Any]:
    """Return a connection of the application's role outside the pool, which a fork must not share."""
    given = connections["default"].get_connection_params()
    address = {key: given[key] for key in _ADDRESS if given.get(key)}
    return psycopg.connect(**address, connect_timeout=2, autocommit=True)
