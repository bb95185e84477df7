"""Report of `tools.benchmarks.play`: its table, and the requests that are too expensive."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tools.benchmarks.play_slices import Slice, Spent
from tools.benchmarks.report import markdown_table, summarise_latencies

BARE, ALL = "bare", "all"
MOST, AIM = 2.5, 1.7
_HEAD: Final = (
    *("rounds", "request", "requests/s", "web µs", "database µs", "CPU µs", "of bare"),
    *("p50 ms", "of bare", "p99 ms", "of bare", "queries", "CPU, by the smaller"),
)


@dataclass(frozen=True)
class Figures:
    """A kind of request in one turn: requests per second, latencies in ms, processor time of each in µs."""

    rate: float
    p50: float
    p99: float
    web: float
    server: float

    @property
    def cpu(self) -> float:
        """Web and database together, in microseconds."""
        return self.web + self.server

    def __str__(self) -> str:
        """Format the figures for a line of progress."""
        return (
            f"{self.rate:5.0f}/s  p50 {self.p50:5.1f} ms  p99 {self.p99:5.1f} ms"
            f"  web {self.web:5.0f} + database {self.server:5.0f} µs"
        )


Turn = Mapping[str, Figures]


def summarise_requests(seconds: float, took: Sequence[int], cost: Spent, count: int) -> Figures:
    """Summarise the latencies of one kind and the cost of `count` requests. Exits if there are none."""
    if not took or not count:
        raise SystemExit("nothing was measured: a slice ended without a request of each kind")
    p50, p99 = summarise_latencies(took)
    micro = 1e6 / count
    return Figures(len(took) / seconds, p50, p99, cost.web * micro, cost.server * micro)


def summarise_whole(found: Slice) -> Figures:
    """Summarise all requests of a slice as one kind."""
    took = [one for each in found.took.values() for one in each]
    return summarise_requests(found.seconds, took, found.spent, len(took))


def build_turn(bare: Slice, play: Slice, stepped: Slice) -> Turn:
    """Return one turn: latencies of clients at will, with their total cost divided among the kinds."""
    kinds = {
        kind: summarise_requests(
            play.seconds, play.took.get(kind, []), cost, len(play.took.get(kind, []))
        )
        for kind, cost in divide_cost(play, stepped).items()
    }
    return {BARE: summarise_whole(bare), **dict(sorted(kinds.items())), ALL: summarise_whole(play)}


def divide_cost(play: Slice, stepped: Slice) -> dict[str, Spent]:
    """Divide the cost of all requests at will among the kinds.

    The weights are each kind's cost per request in step and its number of requests at will.
    """
    parts = {
        kind: cost * (len(play.took.get(kind, [])) / max(1, len(stepped.took.get(kind, []))))
        for kind, cost in stepped.by_kind.items()
    }
    together = sum(parts.values(), Spent())
    return {kind: part.share_of(together, play.spent) for kind, part in parts.items()}


@dataclass(frozen=True)
class Size:
    """A number of finished rounds with the turns measured then."""

    rounds: int
    turns: Sequence[Turn]
    queries: Mapping[str, str] = field(default_factory=dict)

    def middle(self, kind: str, figure: str) -> float:
        """Return the median of a figure."""
        return statistics.median(_of(turn[kind], figure) for turn in self.turns)

    def ratio(self, kind: str, figure: str) -> float:
        """Return the median of a figure relative to the bare view's in the same turn."""
        return statistics.median(
            _of(turn[kind], figure) / _of(turn[BARE], figure) for turn in self.turns
        )


def _of(figures: Figures, name: str) -> float:
    return float(getattr(figures, name))


def format_table(sizes: Sequence[Size]) -> str:
    """Return all results as one table; growth is relative to the first size."""
    rows = [_row(size, sizes[0], kind) for size in sizes for kind in size.turns[0]]
    return markdown_table(_HEAD, rows, words={"request"})


def _row(size: Size, first: Size, kind: str) -> list[str]:
    ratios = dict.fromkeys(("cpu", "p50", "p99"), "")
    if kind != BARE:
        ratios = {name: f"{size.ratio(kind, name):.2f}" for name in ratios}
    grown = size.middle(kind, "cpu") / first.middle(kind, "cpu")
    return [
        *(f"{size.rounds:,}", kind, f"{size.middle(kind, 'rate'):,.0f}"),
        *(f"{size.middle(kind, name):,.0f}" for name in ("web", "server", "cpu")),
        ratios["cpu"],
        *(f"{size.middle(kind, 'p50'):.1f}", ratios["p50"]),
        *(f"{size.middle(kind, 'p99'):.1f}", ratios["p99"]),
        size.queries.get(kind, ""),
        "" if size is first else f"{grown:.2f}",
    ]


def find_too_expensive(sizes: Sequence[Size], most: float = MOST) -> list[str]:
    """Return every kind of request whose CPU or p99 is more than `most` times the bare view's."""
    return [
        f"{kind} at {size.rounds:,} rounds: {what} {size.ratio(kind, name):.2f} times the bare view's"
        for size in sizes
        for kind in size.turns[0]
        if kind != BARE
        for name, what in (("cpu", "CPU"), ("p99", "p99"))
        if size.ratio(kind, name) > most
    ]
