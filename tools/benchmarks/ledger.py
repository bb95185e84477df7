"""Throughput of ledger movements: `make bench-ledger`.

One run on a server of its own, stopped at the end, with everything flushed to disk at commit.
Measured in turn, so that other load on the machine affects all alike:

TPC-B    the server's baseline: pgbench's built-in script, unchanged, with prepared statements
post()   pgbench calling the ledger's function as the application's role, prepared: a stake of a
         random player, then the settlement of its round (lost, returned or doubled), and so on;
         every trigger and constraint is on
Django   processes calling `wallet.ledger.services.movements` inside `transaction.atomic()`, the same movements

Before each size of the ledger comes a checkpoint, then a turn that does not count: the first change
of a page after a checkpoint writes the whole page to the WAL, and neither way should pay that for
the other. No checkpoint falls into the turns that count. Prints one table, for ten thousand entries
and for the requested number (`ledger_fill`), with the effect of the growth on each rate.
"""

import argparse
import json
import os
import re
import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from tools.benchmarks import ledger_fill, ledger_server
from tools.benchmarks.ledger_report import WAYS, Results, Run, Size, format_table, summarise_run
from tools.benchmarks.ledger_server import LEDGER, TPCB
from tools.benchmarks.report import Progress
from tools.benchmarks.servers import APP, Bench, describe_conditions
from tools.benchmarks.surroundings import Rate, add_options, compare_surroundings
from tools.launch import postgres

SCRIPT = """
\\if :open
\\set back 100000 * random(0, 2)
\\set open 0
SELECT public.post(gen_random_uuid(), 'settle', :player::bigint, 'USD', 100000,
    :back::bigint, NULL, md5(:round::text)::uuid);
\\else
\\set player random(1, {players})
\\set round random(1, 9000000000000000000)
\\set open 1
SELECT public.post(gen_random_uuid(), 'bet', :player::bigint, 'USD', 100000, NULL, NULL,
    md5(:round::text)::uuid);
\\endif
"""
FEW = 10_000
MAKING, FILLING = 25.0, 25e-6  # seconds, to estimate the end: everything before; each entry


@dataclass(frozen=True)
class Measure:
    """A bench with the number of players and the seconds per measurement."""

    bench: Bench
    players: int
    seconds: int

    def tpcb(self, clients: int) -> Run:
        """Run pgbench's TPC-B script."""
        return self._pgbench(postgres.OWNER, TPCB, clients, "--builtin=tpcb-like")

    def post(self, clients: int) -> Run:
        """Call the ledger's function from pgbench."""
        script = self.bench.folder / "post.sql"
        script.write_text(SCRIPT.format(players=self.players))
        return self._pgbench(APP, LEDGER, clients, "--define=open=0", f"--file={script}")

    def django(self, clients: int, variables: Mapping[str, str] = MappingProxyType({})) -> Run:
        """Move money through Django, with these environment variables too."""
        took: list[int] = []
        self.bench.django(
            *("-m", "tools.benchmarks.ledger_django", "--players", str(self.players)),
            *("--clients", str(clients), "--seconds", str(self.seconds)),
            variables={**self.bench.environment(), **variables},
            tell=lambda line: took.extend(json.loads(line)),
        )
        return summarise_run(self.seconds, took)

    def with_costs(self, way: Callable[[int], Run], clients: int) -> Run:
        """Run a measurement and add its cost to the server per transfer, background work included."""
        time, wal = self.bench.spent(), self.bench.written()
        run = way(clients)
        after = self.bench.spent()
        cpu = None if time is None or after is None else (after - time) * 1e6 / run.count
        return replace(run, cpu=cpu, wal=(self.bench.written() - wal) / run.count)

    def _pgbench(self, role: str, database: str, clients: int, *what: str) -> Run:
        with tempfile.TemporaryDirectory(dir=self.bench.folder) as folder:
            told = ledger_server.pgbench(
                self.bench,
                role,
                database,
                *("--no-vacuum", "--protocol=prepared", "--log", f"--log-prefix={folder}/log"),
                *(f"--client={clients}", f"--jobs={min(clients, os.cpu_count() or 1)}"),
                *(f"--time={self.seconds}", *what),
            )
            took = [
                int(line.split()[2])
                for file in Path(folder).iterdir()
                for line in file.read_text().splitlines()
            ]
        rate = float(re.findall(r"^tps = ([0-9.]+)", told, re.MULTILINE)[0])
        if not re.search(r"failed transactions: 0 ", told):
            raise SystemExit(told)
        figures = summarise_run(self.seconds, took)
        return replace(figures, rate=rate)


