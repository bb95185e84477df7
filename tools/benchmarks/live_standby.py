"""A synchronous standby on the same machine, copied from the benchmark's server."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psycopg
from psycopg import sql

from tools.benchmarks.servers import SETTINGS, Bench
from tools.launch import postgres
from tools.launch.processes import reap, send_signal

_NAME: Final = "standby"
_SECONDS: Final = 60
_IS_SYNCHRONOUS: Final = (
    "SELECT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum'))"
)


@contextmanager
def synchronous_standby(bench: Bench) -> Iterator[None]:
    """Run a standby; inside the context, a commit returns once the standby has flushed it.

    Its files are removed with the benchmark's folders.
    """
    server = postgres.make_folders(
        postgres.Server(bench.server.binaries, bench.server.folder / _NAME, bench.server.account)
    )
    _copy(bench, server)
    process = postgres.start(server, SETTINGS)
    try:
        _wait_for_standby(bench, _NAME)
        yield
    finally:
        _wait_for_standby(bench, "")
        send_signal(process, signal.SIGINT)
        reap(process, seconds=_SECONDS)


def _copy(bench: Bench, server: postgres.Server) -> None:
    """Take a base backup that follows the first server."""
    source = f"{bench.url(postgres.SUPERUSER)}&application_name={_NAME}"
    server.tool(
        "pg_basebackup",
        f"--dbname={source}",
        f"--pgdata={server.data}",
        "--wal-method=stream",
        "--checkpoint=fast",
        "--write-recovery-conf",
    )


def _wait_for_standby(bench: Bench, name: str) -> None:
    """Set which standby commits wait for ("" for none), and wait until it applies."""
    setting = sql.SQL("ALTER SYSTEM SET synchronous_standby_names = {}").format(sql.Literal(name))
    with psycopg.connect(bench.url(postgres.SUPERUSER), autocommit=True) as superuser:
        superuser.execute(setting)
        superuser.execute("SELECT pg_reload_conf()")
        limit = time.monotonic() + _SECONDS
        while superuser.execute(_IS_SYNCHRONOUS).fetchone() != (bool(name),):
            if time.monotonic() > limit:
                raise TimeoutError(f"no commit waits for {name!r}")
            time.sleep(0.05)  # the server does not report when it has reloaded its settings
