"""A year of rounds beside a month of them, on one server: `make rehearse-growth`.

Both databases have the same players and the same last month; one has eleven months before it. Measured in turn, so that other
load on the machine affects both alike: movements of a bet by `post()` (pgbench, as the application's role), a page of the statement,
and the query of a day's money for the reports. Then vacuum, sizes of tables and indexes, and the archive of the oldest month.

The year has `--rounds` a month: 10,000,000 are the whole, 1,000,000 a tenth (--folder, hours), 100,000 a hundredth. With `--folder` the
server stays, and a fill that was stopped, or reached `--minutes`, goes on in the next run.
"""

import argparse
import json
import secrets
import shutil
import signal
import sysconfig
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import Any, Final

from tools.benchmarks import servers
from tools.benchmarks.growth_rows import Filler, past_months
from tools.benchmarks.ledger import Measure
from tools.benchmarks.servers import APP, Bench, describe_conditions
from tools.launch import keys, layout, postgres
from tools.launch.console import Console
from tools.launch.processes import reap, send_signal

YEAR, MONTH = "year", "month"
MONTHS: Final = 12
FLAT: Final = 1.1
_BYTES_A_ROUND: Final = 1_500
_ROOM: Final = 40 * 10**9
_SIZES: Final = """
    SELECT relname, pg_table_size(oid), pg_indexes_size(oid) FROM pg_class
    WHERE relkind = 'r' AND (relname ~ '^wallet_entry_[0-9]' OR relname = 'wallet_transfer') ORDER BY relname
"""


def main() -> None:
    """Fill, measure and print the tables."""
    given = _asked()
    _require_room(given)
    print(describe_conditions())
    print(f"{MONTHS} months of {given.rounds:,} rounds; {given.players:,} players", flush=True)
    ends = time.monotonic() + 60 * given.minutes
    with run_kept_server(given.folder) as bench:
        benches = {YEAR: bench, MONTH: replace(bench, database=MONTH)}
        months = past_months(MONTHS)
        for name, one in benches.items():
            if not fill(one, months if name == YEAR else months[-1:], given, ends):
                print("Time is up: run it again with the same --folder to go on.")
                return
        sweep(benches)
        print(format_ratios(measure(benches, given, months)))
        print(format_sizes(benches[YEAR]))
        print(archive(benches[YEAR], months[0][0].strftime("wallet_entry_%Y_%m")))


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100_000, help="a month")
    parser.add_argument("--players", type=int, default=2_000)
    parser.add_argument("--seconds", type=int, default=10, help="of a measurement")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--minutes", type=float, default=600)
    parser.add_argument("--folder", type=Path)
    return parser.parse_args()


def _require_room(given: argparse.Namespace) -> None:
    needed = (MONTHS + 1) * given.rounds * _BYTES_A_ROUND
    free = shutil.disk_usage(given.folder.parent if given.folder else "/tmp").free  # noqa: S108 - of the server
    if needed > min(_ROOM, free):
        raise SystemExit(
            f"{needed / 1e9:.0f} GB are needed, {min(_ROOM, free) / 1e9:.0f} GB may be used"
        )


@contextmanager
def run_kept_server(folder: Path | None) -> Iterator[Bench]:
    """Start a server with both databases: in `folder`, where it stays, or in a folder that is removed."""
    if folder is None:
        with servers.run_server(YEAR, [MONTH]) as bench:
            _prepare(bench)
            yield bench
        return
    folder.mkdir(mode=0o755, exist_ok=True)
    binaries = Path(sysconfig.get_path("purelib")) / layout.BINARIES
    server = postgres.place_server(Console(), binaries, folder / "server")
    kept = folder / "passwords.json"
    is_new = not kept.exists()
    if is_new:
        names = (postgres.SUPERUSER, postgres.OWNER, APP, "key")
        kept.touch(mode=0o600)
        kept.write_text(json.dumps({name: secrets.token_hex(32) for name in names}))
        postgres.initialise(server, json.loads(kept.read_text())[postgres.SUPERUSER])
    words = json.loads(kept.read_text())
    process = postgres.start(server, servers.SETTINGS)
    bench = Bench(server, folder, words, YEAR)
    try:
        if is_new:
            postgres.ensure_owner(server, words[postgres.SUPERUSER], words[postgres.OWNER])
            for name in ("seed.key", "identity.key"):
                keys.load_or_create_key_file(folder / name)
            with bench.connect(postgres.DATABASE) as owner:
                for name in (YEAR, MONTH):
                    owner.execute(f"CREATE DATABASE {name}".encode())
            bench.django("manage.py", "prepare_database", "-v", "0")
            _prepare(bench)
        yield bench
    finally:
        send_signal(process, signal.SIGINT)
        reap(process, seconds=60)


