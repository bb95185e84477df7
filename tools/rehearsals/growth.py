"""Growth: `make rehearse-growth` plays a year month by month and measures after each month what a bet and a report cost.

A year of ten million rounds a month at a hundredth of the size; at a tenth with `--scale 10`, as many months as fit
`--gigabytes`. Rounds with all their money are written in bulk into the partitions of their month, days are closed by the
product's functions, and everything is vacuumed. A copy of the first month stays as it is: bets, decisions and reports are measured
in both databases in turns, so the ratios hold on a busy machine too.

Prints a line per month, then the table. The exit status is 1 if the median ratio of the last three months is over 1.1. After an
interruption the same command goes on with the month that was not finished. The folder is removed at the end unless `--keep`.
"""

import argparse
import json
import shutil
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any, Final

from tools.benchmarks.report import markdown_table
from tools.launch.layout import ROOT
from tools.rehearsals.bounds import require_disk, used_gigabytes
from tools.rehearsals.growth_server import FIRST, GROWN, keep_server
from tools.rehearsals.report import print_progress

FULL: Final = 10_000_000
LIMIT: Final = 1.1
_GIGABYTES_PER_MILLION: Final = 4.4
_TURNS: Final = 3
_LAST: Final = 3
_HEAD: Final = (
    *(
        "month",
        "rounds",
        "GB",
        "of it indexes",
        "bet ms",
        "ratio",
        "decision ms",
        "ratio",
        "report ms",
        "ratio",
    ),
    *("vacuum s", "written in s"),
)


@dataclass(frozen=True)
class Month:
    """Measurements after a month. Times in milliseconds; ratios against the database that ended with the first month."""

    name: str
    rounds: int
    gigabytes: float
    indexes: float
    bet: float
    bet_ratio: float
    decision: float
    decision_ratio: float
    report: float
    report_ratio: float
    vacuum: float
    written: float

    def cells(self) -> tuple[str, ...]:
        return (
            self.name,
            f"{self.rounds:,}",
            f"{self.gigabytes:.2f}",
            f"{self.indexes:.0%}",
            *(f"{value:.2f}" for value in (self.bet, self.bet_ratio)),
            *(f"{value:.2f}" for value in (self.decision, self.decision_ratio)),
            *(f"{value:.2f}" for value in (self.report, self.report_ratio)),
            f"{self.vacuum:.1f}",
            f"{self.written:.0f}",
        )

    def line(self) -> str:
        """Return the month's line for the terminal."""
        ratios = f"bet {self.bet_ratio:.2f}, decision {self.decision_ratio:.2f}, report {self.report_ratio:.2f}"
        size = f"{self.rounds:,} rounds, {self.gigabytes:.2f} GB, {self.indexes:.0%} of it indexes"
        return f"{self.name}: {size}; of the first month: {ratios}; vacuum {self.vacuum:.1f} s"


def main() -> None:
    """Run the rehearsal and print the table."""
    given = _parse_arguments()
    rounds = given.rounds or FULL * given.scale // 100
    months = _choose_months(given, rounds)
    require_disk(given.folder.parent, min(given.gigabytes, rounds * months * 5e-6 + 10))
    print_progress(f"{months} months of {rounds:,} rounds in {given.folder}")
    found = _run(given, rounds, months)
    print(markdown_table(_HEAD, [one.cells() for one in found], ("month",)))
    if not given.keep:
        shutil.rmtree(given.folder)
    raise SystemExit(int(is_steeper(found)))


def is_steeper(found: list[Month]) -> bool:
    """Return whether a bet, a decision or a report costs more than the limit in the last months."""
    last = found[-_LAST:]
    kinds = ("bet_ratio", "decision_ratio", "report_ratio")
    return any(median(getattr(one, kind) for one in last) > LIMIT for kind in kinds)


def _run(given: argparse.Namespace, rounds: int, months: int) -> list[Month]:
    done = given.folder / "months.json"
    found = [Month(**row) for row in json.loads(done.read_text())] if done.exists() else []
    with keep_server(given.folder) as server:
        for since, until in list(_months(months))[len(found) :]:
            print_progress(f"{since:%Y-%m}: {rounds:,} rounds")
            began = time.monotonic()
            words = (
                f"--since={since.isoformat()}",
                f"--until={until.isoformat()}",
                f"--rounds={rounds}",
            )
            server.run(GROWN, "month", *words)
            found.append(_measure(server, f"{since:%Y-%m}", time.monotonic() - began, given))
            print(found[-1].line(), flush=True)
            done.write_text(json.dumps([asdict(one) for one in found]))
            if used_gigabytes(given.folder) > given.gigabytes:
                print_progress(f"stopped: {given.gigabytes} GB are used")
                break
    return found


def _measure(server: Any, name: str, written: float, given: argparse.Namespace) -> Month:
    sizes = server.run(GROWN, "settle")
    if not server.has(FIRST):
        server.copy(GROWN, FIRST)
    ratios: dict[str, list[float]] = {"bet": [], "decision": [], "report": []}
    costs: dict[str, list[float]] = {"bet": [], "decision": [], "report": []}
    for turn in range(_TURNS):
        order = (GROWN, FIRST) if turn % 2 else (FIRST, GROWN)
        told = {
            database: server.run(database, "costs", f"--times={given.times}") for database in order
        }
        for kind, values in costs.items():
            values.append(told[GROWN][kind])
            ratios[kind].append(told[GROWN][kind] / told[FIRST][kind])
    of = {kind: median(values) for kind, values in costs.items()}
    ratio = {kind: median(values) for kind, values in ratios.items()}
    return Month(
        name=name,
        rounds=sizes["rounds"],
        gigabytes=sizes["bytes"] / 1e9,
        indexes=sizes["indexes"] / sizes["bytes"],
        bet=of["bet"],
        bet_ratio=ratio["bet"],
        decision=of["decision"],
        decision_ratio=ratio["decision"],
        report=of["report"],
        report_ratio=ratio["report"],
        vacuum=sizes["vacuum"],
        written=written,
    )


def _months(count: int) -> Iterator[tuple[datetime, datetime]]:
    """Yield this many whole months (UTC) up to the last one."""
    until = datetime.now(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    ends = [until]
    for _ in range(count):
        ends.append((ends[-1] - timedelta(days=1)).replace(day=1))
    ends.reverse()
    yield from pairwise(ends)


def _choose_months(given: argparse.Namespace, rounds: int) -> int:
    room = int(given.gigabytes / (rounds / 1e6 * _GIGABYTES_PER_MILLION))
    return int(min(given.months, max(room, 2)))


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--scale",
        type=int,
        choices=[1, 10],
        default=1,
        help="percent of ten million rounds a month",
    )
    parser.add_argument("--rounds", type=int, default=0, help="a month, instead of a scale")
    parser.add_argument("--months", type=int, default=12)
    parser.add_argument("--times", type=int, default=60, help="rounds that each measurement plays")
    parser.add_argument("--gigabytes", type=float, default=40, help="most disk used")
    parser.add_argument("--folder", type=Path, default=ROOT / "var" / "growth")
    parser.add_argument("--keep", action="store_true", help="keep the databases")
    return parser.parse_args()


if __name__ == "__main__":
    main()
