"""Report of `tools.benchmarks.live`: every figure with its goal, and the profile."""

import bisect
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tools.benchmarks.live_players import PlayFigures
from tools.benchmarks.live_readers import Arrivals
from tools.benchmarks.live_watch import WatchSamples
from tools.benchmarks.report import markdown_table, summarise_latencies

ARRIVAL_MS, STREAM_KB, BACK_SECONDS, LATE_SECONDS = 250, 60, 15, 0.5
STATEMENTS, LAST_STATEMENTS, OF_A_PLAYER = 15, 25, 2
FLAT: Final = 1.25
"""Maximum ratio of a decision's CPU at all tables to that at a quarter of them: short runs vary by a fifth."""

SEATS: Final = 7
_SPARE_CONNECTIONS: Final = 2
"""Its two rendering threads connect on first use."""

_HEAD: Final = ("part", "figure", "measured", "goal", "holds")
_WORDS: Final = ("part", "figure", "goal", "holds")
_OF_PROGRAMS: Final = ("tables", "program", "CPU of a core", "ms of a decision")
_OF_REQUESTS: Final = ("tables", "request", "requests", "p50 ms", "p99 ms")


@dataclass(frozen=True)
class Figure:
    """One figure; without a goal it is informational."""

    part: str
    name: str
    measured: str
    goal: str = ""
    holds: bool = True


@dataclass(frozen=True)
class CountedStatements:
    """Statements of one decision: of the whole request, of the decision, and the players it settled."""

    request: int
    decision: int
    settled: int


@dataclass(frozen=True)
class Delivery:
    """Microseconds from commit to arrival, and the number of versions that a connected reader never received."""

    took: Sequence[int]
    missing: int


@dataclass(frozen=True)
class Events:
    """Events of a run according to the database."""

    deals: int
    decisions: int
    by_house: int
    aborted: int
    cancelled: int
    unbet: int
    """Boxes without a bet in time, excluding the deals that started the run."""

    @property
    def unearned(self) -> int:
        """Timeouts of players, who all act within a second."""
        return self.by_house + self.aborted + self.cancelled


@dataclass(frozen=True)
class Spread:
    """Measurements of the open streams."""

    streams: int
    tables: int
    seconds: float
    delivery: Delivery
    bytes_each: float
    connections: tuple[int, int]
    """Database connections of the stream process, before and with all streams."""

    spent: dict[str, float]
    """CPU seconds while streams were read, by program."""

    back: float | None
    """Seconds from the kill until every stream was back; None if some were not."""

    latest: float
    events: Events
    errors: Sequence[str] = ()
    """Errors that stopped players."""


@dataclass(frozen=True)
class Run:
    """Full tables for some minutes."""

    name: str
    tables: int
    seconds: float
    events: Events
    decisions: int
    """Decisions while CPU time was measured, after the first deal of every table."""

    spent: dict[str, float]
    """CPU seconds by program."""

    clients: dict[str, float]
    """CPU seconds of the players' clients on the same machine."""

    played: PlayFigures
    seen: WatchSamples

    @property
    def of_decision(self) -> float:
        """Processor time of the whole site per decision, in milliseconds."""
        return 1000 * sum(self.spent.values()) / max(1, self.decisions)


def measure_delivery(
    commits: Mapping[int, Mapping[int, float]],
    arrivals: Mapping[int, Sequence[Arrivals]],
    between: tuple[float, float],
) -> Delivery:
    """Return how long each reader waited for each version committed in this period, or for a newer one."""
    took, missing = list[int](), 0
    for place, readers in arrivals.items():
        wanted = [
            (version, at)
            for version, at in sorted(commits.get(place, {}).items())
            if between[0] <= at < between[1]
        ]
        for reader in readers:
            versions = [version for version, _at in reader]
            for version, at in wanted:
                found = bisect.bisect_left(versions, version)
                if found == len(versions):
                    missing += 1
                else:
                    took.append(max(0, round((reader[found][1] - at) * 1e6)))
    return Delivery(took, missing)


def spread_figures(spread: Spread) -> list[Figure]:
    """Return the figures of the open streams with their goals."""
    part = "streams"
    p50, p99 = summarise_latencies(spread.delivery.took) if spread.delivery.took else (0.0, 0.0)
    missing = spread.delivery.missing
    each = spread.bytes_each / 1000
    before, after = spread.connections
    cpu = ", ".join(f"{name} {took / spread.seconds:.2f}" for name, took in spread.spent.items())
    back = "not all" if spread.back is None else f"{spread.back:.1f} s"
    unearned = spread.events.unearned
    return [
        Figure(part, "open in one process", f"{spread.streams:,}"),
        Figure(part, "moving tables", f"{spread.tables}"),
        Figure(part, "CPU of a core", cpu),
        Figure(
            part,
            "states awaited",
            f"{len(spread.delivery.took):,}",
            "> 0",
            bool(spread.delivery.took),
        ),
        Figure(part, "states that never came", f"{missing:,}", "0", missing == 0),
        Figure(part, "commit to arrival, p50", f"{p50:.0f} ms"),
        Figure(
            part, "commit to arrival, p99", f"{p99:.0f} ms", f"< {ARRIVAL_MS} ms", p99 < ARRIVAL_MS
        ),
        Figure(part, "memory of a stream", f"{each:.1f} KB", f"< {STREAM_KB} KB", each < STREAM_KB),
        Figure(
            part,
            "database connections without and with streams",
            f"{before}, {after}",
            "none for each stream",
            after <= before + _SPARE_CONNECTIONS,
        ),
        Figure(
            part,
            "process killed: all are back after",
            back,
            f"≤ {BACK_SECONDS} s",
            spread.back is not None and spread.back <= BACK_SECONDS,
        ),
        _late(part, spread.latest),
        Figure(part, "unearned timeouts", f"{unearned}", "0", unearned == 0),
        _errors(part, spread.errors),
    ]


