"""PostgreSQL server for one measurement, in a folder of its own, with everything flushed at commit."""

import os
import secrets
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

import psycopg
from psycopg import sql

from tools.benchmarks.processor import processor_time
from tools.launch import keys, layout, postgres
from tools.launch.console import Console
from tools.launch.processes import reap, send_signal

SETTINGS = {
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    "autovacuum": "on",
    "shared_buffers": "1GB",
    "max_wal_size": "8GB",
    "checkpoint_timeout": "30min",
    "max_connections": "60",
}
APP = "bench_app"
MEMBERS = """
INSERT INTO accounts_user (password, is_superuser, email, full_name, birth_date, country, address,
    display_currency, language, state, keyboard_shortcuts, four_colour_cards, quick_cards, sounds, verified_at,
    verification_method, is_test_account, is_staff, is_guest, created_at,
    play_stopped, sessions_ended)
SELECT '', false, 'bench' || n || '@example.test', 'Bench', '1990-01-01', 'DO', '', 'USD', 'es',
       'active', false, false, false, false, now(), 'demo', true, false, false, now(),
       false, 0
FROM generate_series(1, %s) AS n
"""
# Inserted by the owner; the trigger writes the entries. Play money cannot be deposited, so it is a
# bonus.
FUNDS = """
INSERT INTO wallet_transfer (key, kind, player_id, currency_id, amount, details, created_at)
SELECT gen_random_uuid(), CASE %(currency)s WHEN 'PLY' THEN 'bonus' ELSE 'deposit' END, id, %(currency)s, 10000000000,
       '{}', clock_timestamp() FROM accounts_user WHERE starts_with(email, 'bench')
"""

Tell = Callable[[str], None]


def describe_conditions() -> str:
    """Describe the conditions: the server, its settings, the machine and its load."""
    load = f"load {os.getloadavg()[0]:.1f} at the start"
    flush = f"a flush takes {_flush():.0f} µs"
    settings = ", ".join(f"{name} = {value}" for name, value in SETTINGS.items())
    return f"PostgreSQL 18 of the wheel; {os.cpu_count()} processors; {flush}; {load}\n{settings}"


def _flush(times: int = 200) -> float:
    """Return the median microseconds to flush a WAL page to the server's disk."""
    took = []
    with tempfile.NamedTemporaryFile(prefix="ligalo-flush-") as file:
        for _ in range(times):
            begun = perf_counter()
            os.pwrite(file.fileno(), bytes(8192), 0)  # overwrites the page, as WAL writes do
            os.fdatasync(file.fileno())
            took.append(perf_counter() - begun)
    return 1e6 * median(took)


