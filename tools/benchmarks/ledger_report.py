"""The result table of `tools.benchmarks.ledger`."""

import statistics
from dataclasses import dataclass
from typing import Final

from tools.benchmarks.report import markdown_table, summarise_latencies

WAYS: Final = ("TPC-B", "post()", "Django")
_HEAD: Final = (
    "entries",
    *("clients", "way", "transfers/s", "of TPC-B", "p50 ms", "p99 ms"),
    *("server µs", "WAL kB", "rate, by the smaller", "of TPC-B, by the smaller"),
)


@dataclass(frozen=True)
class Run:
    """One measurement: transfers per second, latencies in milliseconds, and the server's costs."""

    rate: float
    p50: float
    p99: float
    count: int
    cpu: float | None = None  # microseconds per transfer
    wal: float = 0.0  # bytes per transfer

    def __str__(self) -> str:
        """Format the run for a line of progress."""
        cpu = "" if self.cpu is None else f"  server {self.cpu:4.0f} µs"
        return f"{self.rate:8,.0f}/s  p50 {self.p50:6.2f} ms  p99 {self.p99:6.2f} ms{cpu}"


Results = dict[tuple[str, int], list[Run]]


@dataclass(frozen=True)
class Size:
    """A ledger size with its measurements."""

    entries: int
    results: Results

    def ratio(self, name: str, clients: int) -> float:
        """Return the median of a way's rates, each relative to the TPC-B run beside it."""
        pairs = zip(self.results[name, clients], self.results["TPC-B", clients], strict=True)
        return statistics.median(one.rate / other.rate for one, other in pairs)

    def middle(self, name: str, clients: int) -> Run:
        """Return the median of each figure; `count` is the sum."""
        runs = self.results[name, clients]
        costs = [run.cpu for run in runs if run.cpu is not None]
        return Run(
            statistics.median(run.rate for run in runs),
            statistics.median(run.p50 for run in runs),
            statistics.median(run.p99 for run in runs),
            sum(run.count for run in runs),
            statistics.median(costs) if costs else None,
            statistics.median(run.wal for run in runs),
        )


def summarise_run(seconds: float, microseconds: list[int]) -> Run:
    """Summarise latencies. Exits if there are none."""
    if not microseconds:
        raise SystemExit("nothing was measured: a slice ended without one transfer")
    p50, p99 = summarise_latencies(microseconds)
    return Run(len(microseconds) / seconds, p50, p99, len(microseconds))


def format_table(sizes: list[Size], clients: list[int]) -> str:
    """Return all results as one table; growth is relative to the first size."""
    rows = []
    for size in sizes:
        rows += [_row(size, sizes[0], many, name) for many in clients for name in WAYS]
    return markdown_table(_HEAD, rows, words={"way"})


def _row(size: Size, first: Size, clients: int, name: str) -> list[str]:
    run, ratio = size.middle(name, clients), size.ratio(name, clients)
    grown = ["", ""]
    if size is not first:
        parts = (run.rate / first.middle(name, clients).rate, ratio / first.ratio(name, clients))
        grown = [f"{part:.2f}" for part in parts]
    return [
        *(f"{size.entries:,}", str(clients), name, f"{run.rate:,.0f}", f"{ratio:.2f}"),
        *(f"{run.p50:.2f}", f"{run.p99:.2f}", "" if run.cpu is None else f"{run.cpu:.0f}"),
        *(f"{run.wal / 1000:.1f}", *grown),
    ]
