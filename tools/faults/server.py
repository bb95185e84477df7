"""PostgreSQL servers for the faults: copies of one prepared data folder, durable, killed and started again."""

import os
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import psycopg

from tools.launch import keys, layout, postgres
from tools.launch.console import Console
from tools.launch.environment import Urls
from tools.launch.processes import ask, finish, reap

# Everything else as `make run` has it: it flushes what it commits.
SETTINGS = {"max_connections": "150"}
GONE_SECONDS = 30
Administrator = psycopg.Connection[tuple[object, ...]]


@dataclass(frozen=True)
class Clocked(postgres.Server):
    """A server with more in its environment, such as a clock of its own."""

    more: Mapping[str, str] = field(default_factory=dict)

    def environment(self) -> dict[str, str]:
        """The server's short environment, and what was added."""
        return {**super().environment(), **self.more}


@dataclass(frozen=True)
class House:
    """The run's folder: secrets, static files, the prepared server that all others are copies of."""

    folder: Path

    @property
    def template(self) -> postgres.Server:
        """Where the prepared data stand."""
        binaries = layout.SITE_PACKAGES / layout.BINARIES
        return postgres.place(Console(), binaries, self.folder / "template")

    def secret(self, name: str) -> str:
        """A secret of this run only."""
        return keys.kept(self.folder / f"{name}.secret")

    def urls(self, server: postgres.Server) -> Urls:
        """The server as owner and as application."""
        role, database = postgres.OWNER, postgres.DATABASE
        application = server.url(f"{role}_app", self.secret("application"), database)
        return Urls(server.url(role, self.secret("owner"), database), application)

    def superuser(self, server: postgres.Server) -> str:
        """The server as its administrator, whom the site does not know."""
        return server.url(postgres.SUPERUSER, self.secret("superuser"), postgres.DATABASE)

    def environment(self, urls: Urls, folder: Path) -> dict[str, str]:
        """For a process of the site: the application's role, never the owner's."""
        hidden = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "LIGALO_TEST_RUN", "CELERY_BROKER_URL")
        return {
            **{key: value for key, value in os.environ.items() if key not in hidden},
            "DJANGO_SETTINGS_MODULE": "config.settings.dev",
            "DATABASE_APP_URL": urls.application,
            "SECRET_KEY": self.secret("django"),
            "DEMO_PROVIDER_SECRET": self.secret("provider"),
            "LEDGER_SEALS": str(folder / "seals"),
            "SEED_KEY_FILE": str(keys.key_file(self.folder / "seed.key")),
            "IDENTITY_KEY_FILE": str(keys.key_file(self.folder / "identity.key")),
            "STATIC_ROOT": str(self.folder / "static"),
            "CELERY_FOLDER": str(folder / "celery"),
            "LOG_FILE": str(folder / "site.log"),
            "PYTHONUNBUFFERED": "1",
        }

    def prepare(self) -> None:
        """Makes the prepared server: migrated, with the application's rights, and stopped again."""
        for name in ("superuser", "owner", "application", "django", "provider"):
            keys.write(self.folder / f"{name}.secret", secrets.token_hex(24))
        server = self.template
        postgres.initialise(server, self.secret("superuser"))
        process = postgres.start(server, {**SETTINGS, "fsync": "off"})
        try:
            postgres.ensure_owner(server, self.secret("superuser"), self.secret("owner"))
            urls = self.urls(server)
            told = self.environment(urls, self.folder)
            _manage({**told, "DATABASE_URL": urls.owner}, "prepare_database", "--verbosity=0")
        finally:
            ask(process, signal.SIGINT)
            reap(process, seconds=postgres.STOP_SECONDS)
        os.sync()  # it was made with nothing flushed

    def collect(self) -> None:
        """Collects the static files, without which no page is written."""
        told = self.environment(self.urls(self.template), self.folder)
        _manage(told, "collectstatic", "--no-input", "--verbosity=0")

    def copy(self, name: str) -> postgres.Server:
        """A server of its own for one fault, with the prepared data."""
        template = self.template
        server = postgres.made(replace(template, folder=template.folder.with_name(name)))
        subprocess.run(["cp", "-a", f"{template.data}/.", str(server.data)], check=True)
        return server

    def remove(self) -> None:
        """Nothing of the run is left; the servers have ended."""
        template = self.template
        away = template.folder.parent
        for socket in Path("/tmp").glob("ligalo-*"):  # noqa: S108  # only those whose folder is ours
            if any(socket == replace(template, folder=each).socket for each in away.iterdir()):
                shutil.rmtree(socket, ignore_errors=True)
        shutil.rmtree(self.folder, ignore_errors=True)
        if postgres.AWAY in template.binaries.parents:
            own = template.binaries.relative_to(postgres.AWAY).parts[0]
            shutil.rmtree(postgres.AWAY / own, ignore_errors=True)


def _manage(told: Mapping[str, str], command: str, *arguments: str) -> None:
    line = [str(layout.PYTHON), "-W", "ignore", "manage.py", command, *arguments]
    finish(line, folder=layout.ROOT, environment=told)


class Database:
    """A running server that a fault is made to."""

    def __init__(self, house: House, server: postgres.Server) -> None:
        self.house, self.server = house, server
        self.settings: dict[str, str] = dict(SETTINGS)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it, recovers what was not finished, and waits until it takes connections."""
        self._process = postgres.start(self.server, self.settings)

    def stop(self) -> None:
        """Ends it in order, when it still runs."""
        if self._process:
            ask(self._process, signal.SIGINT)
            reap(self._process, seconds=postgres.STOP_SECONDS)
            self._await_gone()
        self._process = None

    @property
    def processes(self) -> list[int]:
        """The server's processes: the postmaster first, then all that work in its data folder."""
        first = [self._process.pid] if self._process else []
        return first + [pid for pid in _working_in(self.server.data) if pid not in first]

    def kill(self, when: Callable[[], object] = bool) -> int:
        """SIGKILL to the postmaster and every one of its processes, as soon as `when` returns. Returns how many."""
        found = self.processes
        when()
        for pid in found:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if self._process:
            self._process.wait()
            self._process = None
        self._await_gone()
        return len(found)

    def await_end(self) -> None:
        """Waits until it has ended by itself, as after a PANIC in its postmaster's care."""
        if self._process:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=GONE_SECONDS)
        self.kill()

    def _await_gone(self) -> None:
        limit = time.monotonic() + GONE_SECONDS
        while left := _working_in(self.server.data):
            if time.monotonic() > limit:
                raise TimeoutError(f"processes of the server do not end: {left}")
            for pid in left:  # one that was forked while the others were killed
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.02)  # they are no children of ours, so there is nothing to wait on

    @contextmanager
    def administrator(self) -> Iterator[Administrator]:
        """A connection of the superuser, beside the clients'."""
        url = self.house.superuser(self.server)
        with psycopg.connect(url, autocommit=True) as connection:
            yield connection

    def at_rest(self) -> None:
        """Waits until no transaction of a client is open: what was sent is then done or undone."""
        limit = time.monotonic() + GONE_SECONDS
        busy = (
            "SELECT count(*) FROM pg_stat_activity WHERE xact_start IS NOT NULL"
            " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        with self.administrator() as connection:
            while (row := connection.execute(busy).fetchone()) and row[0]:
                if time.monotonic() > limit:
                    raise TimeoutError("a transaction does not end")
                time.sleep(0.05)  # the server tells only when asked


def _working_in(data: Path) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                if (entry / "cwd").resolve(strict=True) == data.resolve():
                    found.append(int(entry.name))
    return sorted(found)
