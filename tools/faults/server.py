"""PostgreSQL servers for the faults: durable copies of one prepared data folder, killed and restarted."""

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
from tools.launch.processes import reap, run_to_end, send_signal

# Other settings as in `make run`, including fsync.
SETTINGS = {"max_connections": "150"}
GONE_SECONDS = 30
Administrator = psycopg.Connection[tuple[object, ...]]


@dataclass(frozen=True)
class Clocked(postgres.Server):
    """A server with additional environment variables, such as those of libfaketime."""

    more: Mapping[str, str] = field(default_factory=dict)

    def environment(self) -> dict[str, str]:
        """Return the server's minimal environment with the additional variables."""
        return {**super().environment(), **self.more}


@dataclass(frozen=True)
class House:
    """The run's folder: secrets, static files, and the prepared server that all others are copied from."""

    folder: Path

    @property
    def template(self) -> postgres.Server:
        """The prepared server."""
        binaries = layout.SITE_PACKAGES / layout.BINARIES
        return postgres.place_server(Console(), binaries, self.folder / "template")

    def secret(self, name: str) -> str:
        """Return a secret of this run."""
        return keys.load_or_create_secret(self.folder / f"{name}.secret")

    def urls(self, server: postgres.Server) -> Urls:
        """Return the URLs of the owner and the application."""
        role, database = postgres.OWNER, postgres.DATABASE
        application = server.url(f"{role}_app", self.secret("application"), database)
        return Urls(server.url(role, self.secret("owner"), database), application)

    def superuser(self, server: postgres.Server) -> str:
        """Return the URL of the superuser, which the site does not have."""
        return server.url(postgres.SUPERUSER, self.secret("superuser"), postgres.DATABASE)

    def environment(self, urls: Urls, folder: Path) -> dict[str, str]:
        """Return the environment of the site's processes, without the owner's URL."""
        hidden = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "LIGALO_TEST_RUN", "CELERY_BROKER_URL")
        return {
            **{key: value for key, value in os.environ.items() if key not in hidden},
            "DJANGO_SETTINGS_MODULE": "config.settings.dev",
            "DATABASE_APP_URL": urls.application,
            "SECRET_KEY": self.secret("django"),
            "DEMO_PROVIDER_SECRET": self.secret("provider"),
            "LEDGER_SEALS": str(folder / "seals"),
            "SEED_KEY_FILE": str(keys.load_or_create_key_file(self.folder / "seed.key")),
            "IDENTITY_KEY_FILE": str(keys.load_or_create_key_file(self.folder / "identity.key")),
            "STATIC_ROOT": str(self.folder / "static"),
            "CELERY_FOLDER": str(folder / "celery"),
            "LOG_FILE": str(folder / "site.log"),
            "PYTHONUNBUFFERED": "1",
        }

    def prepare(self) -> None:
        """Create the prepared server: migrated, with the application's rights, and stopped again."""
        for name in ("superuser", "owner", "application", "django", "provider"):
            keys.write_secret(self.folder / f"{name}.secret", secrets.token_hex(24))
        server = self.template
        postgres.initialise(server, self.secret("superuser"))
        process = postgres.start(server, {**SETTINGS, "fsync": "off"})
        try:
            postgres.ensure_owner(server, self.secret("superuser"), self.secret("owner"))
            urls = self.urls(server)
            variables = self.environment(urls, self.folder)
            _manage({**variables, "DATABASE_URL": urls.owner}, "prepare_database", "--verbosity=0")
        finally:
            send_signal(process, signal.SIGINT)
            reap(process, seconds=postgres.STOP_SECONDS)
        os.sync()  # it was created with fsync off

    def collect_static(self) -> None:
        """Collect the static files; pages cannot be rendered without their hashed names."""
        variables = self.environment(self.urls(self.template), self.folder)
        _manage(variables, "collectstatic", "--no-input", "--verbosity=0")

    def copy(self, name: str) -> postgres.Server:
        """Return a new server with a copy of the prepared data."""
        template = self.template
        server = postgres.make_folders(replace(template, folder=template.folder.with_name(name)))
        subprocess.run(["cp", "-a", f"{template.data}/.", str(server.data)], check=True)
        return server

    def remove(self) -> None:
        """Remove everything of the run; the servers must have stopped."""
        template = self.template
        away = template.folder.parent
        for socket in Path("/tmp").glob("ligalo-*"):  # noqa: S108  # only folders of this run's servers
            if any(socket == replace(template, folder=each).socket for each in away.iterdir()):
                shutil.rmtree(socket, ignore_errors=True)
        shutil.rmtree(self.folder, ignore_errors=True)
        if postgres.AWAY in template.binaries.parents:
            own = template.binaries.relative_to(postgres.AWAY).parts[0]
            shutil.rmtree(postgres.AWAY / own, ignore_errors=True)


def _manage(variables: Mapping[str, str], command: str, *arguments: str) -> None:
    line = [str(layout.PYTHON), "-W", "ignore", "manage.py", command, *arguments]
    run_to_end(line, folder=layout.ROOT, environment=variables)


class Database:
    """The server of one fault."""

    def __init__(self, house: House, server: postgres.Server) -> None:
        self.house, self.server = house, server
        self.settings: dict[str, str] = dict(SETTINGS)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait until recovery is done and it accepts connections."""
        self._process = postgres.start(self.server, self.settings)

    def stop(self) -> None:
        """Stop the server in order if it is running."""
        if self._process:
            send_signal(self._process, signal.SIGINT)
            reap(self._process, seconds=postgres.STOP_SECONDS)
            self._await_gone()
        self._process = None

    @property
    def processes(self) -> list[int]:
        """Pids of the server: the postmaster first, then all processes working in its data folder."""
        first = [self._process.pid] if self._process else []
        return first + [pid for pid in _working_in(self.server.data) if pid not in first]

    def kill(self, when: Callable[[], object] = bool) -> int:
        """Send SIGKILL to all of the server's processes once `when` returns; return their number."""
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
        """Wait until the server has ended by itself, as after a PANIC; kill it after GONE_SECONDS."""
        if self._process:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=GONE_SECONDS)
        self.kill()

    def _await_gone(self) -> None:
        limit = time.monotonic() + GONE_SECONDS
        while left := _working_in(self.server.data):
            if time.monotonic() > limit:
                raise TimeoutError(f"processes of the server do not end: {left}")
            for pid in left:  # forked while the others were killed
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.02)  # polling: they are not our children

    @contextmanager
    def administrator(self) -> Iterator[Administrator]:
        """Connect as the superuser, with autocommit."""
        url = self.house.superuser(self.server)
        with psycopg.connect(url, autocommit=True) as connection:
            yield connection

    def wait_until_idle(self) -> None:
        """Wait until no client transaction is open: every request is then committed or rolled back.

        Raises TimeoutError.
        """
        limit = time.monotonic() + GONE_SECONDS
        busy = (
            "SELECT count(*) FROM pg_stat_activity WHERE xact_start IS NOT NULL"
            " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        with self.administrator() as connection:
            while (row := connection.execute(busy).fetchone()) and row[0]:
                if time.monotonic() > limit:
                    raise TimeoutError("a transaction does not end")
                time.sleep(0.05)  # the server does not notify


def _working_in(data: Path) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                if (entry / "cwd").resolve(strict=True) == data.resolve():
                    found.append(int(entry.name))
    return sorted(found)