def measure(how: Measure, clients: list[int], rounds: int, progress: Progress) -> Results:
    """Measure every way with every number of clients, in turn, several times."""
    ways: dict[str, Callable[[int], Run]] = dict(
        zip(WAYS, (how.tpcb, how.post, how.django), strict=True)
    )
    for name in WAYS[:2]:
        progress.begin_step(f"warming up: {name}")
        ways[name](max(clients))
        progress.subtract_wait(how.seconds)
    results: Results = defaultdict(list)
    for turn in range(1, rounds + 1):
        for many in clients:
            for name, way in ways.items():
                progress.begin_step(f"turn {turn} of {rounds}, {many} clients, {name}")
                run = how.with_costs(way, many)
                results[name, many].append(run)
                progress.end_step(f"{run}  load {os.getloadavg()[0]:.1f}")
    return results


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--entries", type=int, default=5_000_000, help="in the larger ledger")
    parser.add_argument("--seconds", type=int, default=6, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="times that each is repeated")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 4, 8, 16])
    parser.add_argument("--scale", type=int, default=50, help="of TPC-B: 100,000 accounts each")
    parser.add_argument("--players", type=int, default=5_000)
    add_options(parser)
    parser.add_argument(
        "--quick", action="store_true", help="100,000 entries, two turns of 2 s, 1 and 8 clients"
    )
    given = parser.parse_args()
    if given.quick:
        given.entries, given.seconds, given.rounds = 100_000, 2, 2
        given.clients, given.scale = [1, 8], 20
    return given


def main() -> None:
    """Measure and print the table."""
    given = _asked()
    print(describe_conditions())
    print(
        f"TPC-B scale {given.scale}; {given.players:,} players; each measurement"
        f" {given.seconds} s, {given.rounds} times in turn; medians",
        flush=True,
    )
    slices = 2 * given.rounds * len(given.clients) * len(WAYS)
    waits = MAKING + given.entries * FILLING + 4 * given.seconds
    progress = Progress(slices, given.seconds, waits)
    progress.begin_step("the server and its tables")
    with ledger_server.run_filled_server(scale=given.scale, players=given.players) as bench:
        progress.subtract_wait(MAKING)
        how = Measure(bench, given.players, given.seconds)
        found: list[Size] = []
        for wanted in (FEW, given.entries):
            filled = fill(bench, wanted, progress)
            found.append(Size(filled, measure(how, given.clients, given.rounds, progress)))
        progress.begin_step("surroundings")
        many = max(given.clients)

        def through(variables: Mapping[str, str]) -> Rate:
            run = how.django(many, variables)
            return Rate(run.rate, run.p50, run.p99)

        around = compare_surroundings(bench, given, through, given.rounds)
    print(format_table(found, given.clients))
    if around:
        print(f"\nDjango, {many} clients, {found[-1].entries:,} entries\n{around}")
    progress.finish()


def fill(bench: Bench, wanted: int, progress: Progress) -> int:
    """Fill the ledger, vacuum and checkpoint both databases; return the number of entries."""
    url = bench.url(postgres.OWNER, LEDGER)
    last = 0.0

    def tell(part: float) -> None:
        nonlocal last
        progress.subtract_wait((part - last) * wanted * FILLING)
        progress.begin_step(f"filling to {wanted:,} entries: {part:.0%}")
        last = part

    ledger_fill.fill(url, wanted, tell)
    progress.begin_step("sweeping")
    bench.settle(LEDGER, TPCB)
    return ledger_fill.count_entries(url)


if __name__ == "__main__":
    main()
