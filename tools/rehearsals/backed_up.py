"""A PostgreSQL 15 server with pgBackRest: base backup, archive of the write-ahead log, restore to a point in time."""

import json
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import psycopg

from tools.launch import keys, postgres, system_user
from tools.launch.processes import reap, run_to_end, send_signal
from tools.launch.system_user import Account
from tools.rehearsals.packages import Unpacked

STANZA: Final = "ligalo"
QUEUE_MAXIMUM: Final = "archive-push-queue-max"
"""With this option pgBackRest drops the log and reports success; it is never set."""


@dataclass(frozen=True)
class PackagedServer(postgres.Server):
    """A server whose programs are unpacked from packages."""

    more: Mapping[str, str] = field(default_factory=dict)

    def environment(self) -> dict[str, str]:
        """Return the server's minimal environment with the libraries of the packages."""
        return {**super().environment(), **self.more}


@dataclass
class Machine:
    """A machine of the rehearsal: its own folder, server and pgBackRest configuration."""

    folder: Path
    repository: Path
    packages: Unpacked
    account: Account | None
    superuser: str
    _process: subprocess.Popen[bytes] | None = None

    @property
    def server(self) -> PackagedServer:
        binaries = self.packages.program("postgres").parent
        files = {"PGPASSFILE": str(self.folder / "pgpass")}
        more = {**self.packages.environment(), **files}
        return PackagedServer(binaries, self.folder / "server", self.account, more)

    @property
    def configuration(self) -> Path:
        return self.folder / "pgbackrest.conf"

    @property
    def url(self) -> str:
        """URL of the superuser."""
        return self.server.url(postgres.SUPERUSER, self.superuser, postgres.DATABASE)

    def prepare(self) -> None:
        """Create the machine's folders and configuration."""
        self.folder.mkdir(mode=0o755)
        for name in ("log", "lock", "spool"):
            (self.folder / name).mkdir()
            system_user.change_owner(self.folder / name, self.account)
        system_user.change_owner(self.folder, self.account)
        postgres.make_folders(self.server)
        secret = self.folder / "pgpass"
        keys.write_secret(secret, f"*:*:*:{postgres.SUPERUSER}:{self.superuser}")
        system_user.change_owner(secret, self.account)
        self.configuration.write_text(self._configured())

    def _configured(self) -> str:
        lines = [
            "[global]",
            f"repo1-path={self.repository}",
            "repo1-retention-full=2",
            "start-fast=y",
            "compress-type=zst",
            *(f"{name}-path={self.folder / name}" for name in ("log", "lock", "spool")),
            f"[{STANZA}]",
            f"pg1-path={self.server.data}",
            f"pg1-socket-path={self.server.socket}",
            f"pg1-user={postgres.SUPERUSER}",
        ]
        return "\n".join(lines) + "\n"

    def initialise(self) -> None:
        """Create an empty data folder whose superuser has a password."""
        word = self.folder / "word"
        keys.write_secret(word, self.superuser)
        system_user.change_owner(word, self.account)
        self.server.tool(
            "initdb",
            f"--pgdata={self.server.data}",
            f"--username={postgres.SUPERUSER}",
            f"--pwfile={word}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C.UTF-8",
            "--data-checksums",
        )
        word.unlink()

    def start(self, *, archives: bool = True) -> None:
        """Start the server; it archives its log unless told otherwise."""
        if not archives:
            self._process = postgres.start(self.server)
            return
        program = self.packages.program("pgbackrest")
        push = f"{program} --config={self.configuration} --stanza={STANZA} archive-push %p"
        settings = {
            "archive_mode": "on",
            "archive_command": push,
            "archive_timeout": "10",
            "wal_level": "replica",
        }
        self._process = postgres.start(self.server, settings)

    def stop(self, end: signal.Signals = signal.SIGINT) -> None:
        """Stop the server if it runs."""
        if self._process:
            send_signal(self._process, end)
            reap(self._process, seconds=postgres.STOP_SECONDS)
            self._process = None

    def backrest(self, *words: str) -> list[str]:
        """Run pgBackRest as the server's user and return its output lines. Raises ProgramFailed."""
        program = self.packages.program("pgbackrest")
        line: list[str | Path] = [
            program,
            f"--config={self.configuration}",
            f"--stanza={STANZA}",
            *words,
        ]
        environment = self.server.environment()
        return run_to_end(line, folder=self.folder, environment=environment, account=self.account)

    def restore(self, until: datetime) -> None:
        """Restore the newest backup, and the log up to a time, into the empty data folder."""
        moment = f"{until:%Y-%m-%d %H:%M:%S.%f}+00"
        self.backrest("--type=time", f"--target={moment}", "--target-action=promote", "restore")

    def await_promotion(self, seconds: float = 120) -> None:
        """Wait until the restored server takes writes. Raises TimeoutError."""
        limit = time.monotonic() + seconds
        with self.administrator() as connection:
            while _value(connection, "SELECT pg_is_in_recovery()"):
                if time.monotonic() > limit:
                    raise TimeoutError("the restored server is still in recovery")
                time.sleep(0.1)

    @contextmanager
    def administrator(self) -> Iterator[psycopg.Connection[Any]]:
        """Connect as the superuser, with autocommit."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            yield connection

    def value(self, query: str) -> Any:
        """Return the single value of a query of the superuser."""
        with self.administrator() as connection:
            return _value(connection, query)

    def backup_size(self) -> int:
        """Return the bytes of the repository's last backup, compressed."""
        found = json.loads("".join(self.backrest("info", "--output=json")))
        return int(found[0]["backup"][-1]["info"]["repository"]["size"])


def _value(connection: psycopg.Connection[Any], query: str) -> Any:
    row = connection.execute(query.encode()).fetchone()
    return row[0] if row else None


def uses_queue_maximum(configuration: Path) -> bool:
    """Return whether a pgBackRest configuration drops the log when its queue is long."""
    lines = configuration.read_text().splitlines()
    return any(line.strip().startswith(QUEUE_MAXIMUM) for line in lines)
