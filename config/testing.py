"""One test run: its server, roles and databases, with names unique to the run.

The first process of a run draws a token and picks a folder; its workers inherit both through the
environment.
"""

import hashlib
import os
import secrets
import shutil
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import quote

from psycopg.conninfo import conninfo_to_dict

TOKEN = "LIGALO_TEST_RUN"  # noqa: S105  # a variable's name
PLACE = "LIGALO_TEST_PLACE"
SERVER = "TEST_DATABASE_URL"
_OF_THE_PRODUCT = ("DATABASE_URL", "DATABASE_APP_URL", "CELERY_BROKER_URL", "CACHE_URL")
OWNER = "ligalo"
SERVER_DATABASE = "ligalo"
MEMORY = Path("/dev/shm")  # noqa: S108  # mkdir creates the run's folder in it and fails if it exists
ROOM = 2 * 2**30
"""Bytes: ten times what a complete run needs."""


@dataclass(frozen=True)
class Run:
    """Names and URLs of the run's server, roles, databases and folders."""

    token: str
    place: Path
    worker: str
    server_url: str | None  # from TEST_DATABASE_URL; None: the run starts its own server

    @property
    def name(self) -> str:
        return f"test_{self.token[:8]}"

    @property
    def database(self) -> str:
        return f"{self.name}_{self.worker}"

    @property
    def folder(self) -> Path:
        """Folder of the run's server and keys. Kept short: the path of a Unix socket is limited to 107 bytes."""
        return self.place / f"ligalo-{self.name}"

    @property
    def own_folder(self) -> Path:
        """Folder for files written by this worker's tests."""
        return self.folder / f"files-{self.worker}"

    @property
    def seed_key_file(self) -> Path:
        return self.folder / "seed.key"

    @property
    def identity_key_file(self) -> Path:
        return self.folder / "identity.key"

    def password(self, role: str) -> str:
        """Return a role's password, valid in this run only."""
        return hashlib.sha256(f"{self.token}:{role}".encode()).hexdigest()

    @property
    def maintenance_url(self) -> str:
        """The owner's URL of a database that outlives the run's own databases."""
        if self.server_url:
            return self.server_url
        socket = quote(str(self.folder / "server" / "socket"), safe="")
        return f"postgresql://{OWNER}:{self.password(OWNER)}@/{SERVER_DATABASE}?host={socket}"

    @property
    def owner_url(self) -> str:
        return self._url(None)

    @property
    def app_url(self) -> str:
        return self._url(f"{self.name}_app")

    def _url(self, role: str | None) -> str:
        parts = conninfo_to_dict(self.maintenance_url)
        parts.pop("dbname", None)
        own = {"user": parts.pop("user", None), "password": parts.pop("password", None)}
        if role:
            own = {"user": role, "password": self.password(role)}
        query = {key: value for key, value in {**own, **parts}.items() if value is not None}
        words = "&".join(f"{key}={quote(str(value), safe='')}" for key, value in query.items())
        return f"postgresql:///{self.database}?{words}"


@cache
def current_run() -> Run:
    """Return the run of this process. Memoised."""
    token = os.environ.setdefault(TOKEN, secrets.token_hex(16))
    place = Path(os.environ.setdefault(PLACE, str(_place())))
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    server_url = os.environ.get(SERVER) or None
    _ignore_other_servers(own=server_url is None)
    return Run(token, place, worker, server_url)


def _ignore_other_servers(*, own: bool) -> None:
    """Unset proxies, the product's server variables and, if the run starts its own server, libpq's."""
    for name in [*os.environ]:
        if (
            name in _OF_THE_PRODUCT
            or name.lower().endswith("_proxy")
            or (own and name.startswith("PG"))
        ):
            del os.environ[name]


def _place() -> Path:
    """Prefer shared memory if it has room: a run copies hundreds of databases of several hundred files each."""
    given = tempfile.gettempdir()
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK | os.X_OK):
        return Path(given)
    return MEMORY if shutil.disk_usage(MEMORY).free >= ROOM else Path(given)
