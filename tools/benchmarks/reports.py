"""Cost of reports: `make bench-reports` with a million rounds, ROUNDS=10000000 with ten.

One server, created for the run and stopped at its end. `manage.py seed_history` writes the rounds
and closes their days. Then the back office's overview is opened, and every report is requested for
a day, a month, a year, today and a month that begins and ends within a day, by itself and as its
page is served, `--times` times each. Then long files are written, each in a process of its own
whose memory is read. At last the figures of yesterday are removed, as they are missing just after
midnight, and the pages are opened once more.

Prints two tables. The exit status is 1 if a report over closed days takes a second or more; over
that month or with yesterday open three seconds; the overview 300 ms; or if a workbook of ten times
the rows takes more memory.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, Final

from tools.benchmarks import servers
from tools.benchmarks.report import markdown_table
from tools.benchmarks.reports_inside import OPEN, OVERVIEW, WITHIN_DAYS, Row
from tools.benchmarks.servers import Bench, describe_conditions
from tools.history import history_plan

DATABASE: Final = "reports"
BUDGET: Final = 1000.0
OF_OPEN: Final = 3000.0
"""Limit in ms for periods that begin or end within a day or have an unclosed day, whose rounds are read."""
OF_OVERVIEW: Final = 300.0
HEAD: Final = (
    *("report", "period", "its figures p50 ms", "p95 ms", "its page p50 ms", "p95 ms", "queries"),
    *("rows read", "budget ms", ""),
)
OF_FILES: Final = ("file", "format", "rows", "seconds", "MB", "peak memory MB", "of it the start")
SHORTER: Final = 10
GROWS: Final = 32 * 2**20
"""Maximum additional bytes for the longest workbook compared with the shorter one."""

Tell = Callable[[str], None]


def main() -> None:
    """Fill, measure, and print the tables."""
    given = _asked()
    plan = history_plan.Plan(given.rounds, given.days, 1, history_plan.now())
    print(describe_conditions())
    print(f"{given.rounds:,} rounds over {given.days} days take {plan.size}.", flush=True)
    free = shutil.disk_usage("/tmp").free  # noqa: S108 - the server's folder is created there
    if given.rounds * history_plan.BYTES > free:
        raise SystemExit(f"{free / 2**30:,.1f} GB are free.")
    with servers.run_server(DATABASE) as bench:
        found = _measured(bench, given)
    print(_table(found["rows"]), _table_of_files(found["files"]), sep="\n\n")
    print(f"{found['rounds']:,} rounds; the database takes {found['bytes'] / 2**30:,.1f} GB")
    if any(is_over_budget(row) for row in found["rows"]) or memory_grows(found["files"]):
        raise SystemExit(1)


def _measured(bench: Bench, given: argparse.Namespace) -> dict[str, Any]:
    _fill(bench, given, _tell)
    _tell("the overview, every report and its page")
    found = _asked_inside(bench, "reports", given.times)
    found["files"] = list(_of_files(bench, min(given.longest, given.rounds)))
    _tell("pages while yesterday is open")
    found["rows"] += _asked_inside(bench, "reopened", given.times)["rows"]
    return found


def _tell(line: str) -> None:
    print(line.rstrip(), file=sys.stderr, flush=True)


def _fill(bench: Bench, given: argparse.Namespace, tell: Tell) -> None:
    bench.collect_static()
    bench.django("manage.py", "demo", tell=tell)
    bench.django("-m", "tools.benchmarks.reports_inside", "mathematics", tell=tell)
    words = ("--rounds", str(given.rounds), "--days", str(given.days), "--unsealed", "--copied")
    bench.django("manage.py", "seed_history", *words, tell=tell)
    bench.settle()


def _asked_inside(bench: Bench, what: str, times: int) -> dict[str, Any]:
    told = bench.django("-m", "tools.benchmarks.reports_inside", what, "--times", str(times))
    found: dict[str, Any] = json.loads(told)
    return found


def _of_files(bench: Bench, longest: int) -> Iterator[Row]:
    """Write a long report in each format, and two workbooks of hands, the longer one last."""
    yesterday = history_plan.now().date() - timedelta(days=1)
    year = f"--params=since={yesterday - timedelta(days=364)}&until={yesterday}"
    for form in ("csv", "xlsx", "pdf"):
        yield _made(bench, "6 players, year", "report-players", form, year)
    for count in (max(longest // SHORTER, 1), longest):
        yield _made(bench, "hands", "hands", "xlsx", f"--newest={count}")


def _made(bench: Bench, name: str, source: str, form: str, asked: str) -> Row:
    _tell(f"{name}, {form}")
    told = bench.django("-m", "tools.benchmarks.reports_files", source, form, asked)
    return {"file": name, "format": form, **json.loads(told)}


def memory_grows(files: list[Row]) -> bool:
    """Return whether a workbook's memory grows with its rows."""
    *_others, shorter, longest = files
    return bool(longest["peak"] - shorter["peak"] > GROWS)


def _table_of_files(rows: list[Row]) -> str:
    shown = [
        (
            row["file"],
            row["format"],
            f"{row['rows']:,}",
            f"{row['seconds']:,.1f}",
            f"{row['bytes'] / 2**20:,.1f}",
            f"{row['peak'] / 2**20:,.0f}",
            f"{row['before'] / 2**20:,.0f}",
        )
        for row in rows
    ]
    return markdown_table(OF_FILES, shown, ("file", "format"))


def _table(rows: list[Row]) -> str:
    shown = [
        (
            row["report"],
            row["period"],
            *(f"{row['own'][part]:,.0f}" if row["own"] else "" for part in ("p50", "p95")),
            *(f"{row['page'][part]:,.0f}" for part in ("p50", "p95")),
            f"{row['page']['queries']}",
            f"{row['page']['read']:,}",
            f"{_budget(row):,.0f}",
            "over" if is_over_budget(row) else "holds",
        )
        for row in rows
    ]
    return markdown_table(HEAD, shown, ("report", "period", ""))


def is_over_budget(row: Row) -> bool:
    """Return whether a report's p95, by itself or as a page, reaches its budget."""
    asked = (row["own"], row["page"])
    return any(one["p95"] >= _budget(row) for one in asked if one)


def _budget(row: Row) -> float:
    if row["report"] == OVERVIEW:
        return OF_OVERVIEW
    is_open = row["period"] == WITHIN_DAYS or row["period"].endswith(OPEN)
    return OF_OPEN if is_open else BUDGET


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--days", type=int, default=366)
    parser.add_argument("--times", type=int, default=12, help="that each report is asked for")
    parser.add_argument(
        "--longest", type=int, default=100_000, help="rows of the longest workbook, of hands"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
