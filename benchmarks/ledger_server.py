"""The server that `benchmarks.ledger` measures: made for one run, filled, stopped by its process."""

import math
import os
import secrets
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg import sql

from launch import keys, layout, postgres
from launch.console import Console
from launch.processes import ask, reap

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
LEDGER, TPCB, APP = "ledger", "tpcb", "bench_app"
MEMBERS = """
INSERT INTO accounts_user (password, is_superuser, email, full_name, birth_date, country,
    display_currency, language, state, keyboard_shortcuts, four_colour_cards, verified_at,
    verification_method, is_test_account, is_staff, created_at)
SELECT '', false, 'bench' || n || '@example.test', 'Bench', '1990-01-01', 'DO', 'USD', 'es',
       'active', false, false, now(), 'demo', true, false, now()
FROM generate_series(1, %s) AS n
"""
# As the owner, through the trigger that writes entries: every constraint and guard holds.
KEYS = """
INSERT INTO wallet_idempotency
SELECT gen_random_uuid(), sha256(id::text::bytea), id FROM wallet_transfer
WHERE id > %(last)s AND player_id %% 2 = %(half)s
"""
DEPOSITS = """
INSERT INTO wallet_transfer (kind, player_id, currency_id, amount, details, created_at)
SELECT 'deposit', id, 'USD', 10000000000, '{}', clock_timestamp() FROM accounts_user
"""
BETS = """
INSERT INTO wallet_transfer (kind, player_id, currency_id, amount, round_id, details, created_at)
SELECT 'bet', id, 'USD', 100000, md5(%(turn)s || ' ' || id)::uuid, '{}', clock_timestamp()
FROM accounts_user WHERE id %% 2 = %(half)s ORDER BY id
"""
SETTLEMENTS = """
INSERT INTO wallet_transfer
    (kind, player_id, currency_id, amount, received, round_id, details, created_at)
SELECT 'settle', player_id, currency_id, amount, amount * (player_id %% 3), round_id, '{}',
       clock_timestamp()
FROM wallet_open_stake WHERE player_id %% 2 = %(half)s ORDER BY player_id
"""


def say(text: str) -> None:
    """Tell how far it is, beside the result."""
    print(text, file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Bench:
    """A running server with the ledger's database and pgbench's."""

    server: postgres.Server
    folder: Path
    passwords: dict[str, str]

    def url(self, role: str, database: str) -> str:
        """Where a role finds a database."""
        return self.server.url(role, self.passwords[role], database)

    def environment(self) -> dict[str, str]:
        """What Django needs to know."""
        return {
            **os.environ,
            "DATABASE_URL": self.url(postgres.OWNER, LEDGER),
            "DATABASE_APP_URL": self.url(APP, LEDGER),
            "SECRET_KEY": secrets.token_hex(32),
            "DEMO_PROVIDER_SECRET": "only for this benchmark, which has no callbacks",
            "SEED_KEY_FILE": str(self.folder / "seed.key"),
            "DJANGO_SETTINGS_MODULE": "config.settings.dev",
        }

    def pgbench(self, role: str, database: str, *arguments: str) -> str:
        """Run pgbench to its end and return what it printed."""
        return subprocess.run(  # noqa: S603 - PostgreSQL's own program
            [str(self.server.binaries / "pgbench"), *arguments, self.url(role, database)],
            check=True,
            capture_output=True,
            text=True,
            cwd=self.folder,
        ).stdout

    def connect(self, database: str) -> psycopg.Connection[tuple[int]]:
        """Connect as the owner."""
        return psycopg.connect(self.url(postgres.OWNER, database), autocommit=True)


@contextmanager
def running(*, scale: int, players: int) -> Iterator[Bench]:
    """Start a server in a folder of its own, with both databases made; end and remove it."""
    folder = Path(tempfile.mkdtemp(prefix="ligalo-bench-"))
    folder.chmod(0o755)  # the server's system user passes through it
    binaries = Path(sysconfig.get_path("purelib")) / layout.BINARIES
    server = postgres.place(Console(), binaries, folder / "server")
    words = {role: secrets.token_hex(16) for role in (postgres.SUPERUSER, postgres.OWNER, APP)}
    bench = Bench(server, folder, words)
    process = None
    try:
        postgres.initialise(server, words[postgres.SUPERUSER])
        process = postgres.start(server, SETTINGS)
        postgres.ensure_owner(server, words[postgres.SUPERUSER], words[postgres.OWNER])
        _make(bench, scale, players)
        yield bench
    finally:
        if process is not None:
            ask(process, signal.SIGINT)
            reap(process, seconds=60)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(server.folder, ignore_errors=True)


def _make(bench: Bench, scale: int, players: int) -> None:
    keys.seed_key(bench.folder / "seed.key")
    with bench.connect(postgres.DATABASE) as owner:
        for name in (LEDGER, TPCB):
            owner.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    say(f"pgbench's own tables, scale {scale} ...")
    bench.pgbench(postgres.OWNER, TPCB, "--initialize", f"--scale={scale}", "--quiet")
    say("the ledger's tables ...")
    subprocess.run(
        [sys.executable, "manage.py", "prepare_database", "-v", "0"],
        check=True,
        env=bench.environment(),
        cwd=layout.ROOT,
    )
    with bench.connect(LEDGER) as owner:
        owner.execute(MEMBERS, [players])
        owner.execute(DEPOSITS)
        _keys(owner, 0, 0)
        _keys(owner, 0, 1)
    settle(bench)


def _keys(owner: psycopg.Connection[tuple[int]], last: int, half: int) -> None:
    owner.execute(KEYS, {"last": last, "half": half})


def entries(bench: Bench) -> int:
    """Count the entries."""
    with bench.connect(LEDGER) as owner:
        row = owner.execute("SELECT count(*) FROM wallet_entry").fetchone()
    return row[0] if row else 0


def fill(bench: Bench, wanted: int) -> None:
    """Play rounds, a stake and a settlement for each player in turn, until there are as many."""
    with bench.connect(LEDGER) as owner:
        row = owner.execute("SELECT count(*) FROM accounts_user").fetchone()
    of_turn = (row[0] if row else 0) * 13 / 3  # two entries, then two, two or three
    turns = math.ceil((wanted - entries(bench)) / of_turn)
    with ThreadPoolExecutor(2) as threads:
        for worker in [threads.submit(_play, bench, turns, half) for half in (0, 1)]:
            worker.result()
    settle(bench)


def _play(bench: Bench, turns: int, half: int) -> None:
    mark = secrets.token_hex(4)
    with bench.connect(LEDGER) as owner:
        owner.execute("SET synchronous_commit = off")
        for turn in range(turns):
            row = owner.execute("SELECT coalesce(max(id), 0) FROM wallet_transfer").fetchone()
            with owner.transaction():
                owner.execute(BETS, {"turn": f"{mark} {turn}", "half": half})
                owner.execute(SETTLEMENTS, {"half": half})
                _keys(owner, row[0] if row else 0, half)
            if half == 0 and turn % 20 == 0:
                owner.execute("VACUUM (ANALYZE) wallet_open_stake, wallet_account")
                say(f"filling: turn {turn + 1} of {turns}")


def settle(bench: Bench) -> None:
    """Leave both databases swept, counted and written."""
    for name in (LEDGER, TPCB):
        with bench.connect(name) as owner:
            owner.execute("VACUUM (ANALYZE)")
    with psycopg.connect(bench.url(postgres.SUPERUSER, LEDGER), autocommit=True) as superuser:
        superuser.execute("CHECKPOINT")
