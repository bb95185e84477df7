"""How fast money moves: `make bench-ledger`.

One run on one server, made for it and stopped at its end, with everything flushed to disk at commit.
Measured in turn, so that whatever else the machine does hits all alike:

TPC-B    the server's own measure: pgbench's built-in script, as it comes, prepared statements
post()   pgbench calling the ledger's one function as the application's role, prepared: a stake of a
         random player, then the settlement of its round (lost, returned or doubled), and so on;
         every guard and constraint is on
Django   processes calling `wallet.services` inside `transaction.atomic()`, the same movements

The last lines say how all of it moves from ten thousand entries to as many as asked for.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks import ledger_server
from benchmarks.ledger_server import APP, LEDGER, SETTINGS, TPCB, Bench, say
from launch import layout, postgres

SCRIPT = """
\\if :open
\\set back 100000 * random(0, 2)
\\set open 0
SELECT * FROM public.post(gen_random_uuid(), 'settle', :player::bigint, 'USD', 100000,
    :back::bigint, NULL, md5(:round::text)::uuid);
\\else
\\set player random(1, {players})
\\set round random(1, 9000000000000000000)
\\set open 1
SELECT * FROM public.post(gen_random_uuid(), 'bet', :player::bigint, 'USD', 100000, NULL, NULL,
    md5(:round::text)::uuid);
\\endif
"""
WAYS = ("TPC-B", "post()", "Django")
FEW = 10_000


@dataclass(frozen=True)
class Run:
    """One measurement: transfers a second, and latencies in milliseconds."""

    rate: float
    p50: float
    p99: float


def run_of(seconds: float, microseconds: list[int]) -> Run:
    """Reduce latencies to their figures."""
    ordered = sorted(microseconds)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * part))] / 1000 for part in (0.5, 0.99)]
    return Run(len(ordered) / seconds, at[0], at[1])


@dataclass(frozen=True)
class Measure:
    """How long, with what."""

    bench: Bench
    players: int
    seconds: int

    def tpcb(self, clients: int) -> Run:
        """The server's own."""
        return self._pgbench(postgres.OWNER, TPCB, clients, "--builtin=tpcb-like")

    def post(self, clients: int) -> Run:
        """The function, called by pgbench."""
        script = self.bench.folder / "post.sql"
        script.write_text(SCRIPT.format(players=self.players))
        return self._pgbench(APP, LEDGER, clients, "--define=open=0", f"--file={script}")

    def django(self, clients: int) -> Run:
        """The function, called through Django."""
        done = subprocess.run(  # noqa: S603 - our own program
            [
                *(sys.executable, "-m", "benchmarks.ledger_django"),
                *("--clients", str(clients), "--seconds", str(self.seconds)),
                *("--players", str(self.players)),
            ],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            env=self.bench.environment(),
            cwd=layout.ROOT,
        )
        took = [one for line in done.stdout.splitlines() for one in json.loads(line)]
        return run_of(self.seconds, took)

    def _pgbench(self, role: str, database: str, clients: int, *what: str) -> Run:
        with tempfile.TemporaryDirectory(dir=self.bench.folder) as folder:
            told = self.bench.pgbench(
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
        figures = run_of(self.seconds, took)
        return Run(rate, figures.p50, figures.p99)


Results = dict[tuple[str, int], list[Run]]


def measure(how: Measure, clients: list[int], rounds: int) -> Results:
    """Every way with every number of clients, in turn, several times over."""
    ways: dict[str, Callable[[int], Run]] = dict(
        zip(WAYS, (how.tpcb, how.post, how.django), strict=True)
    )
    results: Results = defaultdict(list)
    for turn in range(rounds):
        for many in clients:
            for name, way in ways.items():
                run = way(many)
                results[name, many].append(run)
                say(
                    f"turn {turn + 1} of {rounds}, {many:2} clients, {name:6}: {run.rate:8,.0f}/s"
                    f"  p50 {run.p50:6.2f} ms  p99 {run.p99:6.2f} ms  load {os.getloadavg()[0]:.1f}"
                )
    return results


def middle(runs: list[Run], figure: str) -> float:
    """The median of a figure."""
    return float(statistics.median(getattr(run, figure) for run in runs))


def ratio(results: Results, name: str, clients: int) -> float:
    """The median of a way's rates, each by that of TPC-B measured beside it."""
    pairs = zip(results[name, clients], results["TPC-B", clients], strict=True)
    return statistics.median(one.rate / other.rate for one, other in pairs)


def report(entries: int, results: Results, clients: list[int]) -> None:
    """Print a table for one size of the ledger."""
    print(f"\n{entries:,} entries\n")
    print("| clients | way | transfers/s | of TPC-B | p50 ms | p99 ms |")
    print("| ---: | :--- | ---: | ---: | ---: | ---: |")
    for many in clients:
        for name in WAYS:
            runs = results[name, many]
            print(
                f"| {many} | {name} | {middle(runs, 'rate'):,.0f} | {ratio(results, name, many):.2f}"
                f" | {middle(runs, 'p50'):.2f} | {middle(runs, 'p99'):.2f} |"
            )


def growth(few: Results, many: Results, clients: list[int], sizes: tuple[int, int]) -> None:
    """Print what is left of each figure in the larger ledger."""
    print(f"\nFrom {sizes[0]:,} to {sizes[1]:,} entries: what each figure is multiplied by\n")
    print("| clients | way | transfers/s | of TPC-B | p50 | p99 |")
    print("| ---: | :--- | ---: | ---: | ---: | ---: |")
    for count in clients:
        for name in WAYS:
            before, after = few[name, count], many[name, count]
            parts = [middle(after, one) / middle(before, one) for one in ("rate", "p50", "p99")]
            shared = ratio(many, name, count) / ratio(few, name, count)
            print(
                f"| {count} | {name} | {parts[0]:.2f} | {shared:.2f} | {parts[1]:.2f} | {parts[2]:.2f} |"
            )


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--entries", type=int, default=5_000_000, help="in the larger ledger")
    parser.add_argument("--seconds", type=int, default=10, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="times that each is repeated")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 4, 8, 16])
    parser.add_argument("--scale", type=int, default=50, help="of TPC-B: 100,000 accounts each")
    parser.add_argument("--players", type=int, default=5_000)
    parser.add_argument(
        "--quick", action="store_true", help="100,000 entries, 2 s, 1 and 8 clients"
    )
    given = parser.parse_args()
    if given.quick:
        given.entries, given.seconds, given.clients, given.scale = 100_000, 2, [1, 8], 20
    with ledger_server.running(scale=given.scale, players=given.players) as bench:
        print(
            f"PostgreSQL 18 of the wheel; {os.cpu_count()} processors; load {os.getloadavg()[0]:.1f}"
        )
        print(", ".join(f"{name} = {value}" for name, value in SETTINGS.items()))
        print(
            f"TPC-B scale {given.scale}; {given.players:,} players; each measurement"
            f" {given.seconds} s, {given.rounds} times in turn; medians"
        )
        how = Measure(bench, given.players, given.seconds)
        found: list[tuple[int, Results]] = []
        for wanted in (FEW, given.entries):
            ledger_server.fill(bench, wanted)
            size = ledger_server.entries(bench)
            found.append((size, measure(how, given.clients, given.rounds)))
            report(size, found[-1][1], given.clients)
        growth(found[0][1], found[1][1], given.clients, (found[0][0], found[1][0]))


if __name__ == "__main__":
    main()