def _errors(part: str, errors: Sequence[str]) -> Figure:
    return Figure(part, "players stopped by an error", f"{len(errors)}", "0", not errors)


def _late(part: str, latest: float) -> Figure:
    goal = f"≤ {LATE_SECONDS} s"
    return Figure(part, "latest clock", f"{latest:.2f} s", goal, latest <= LATE_SECONDS)


def run_figures(run: Run) -> list[Figure]:
    """Return the figures of full tables with their goals."""
    part, events, seen = run.name, run.events, run.seen
    waits = f"{seen.waits} in {seen.looks:,} looks, longest {1000 * seen.longest_wait:.0f} ms"
    return [
        Figure(part, "full tables", f"{run.tables}"),
        Figure(
            part,
            "deals, decisions",
            f"{events.deals:,}, {events.decisions:,}",
            "> 0",
            events.decisions > 0,
        ),
        Figure(
            part,
            "unearned timeouts: decisions, exchanges, deals",
            f"{events.by_house}, {events.aborted}, {events.cancelled}",
            "0",
            events.unearned == 0,
        ),
        Figure(part, "boxes without a bet in time", f"{events.unbet}", "0", events.unbet == 0),
        _errors(part, run.played.errors),
        _late(part, seen.latest),
        Figure(part, "CPU of a decision", f"{run.of_decision:.0f} ms"),
        Figure(part, "waits for NOTIFY's lock", waits),
        Figure(
            part,
            "of them by what moves money or cards",
            f"{seen.others_waited}",
            "0",
            seen.others_waited == 0,
        ),
    ]


def growth_figure(quarter: Run, full: Run) -> Figure:
    """Compare a decision's CPU at all tables with that at a quarter of them."""
    ratio = full.of_decision / quarter.of_decision
    name = f"CPU of a decision, {full.tables} by {quarter.tables} tables"
    return Figure("tables", name, f"{ratio:.2f}", f"≤ {FLAT}", ratio <= FLAT)


def statement_figures(counted: Sequence[CountedStatements], part: str) -> list[Figure]:
    """Return the statements per decision: those that settle nobody, and the last of each deal."""
    plain = [one for one in counted if not one.settled]
    last = [one for one in counted if one.settled]
    most = max((one.decision for one in plain), default=0)
    request = max((one.request for one in counted), default=0)
    beyond = [one for one in last if one.decision > LAST_STATEMENTS + OF_A_PLAYER * one.settled]
    worst = max(last, key=lambda one: one.decision, default=CountedStatements(0, 0, 0))
    return [
        Figure(
            part,
            "statements of a decision, at most",
            f"{most}",
            f"≤ {STATEMENTS}",
            bool(plain) and most <= STATEMENTS,
        ),
        Figure(
            part,
            "statements of the last decision, at most",
            f"{worst.decision} for {worst.settled} players",
            f"≤ {LAST_STATEMENTS} + {OF_A_PLAYER} for each",
            bool(last) and not beyond,
        ),
        Figure(part, "statements of its whole request, the page's included", f"{request}"),
    ]


def format_table(figures: Sequence[Figure]) -> str:
    """Return a table of every figure with its goal."""
    rows = [(one.part, one.name, one.measured, one.goal, _holds(one)) for one in figures]
    return markdown_table(_HEAD, rows, _WORDS)


def _holds(figure: Figure) -> str:
    if not figure.goal:
        return ""
    return "yes" if figure.holds else "NO"


def format_profile(runs: Sequence[Run]) -> str:
    """Return the time by program and by kind of request."""
    programs = [
        (
            run.name,
            name,
            f"{seconds / run.seconds:.2f}",
            f"{1000 * seconds / max(1, run.decisions):.1f}",
        )
        for run in runs
        for name, seconds in (run.spent | run.clients).items()
    ]
    requests = [
        (
            run.name,
            kind,
            f"{len(took):,}",
            *(f"{part:.0f}" for part in summarise_latencies(took)),
        )
        for run in runs
        for kind, took in sorted(run.played.took.items())
    ]
    return "\n\n".join(
        [
            markdown_table(_OF_PROGRAMS, programs, ("tables", "program")),
            markdown_table(_OF_REQUESTS, requests, ("tables", "request")),
        ]
    )


def format_refusals(runs: Sequence[Run]) -> list[str]:
    """Return the players' refusals and errors, most frequent first."""
    said: Counter[str] = Counter()
    for run in runs:
        said.update({f"{run.name}, {words}": n for words, n in run.played.refused.items()})
        said.update(f"{run.name}, error: {error}" for error in run.played.errors)
    return [f"{count} times {words}" for words, count in said.most_common()]
