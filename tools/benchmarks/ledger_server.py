"""The server that `tools.benchmarks.ledger` measures, with the databases of the ledger and of pgbench."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from tools.benchmarks import servers
from tools.benchmarks.servers import Bench
from tools.launch import postgres

LEDGER, TPCB = "ledger", "tpcb"


@contextmanager
def run_filled_server(*, scale: int, players: int) -> Iterator[Bench]:
    """Start a server with both databases filled; stop and remove it at the end."""
    with servers.run_server(LEDGER, [TPCB]) as bench:
        pgbench(bench, postgres.OWNER, TPCB, "--initialize", f"--scale={scale}", "--quiet")
        servers.add_members(bench, players)
        yield bench


def pgbench(bench: Bench, role: str, database: str, *arguments: str) -> str:
    """Run pgbench and return its output. Raises CalledProcessError."""
    return subprocess.run(  # noqa: S603 - PostgreSQL's own program
        [str(bench.server.binaries / "pgbench"), *arguments, bench.url(role, database)],
        check=True,
        capture_output=True,
        text=True,
        cwd=bench.folder,
    ).stdout
