"""What several machines put around the database: PgBouncer in transaction mode, a synchronous standby.

Both run on the benchmark's machine, so they also take its processors; a standby elsewhere adds a
round trip of the network to each commit instead.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from statistics import median
from typing import Final, NamedTuple

from tools.benchmarks.live_standby import synchronous_standby
from tools.benchmarks.report import markdown_table
from tools.benchmarks.servers import APP, Bench
from tools.launch import system_user
from tools.launch.console import Console
from tools.rehearsals.nodes import fill_file
from tools.rehearsals.packages import unpack_packages
from tools.rehearsals.processes import Program, await_port, free_ports

DIRECT: Final = "direct"
_HEAD: Final = (
    "surroundings",
    "per second",
    "of direct",
    "p50 ms",
    "of direct",
    "p99 ms",
    "of direct",
)


class Rate(NamedTuple):
    """Work per second, and its latencies in milliseconds."""

    rate: float
    p50: float
    p99: float


Measured = Callable[[Mapping[str, str]], Rate]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that ask for surroundings."""
    parser.add_argument("--pgbouncer", action="store_true", help="measure through PgBouncer too")
    parser.add_argument(
        "--standby", action="store_true", help="measure with a synchronous standby too"
    )


@contextmanager
def run_pgbouncer(bench: Bench) -> Iterator[dict[str, str]]:
    """Run Debian's PgBouncer with the product's file; yield the settings that lead through it."""
    packages = unpack_packages(Console(), ["pgbouncer"])
    account, (port,) = bench.server.account, free_ports(1)
    folder = bench.server.folder / "pgbouncer"
    folder.mkdir(mode=0o700)
    system_user.change_owner(folder, account)
    users = folder / "users.txt"
    users.write_text(f'"{APP}" "{bench.passwords[APP]}"\n')
    system_user.change_owner(users, account)
    values = {
        "DATABASE": bench.database,
        "PRIMARY_HOST": bench.server.socket,
        "PRIMARY_PORT": 5432,
        "LISTEN_HOST": "127.0.0.1",
        "LISTEN_PORT": port,
        "USERS": users,
        "ADMIN": APP,
    }
    file = fill_file("pgbouncer.ini", folder / "pgbouncer.ini", values, account)
    line = [packages.program("pgbouncer"), file]
    program = Program("pgbouncer", line, folder, packages.environment(), account)
    program.start()
    try:
        await_port(program, port)
        pooled = f"postgresql://{APP}:{bench.passwords[APP]}@127.0.0.1:{port}/"
        yield {
            "DATABASE_APP_URL": pooled + bench.database,
            "DATABASE_DIRECT_URL": bench.url(APP),
            "DATABASE_POOLING": "transaction",
            "PGBOUNCER_CONSOLES": f"{pooled}pgbouncer",
        }
    finally:
        program.stop()


def compare_surroundings(
    bench: Bench, given: argparse.Namespace, measure: Measured, turns: int
) -> str:
    """Measure directly and in each surrounding asked for, in turn; return a table, "" if none is."""
    if not (given.pgbouncer or given.standby):
        return ""
    found: dict[str, list[Rate]] = {}
    pooler = run_pgbouncer(bench) if given.pgbouncer else nullcontext(None)
    with pooler as pooled:
        _measure(found, measure, {DIRECT: {}, "PgBouncer": pooled}, turns)
        if given.standby:
            ways = {"standby": {}, "PgBouncer, standby": pooled}
            with synchronous_standby(bench):
                _measure(found, measure, ways, turns)
    return _table(found)


def _measure(
    found: dict[str, list[Rate]],
    measure: Measured,
    ways: Mapping[str, Mapping[str, str] | None],
    turns: int,
) -> None:
    for _turn in range(turns):
        for name, variables in ways.items():
            if variables is not None:
                found.setdefault(name, []).append(measure(variables))


def _table(found: Mapping[str, list[Rate]]) -> str:
    middles = {name: Rate(*map(median, zip(*rates, strict=True))) for name, rates in found.items()}
    first = middles[DIRECT]
    rows = []
    for name, each in middles.items():
        row = [name]
        for value, other, digits in zip(each, first, (0, 1, 1), strict=True):
            row += [f"{value:,.{digits}f}", f"{value / other:.2f}"]
        rows.append(row)
    return markdown_table(_HEAD, rows, words={"surroundings"})
