"""The server of the growth rehearsal: its folder stays, so that an interrupted run goes on."""

import json
import secrets
import signal
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from psycopg.sql import SQL, Identifier

from tools.benchmarks.servers import APP, SETTINGS, Bench
from tools.launch import keys, layout, postgres
from tools.launch.console import Console
from tools.launch.processes import reap, send_signal

GROWN, FIRST = "growth", "growth_first"
_MADE: Final = "made"
_SETTINGS: Final = {**SETTINGS, "max_wal_size": "4GB", "synchronous_commit": "off"}


class GrowthServer:
    """A running server with the grown database and its copy after the first month."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    def run(self, database: str, *words: str) -> dict[str, Any]:
        """Run a command of `growth_inside` on a database and return what it prints."""
        bench = replace(self._bench, database=database)
        told = bench.django("-m", "tools.rehearsals.growth_inside", *words)
        found: dict[str, Any] = json.loads(told)
        return found

    def has(self, database: str) -> bool:
        with self._bench.connect(postgres.DATABASE) as owner:
            query = "SELECT 1 FROM pg_database WHERE datname = %s"
            return owner.execute(query, [database]).fetchone() is not None

    def copy(self, database: str, name: str) -> None:
        """Copy a database, with the rights that a copy does not inherit."""
        with self._bench.connect(postgres.DATABASE) as owner:
            owner.execute(
                SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(database))
            )
        replace(self._bench, database=name).django("manage.py", "prepare_database", "-v", "0")

    def prepare(self) -> None:
        """Create the house; a house that was not finished is created anew."""
        folder = self._bench.folder
        keys.load_or_create_key_file(folder / "seed.key")
        keys.load_or_create_key_file(folder / "identity.key")
        if (folder / _MADE).exists():
            return
        with self._bench.connect(postgres.DATABASE) as owner:
            owner.execute(SQL("DROP DATABASE IF EXISTS {}").format(Identifier(GROWN)))
            owner.execute(SQL("CREATE DATABASE {}").format(Identifier(GROWN)))
        self._bench.django("manage.py", "prepare_database", "-v", "0")
        self._bench.django("manage.py", "demo")
        self._bench.django("-m", "tools.benchmarks.reports_inside", "mathematics")
        (folder / _MADE).touch()


@contextmanager
def keep_server(folder: Path) -> Iterator[GrowthServer]:
    """Start the server of a folder, creating it at first; stop it at the end and keep its data."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)
    binaries = Path(sysconfig.get_path("purelib")) / layout.BINARIES
    server = postgres.place_server(Console(), binaries, folder / "server")
    bench = Bench(server, folder, _load_words(folder), GROWN)
    if not (server.data / "PG_VERSION").exists():
        postgres.initialise(server, bench.passwords[postgres.SUPERUSER])
    process = postgres.start(server, _SETTINGS)
    try:
        postgres.ensure_owner(
            server, bench.passwords[postgres.SUPERUSER], bench.passwords[postgres.OWNER]
        )
        found = GrowthServer(bench)
        found.prepare()
        yield found
    finally:
        send_signal(process, signal.SIGINT)
        reap(process, seconds=120)


def _load_words(folder: Path) -> dict[str, str]:
    """Return the passwords and the key of the folder; made at first."""
    path = folder / "passwords.json"
    if not path.exists():
        names = (postgres.SUPERUSER, postgres.OWNER, APP, "key")
        path.touch(mode=0o600)
        path.write_text(json.dumps({name: secrets.token_hex(32) for name in names}))
    found: dict[str, str] = json.loads(path.read_text())
    return found