def _prepare(bench: Bench) -> None:
    replace(bench, database=MONTH).django("manage.py", "prepare_database", "-v", "0")


def fill(
    bench: Bench, months: list[tuple[Any, Any]], given: argparse.Namespace, ends: float
) -> bool:
    """Fill a database; return False if the time ended before."""
    with bench.connect() as owner:
        empty = owner.execute("SELECT count(*) FROM wallet_transfer").fetchone() == (0,)
    if empty:
        servers.add_members(bench, given.players)
    begun = time.monotonic()

    def goes_on(said: str) -> bool:
        print(f"\r{bench.database}: {said}   ", end="", flush=True)
        return time.monotonic() < ends

    complete = Filler(bench.url(postgres.OWNER), given.rounds).fill(months, goes_on)
    print(f"\n{bench.database}: filled in {time.monotonic() - begun:.0f} s", flush=True)
    return complete


def sweep(benches: dict[str, Bench]) -> None:
    """Vacuum and analyse both databases, each timed, then checkpoint."""
    for name, bench in benches.items():
        with bench.connect() as owner:
            begun = time.monotonic()
            owner.execute("VACUUM (ANALYZE)")
            print(f"{name}: VACUUM (ANALYZE) of everything {time.monotonic() - begun:.1f} s")
        bench.settle()


def measure(
    benches: dict[str, Bench], given: argparse.Namespace, months: list[tuple[Any, Any]]
) -> dict[str, dict[str, float]]:
    """Return the median cost of each act in both databases, in milliseconds, measured in turn."""
    day = (months[-1][0] + timedelta(days=14)).date()
    found: dict[str, dict[str, list[float]]] = {
        act: {name: [] for name in benches} for act in ("bet", "statement", "report")
    }
    for turn in range(given.turns + 1):
        for name in sorted(benches, reverse=bool(turn % 2)):
            bench = benches[name]
            run = Pgbench(bench, given.players, given.seconds).post(1)
            inside = json.loads(
                bench.django("-m", "tools.benchmarks.growth_inside", f"--day={day}")
            )
            if turn:  # the first one warms up
                found["bet"][name].append(1000 / run.rate)
                for act in ("statement", "report"):
                    found[act][name].append(1000 * inside[act])
    return {
        act: {name: median(values) for name, values in of_act.items()}
        for act, of_act in found.items()
    }


class Pgbench(Measure):
    """`Measure` on the database of its bench."""

    def _pgbench(self, role: str, _database: str, clients: int, *what: str) -> Any:
        return super()._pgbench(role, self.bench.database, clients, *what)


def format_ratios(found: dict[str, dict[str, float]]) -> str:
    """Return the table of costs with their ratios."""
    said = {
        "bet": "movement of a bet, `post()`",
        "statement": "page of a statement",
        "report": "money of a day, for the reports",
    }
    lines = ["| Act | One month | Twelve months | Ratio |", "| --- | ---: | ---: | ---: |"]
    for act, of_act in found.items():
        ratio = of_act[YEAR] / of_act[MONTH]
        late = "" if ratio <= FLAT else f" (more than {FLAT})"
        lines.append(
            f"| {said[act]} | {of_act[MONTH]:.2f} ms | {of_act[YEAR]:.2f} ms | {ratio:.2f}{late} |"
        )
    return "\n".join(["", *lines, ""])


def format_sizes(bench: Bench) -> str:
    """Return the table of sizes of the year, with the seconds to vacuum one month."""
    lines = ["| Table | Rows in MB | Indexes in MB | Vacuum |", "| --- | ---: | ---: | ---: |"]
    with bench.connect() as owner:
        sizes: list[tuple[Any, ...]] = [*owner.execute(_SIZES).fetchall()]
        for name, rows, indexes in sizes:
            if rows + indexes < 10**6:
                continue
            begun = time.monotonic()
            owner.execute(f"VACUUM {name}".encode())
            took = time.monotonic() - begun
            lines.append(f"| `{name}` | {rows / 1e6:.0f} | {indexes / 1e6:.0f} | {took:.2f} s |")
    return "\n".join(["", *lines, ""])


def archive(bench: Bench, part: str) -> str:
    """Write the oldest month to the archive; return its size and time."""
    folder = bench.folder / "archive"
    variables = {**bench.environment(), "ARCHIVE": str(folder)}
    begun = time.monotonic()
    said = bench.django("manage.py", "archive_months", part, variables=variables)
    size = sum(file.stat().st_size for file in folder.rglob("*.parquet"))
    return f"{said.strip()}: {size / 1e6:.1f} MB of Parquet in {time.monotonic() - begun:.0f} s"


if __name__ == "__main__":
    main()