@dataclass(frozen=True)
class Bench:
    """A running server; `database` is the one Django uses."""

    server: postgres.Server
    folder: Path
    passwords: dict[str, str]
    database: str

    def url(self, role: str, database: str = "") -> str:
        """Return a role's URL of a database."""
        return self.server.url(role, self.passwords[role], database or self.database)

    def environment(self, settings: str = "config.settings.dev") -> dict[str, str]:
        """Return Django's environment variables; all its files are in the folder."""
        for name in ("celery", "celery/queue", "celery/control"):
            (self.folder / name).mkdir(exist_ok=True)
        return {
            **os.environ,
            "DATABASE_URL": self.url(postgres.OWNER),
            "DATABASE_APP_URL": self.url(APP),
            "SECRET_KEY": self.passwords["key"],
            "DEMO_PROVIDER_SECRET": "only for this benchmark, which has no callbacks",
            "SEED_KEY_FILE": str(self.folder / "seed.key"),
            "IDENTITY_KEY_FILE": str(self.folder / "identity.key"),
            "LEDGER_SEALS": str(self.folder / "seals"),
            "STATIC_ROOT": str(self.folder / "static"),
            "DOCUMENTS": str(self.folder / "documents"),
            "PERSON_KEYS": str(self.folder / "person-keys"),
            "EXPORTS": str(self.folder / "exports"),
            "ARCHIVE": str(self.folder / "archive"),
            "CELERY_FOLDER": str(self.folder / "celery"),
            "DJANGO_SETTINGS_MODULE": settings,
        }

    def django(
        self,
        *words: str,
        variables: Mapping[str, str] | None = None,
        tell: Tell = lambda _line: None,
    ) -> str:
        """Run a Python program with Django's environment; `tell` gets each line of output. Returns the last one.

        Exits if the program fails.
        """
        line = ""
        with subprocess.Popen(  # noqa: S603 - the project's own program
            [sys.executable, *words],
            stdout=subprocess.PIPE,
            text=True,
            env=variables or self.environment(),
            cwd=layout.ROOT,
        ) as program:
            for line in program.stdout or ():
                tell(line)
        if program.returncode:
            raise SystemExit(f"{' '.join(words)} failed: its error stands above")
        return line

    def collect_static(self, variables: Mapping[str, str] | None = None) -> None:
        """Collect the static files; pages cannot be rendered without their hashed names."""
        self.django(
            "manage.py", "collectstatic", "--no-input", "--verbosity=0", variables=variables
        )

    def spent(self) -> float | None:
        """Return the processor seconds of the server and its processes so far; None without /proc."""
        pid = (self.server.data / "postmaster.pid").read_text().split()[0]
        try:
            return processor_time(int(pid))
        except FileNotFoundError:
            return None

    def written(self) -> int:
        """Return the bytes of WAL written so far."""
        with self.connect() as owner:
            row = owner.execute("SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint").fetchone()
        return row[0] if row else 0

    def connect(self, database: str = "") -> psycopg.Connection[tuple[int]]:
        """Connect as the owner, with autocommit."""
        return psycopg.connect(self.url(postgres.OWNER, database), autocommit=True)

    def settle(self, *databases: str) -> None:
        """Vacuum and analyse these databases (by default Django's), then checkpoint."""
        for name in databases or (self.database,):
            with self.connect(name) as owner:
                owner.execute("VACUUM (ANALYZE)")
        with psycopg.connect(self.url(postgres.SUPERUSER), autocommit=True) as superuser:
            superuser.execute("CHECKPOINT")


@contextmanager
def run_server(
    database: str, others: Sequence[str] = (), settings: Mapping[str, str] | None = None
) -> Iterator[Bench]:
    """Start a server in a folder of its own, with the site's tables in `database`; stop and remove it at the end.

    `settings` are server settings in addition to those of all benchmarks.
    """
    folder = Path(tempfile.mkdtemp(prefix="ligalo-bench-"))
    folder.chmod(0o755)  # the server's system user needs access
    binaries = Path(sysconfig.get_path("purelib")) / layout.BINARIES
    server = postgres.place_server(Console(), binaries, folder / "server")
    words = {name: secrets.token_hex(16) for name in (postgres.SUPERUSER, postgres.OWNER, APP)}
    bench = Bench(server, folder, {**words, "key": secrets.token_hex(32)}, database)
    process = None
    try:
        postgres.initialise(server, words[postgres.SUPERUSER])
        process = postgres.start(server, {**SETTINGS, **(settings or {})})
        postgres.ensure_owner(server, words[postgres.SUPERUSER], words[postgres.OWNER])
        _make(bench, [database, *others])
        yield bench
    finally:
        if process is not None:
            send_signal(process, signal.SIGINT)
            reap(process, seconds=60)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(server.folder, ignore_errors=True)


def _make(bench: Bench, databases: list[str]) -> None:
    keys.load_or_create_key_file(bench.folder / "seed.key")
    keys.load_or_create_key_file(bench.folder / "identity.key")
    with bench.connect(postgres.DATABASE) as owner:
        for name in databases:
            owner.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    bench.django("manage.py", "prepare_database", "-v", "0")


def add_members(bench: Bench, count: int, currency: str = "USD") -> None:
    """Add players, each with a million of the currency."""
    with bench.connect() as owner:
        owner.execute(MEMBERS, [count])
        owner.execute(FUNDS, {"currency": currency})


def add_members_without_money(bench: Bench, count: int) -> None:
    with bench.connect() as owner:
        owner.execute(MEMBERS, [count])
