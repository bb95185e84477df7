"""`make bench-signals-night`: the increment of a day by fraud signals, then that of a day with twice the players.

One server, created for the run and removed after it, with a database for each day. The house has the players' last 90 days, packed as
production packs them, and the rounds of one day, which are not read yet (`tools.benchmarks.signals_night_fill`). Then
what production's workers do is run: one process packs the columns of all rounds, two judge all players. Seconds,
processor seconds of the processes and of the server, and peak memory are read for each stage.

The table has the whole night too: processor seconds for 10 million rounds divided by two cores. That is a projection unless
there were as many. The exit status is 1 if it is ten minutes or more, if all processes together reach 1 GB, or if twice
the players take more than 2.2 times as long. Gains of deviations (INT1) are not part of it: they are measured all day long,
as shoes are revealed.
"""

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Final

from tools.benchmarks import servers
from tools.benchmarks.report import markdown_table
from tools.benchmarks.servers import Bench, describe_conditions
from tools.launch import postgres

DATABASE: Final = "night"
A_NIGHT: Final = 10_000_000
CORES: Final = 2
ALLOWED_SECONDS: Final = 600.0
ALLOWED_BYTES: Final = 2**30
ALLOWED_GROWTH: Final = 2.2
BYTES_A_ROUND: Final = 6_000
"""Of the server's disk at most, with the players' earlier days and the copies made while it is filled."""

HEAD: Final = (
    *("rounds", "players", "stage", "seconds", "processor s: Python", "PostgreSQL"),
    *("peak MB", "µs a round", "10 million rounds on two cores, s"),
)


@dataclass(frozen=True, slots=True)
class Stage:
    """What one stage took: wall seconds, processor seconds of its processes and of the server, bytes of all processes."""

    name: str
    done: int
    seconds: float
    processor: float
    server: float
    peak: int

    @property
    def busy(self) -> float:
        """All processor seconds."""
        return self.processor + self.server


@dataclass(frozen=True, slots=True)
class Night:
    """A night's stages: columns, then judging."""

    stages: Sequence[Stage]

    @property
    def rounds(self) -> int:
        return self.stages[0].done

    @property
    def busy(self) -> float:
        return sum(one.busy for one in self.stages)

    @property
    def peak(self) -> int:
        return max(one.peak for one in self.stages)


def main() -> None:
    """Measure both nights and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200_000)
    parser.add_argument(
        "--once", action="store_true", help="without the night of twice the players"
    )
    given = parser.parse_args()
    sizes = [given.rounds] if given.once else [given.rounds, 2 * given.rounds]
    _require_room(sizes[-1])
    print(describe_conditions(), flush=True)
    with servers.run_server(DATABASE) as bench:
        _prepare(bench)
        nights = [_measure(bench, rounds) for rounds in sizes]
    print(format_table(nights))
    if not given.once:
        print(f"\nTwice the players take {find_growth(nights):.2f} times as long.")
    if is_over_budget(nights):
        raise SystemExit(1)


def is_over_budget(nights: Sequence[Night]) -> bool:
    """Return whether a limit is exceeded."""
    return find_growth(nights) > ALLOWED_GROWTH or any(
        project(one.busy, one) >= ALLOWED_SECONDS or one.peak >= ALLOWED_BYTES for one in nights
    )


def find_growth(nights: Sequence[Night]) -> float:
    """Return how many times as long the second night took, for exactly twice the rounds of the first; 0 without one."""
    if len(nights) == 1:
        return 0.0
    first, second = nights
    return second.busy / first.busy * 2 * first.rounds / second.rounds


def project(busy: float, night: Night) -> float:
    """Return the seconds for 10 million rounds if two cores share the work."""
    return busy * A_NIGHT / night.rounds / CORES


def _require_room(rounds: int) -> None:
    needed, free = rounds * BYTES_A_ROUND, shutil.disk_usage(tempfile.gettempdir()).free
    if needed > free / 2:
        raise SystemExit(f"{needed / 1e9:.0f} GB are needed; {free / 1e9:.0f} GB are free")


def _prepare(bench: Bench) -> None:
    """Make the demo's tables, with chart and effects of removal: minutes, once for both nights."""
    bench.django("manage.py", "demo")
    _tell("computing chart and effects of the rules")
    bench.django("-m", "tools.benchmarks.signals_night_fill", tell=_tell)


def _measure(empty: Bench, rounds: int) -> Night:
    """Measure a night in a database of its own, which is dropped then."""
    bench = replace(empty, database=f"night_{rounds}")
    with empty.connect(postgres.DATABASE) as owner:
        owner.execute(f"CREATE DATABASE {bench.database} TEMPLATE {empty.database}".encode())
    try:
        _tell(f"a house for {rounds:,} rounds")
        words = ("-m", "tools.benchmarks.signals_night_fill", "--rounds", str(rounds))
        bench.django(*words, tell=_tell)
        bench.settle()
        return Night([run_stage(bench, "columns", 1), run_stage(bench, "judging", CORES)])
    finally:
        with empty.connect(postgres.DATABASE) as owner:
            owner.execute(f"DROP DATABASE {bench.database} WITH (FORCE)".encode())


def run_stage(bench: Bench, name: str, processes: int) -> Stage:
    """Run a stage in so many processes at once."""
    _tell(f"{name}, in {processes} processes" if processes > 1 else name)
    begun, spent = perf_counter(), bench.spent() or 0.0
    with ThreadPoolExecutor(processes) as threads:
        words = ("-m", "tools.benchmarks.signals_night_inside", name)
        running = [threads.submit(bench.django, *words) for _ in range(processes)]
        found: list[dict[str, Any]] = [json.loads(one.result()) for one in running]
    stage = Stage(
        name,
        sum(one["done"] for one in found),
        max(one["seconds"] for one in found),
        sum(one["processor"] for one in found),
        (bench.spent() or 0.0) - spent,
        sum(one["peak"] for one in found),
    )
    _tell(f"{name}: {stage.done:,} in {perf_counter() - begun:.0f} s")
    return stage


def _tell(line: str) -> None:
    print(line.rstrip(), file=sys.stderr, flush=True)


def format_table(nights: Sequence[Night]) -> str:
    """Return the table of all stages and of the nights as a whole."""
    rows = [
        _format_row(stage, night, night.stages[-1].done)
        for night in nights
        for stage in (*night.stages, _sum_up(night))
    ]
    return markdown_table(HEAD, rows, ("stage",))


def _sum_up(night: Night) -> Stage:
    return Stage(
        "whole night",
        night.rounds,
        sum(one.seconds for one in night.stages),
        sum(one.processor for one in night.stages),
        sum(one.server for one in night.stages),
        night.peak,
    )


def _format_row(stage: Stage, night: Night, players: int) -> tuple[str, ...]:
    return (
        f"{night.rounds:,}",
        f"{players:,}",
        stage.name,
        f"{stage.seconds:,.1f}",
        f"{stage.processor:,.1f}",
        f"{stage.server:,.1f}",
        f"{stage.peak / 2**20:,.0f}",
        f"{1e6 * stage.busy / night.rounds:,.0f}",
        f"{project(stage.busy, night):,.0f}",
    )


if __name__ == "__main__":
    main()
