"""What a report costs over whole days: `make bench-reports` on a million rounds, ROUNDS=10000000 on ten.

One server, made for it and stopped at its end. `manage.py seed_history` writes the rounds and closes their days; then every
report is asked for a day, a month, a year, today and a month that begins and ends within a day, each so many times, and the back
office's overview is opened. It prints one table and ends with 1 where a report over whole days takes a second or more, that month three
seconds, or the overview 300 ms.
"""

import argparse
import json
import shutil
import sys
from typing import Any, Final

from benchmarks import history_plan, servers
from benchmarks.report import lines
from benchmarks.reports_inside import OVERVIEW, WITHIN_DAYS
from benchmarks.servers import Bench, conditions

DATABASE: Final = "reports"
BUDGET: Final = 1000.0
OF_PARTS_OF_DAYS: Final = 3000.0
OF_OVERVIEW: Final = 300.0
HEAD: Final = ("report", "period", "p50 ms", "p95 ms", "queries", "rows read", "budget ms", "")


def main() -> None:
    """Fill, measure, and print the table."""
    given = _asked()
    plan = history_plan.Plan(given.rounds, given.days, 1, history_plan.now())
    print(conditions())
    print(f"{given.rounds:,} rounds over {given.days} days take {plan.size}.", flush=True)
    free = shutil.disk_usage("/tmp").free  # noqa: S108 - where the server is made
    if given.rounds * history_plan.BYTES > free:
        raise SystemExit(f"{free / 2**30:,.1f} GB are free.")
    with servers.running(DATABASE) as bench:
        found = _measured(bench, given)
    print(_table(found["rows"]))
    print(f"{found['rounds']:,} rounds; the database takes {found['bytes'] / 2**30:,.1f} GB")
    if any(_over(row) for row in found["rows"]):
        raise SystemExit(1)


def _measured(bench: Bench, given: argparse.Namespace) -> dict[str, Any]:
    def tell(line: str) -> None:
        print(line.rstrip(), file=sys.stderr, flush=True)

    bench.collect()
    bench.django("manage.py", "demo", tell=tell)
    bench.django("-m", "benchmarks.reports_inside", "mathematics", tell=tell)
    words = ("--rounds", str(given.rounds), "--days", str(given.days), "--unsealed", "--copied")
    bench.django("manage.py", "seed_history", *words, tell=tell)
    bench.settle()
    found = bench.django("-m", "benchmarks.reports_inside", "reports", "--times", str(given.times))
    measured: dict[str, Any] = json.loads(found)
    return measured


def _table(rows: list[dict[str, Any]]) -> str:
    shown = [
        (
            row["report"],
            row["period"],
            f"{row['p50']:,.0f}",
            f"{row['p95']:,.0f}",
            f"{row['queries']}",
            f"{row['read']:,}",
            f"{_budget(row):,.0f}",
            "over" if _over(row) else "holds",
        )
        for row in rows
    ]
    return lines(HEAD, shown, ("report", "period", ""))


def _over(row: dict[str, Any]) -> bool:
    return bool(row["p95"] >= _budget(row))


def _budget(row: dict[str, Any]) -> float:
    if row["report"] == OVERVIEW:
        return OF_OVERVIEW
    return OF_PARTS_OF_DAYS if row["period"] == WITHIN_DAYS else BUDGET


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--days", type=int, default=366)
    parser.add_argument("--times", type=int, default=15, help="that each report is asked for")
    return parser.parse_args()


if __name__ == "__main__":
    main()
