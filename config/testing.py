"""One test run: its server, roles and databases, named uniquely per run.

The first process of a run draws a token and picks a folder; its workers inherit both by the environment.
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

TOKEN = "LIGALO_TEST_RUN"  # noqa: S105  # the name of a variable
PLACE = "LIGALO_TEST_PLACE"
SERVER = "TEST_DATABASE_URL"
_OF_THE_PRODUCT = ("DATABASE_URL", "DATABASE_APP_URL", "CELERY_BROKER_URL", "CACHE_URL")
OWNER = "ligalo"
SERVER_DATABASE = "ligalo"
MEMORY = Path("/dev/shm")  # noqa: S108  # the run's folder in it is made by mkdir, which takes no one else's
ROOM = 2 * 2**30
"""Ten times what a whole run takes."""


@dataclass(frozen=True)
class Run:
    """Where the run's server listens, and the names of its roles and databases."""

    token: str
    place: Path
    worker: str
    server_url: str | None  # given as TEST_DATABASE_URL; None: the run starts a server of its own

    @property
    def name(self) -> str:
        return f"test_{self.token[:8]}"

    @property
    def database(self) -> str:
        """This worker's database."""
        return f"{self.name}_{self.worker}"

    @property
    def folder(self) -> Path:
        """Holds the run's server and keys. Short, for a socket's path may have 107 bytes only."""
        return self.place / f"ligalo-{self.name}"

    @property
    def own_folder(self) -> Path:
        """Files that this worker's tests write, beside the database of theirs."""
        return self.folder / f"files-{self.worker}"

    @property
    def seed_key_file(self) -> Path:
        return self.folder / "seed.key"

    @property
    def identity_key_file(self) -> Path:
        return self.folder / "identity.key"

    def password(self, role: str) -> str:
        """A password of this run only."""
        return hashlib.sha256(f"{self.token}:{role}".encode()).hexdigest()

    @property
    def maintenance_url(self) -> str:
        """The owner's URL of a database that outlives the run's own."""
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
def run() -> Run:
    """The run that this process belongs to."""
    token = os.environ.setdefault(TOKEN, secrets.token_hex(16))
    place = Path(os.environ.setdefault(PLACE, str(_place())))
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    server_url = os.environ.get(SERVER) or None
    _ignore_other_servers(own=server_url is None)
    return Run(token, place, worker, server_url)


def _ignore_other_servers(*, own: bool) -> None:
    """Drop a developer's proxies, the product's servers and, where the run starts its own, libpq's variables."""
    for name in [*os.environ]:
        if (
            name in _OF_THE_PRODUCT
            or name.lower().endswith("_proxy")
            or (own and name.startswith("PG"))
        ):
            del os.environ[name]


def _place() -> Path:
    """In memory if there is room: hundreds of databases are copied, each of several hundred files."""
    given = tempfile.gettempdir()
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK | os.X_OK):
        return Path(given)
    return MEMORY if shutil.disk_usage(MEMORY).free >= ROOM else Path(given)
