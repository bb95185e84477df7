"""Capacity of live tables: `make bench-live`.

One run on a server of its own, stopped at the end, with everything flushed to disk at commit. The
site is served as in production behind a proxy: two gunicorn processes, one stream process, one
dealer. Measured in turn:

streams   thousands of open streams in the one process, read as raw sockets by another, at tables with a player each: from commit to
          arrival, memory, connections; then the process is killed and started again
tables    full tables, seven players each, who act within a second of their turn, by the page's forms over HTTP: at a quarter of the
          tables, at all of them, and at all of them with a synchronous standby;
          then every statement of decisions, counted without a network, and the ledger reconciled

Prints each figure with its goal and where the time goes; the exit status is 1 if a goal is missed.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from tools.benchmarks import live_report, servers
from tools.benchmarks.live_players import Crowd, RunningCrowd, Seated, run_crowd
from tools.benchmarks.live_readers import StreamReading, Ticket, raise_limit, run_readers
from tools.benchmarks.live_report import SEATS, CountedStatements, Events, Figure, Run, Spread
from tools.benchmarks.live_site import STREAMS, LiveSite, await_listening, environment, run_site
from tools.benchmarks.live_standby import synchronous_standby
from tools.benchmarks.live_watch import Watch
from tools.benchmarks.play_site import THREADS, WORKERS
from tools.benchmarks.processor import processor_time
from tools.benchmarks.report import Progress
from tools.benchmarks.servers import Bench, describe_conditions
from tools.launch.processes import StopRequested, stop_signals

DATABASE: Final = "live"
SERVER: Final = {"track_commit_timestamp": "on"}
PAID_IN: Final = ("house", "reconcile")
PARTS: Final = ("streams", "tables")
PROMPT: Final = (0.1, 0.9)
"""Thinking time in seconds at full tables: everyone acts within one second."""

CALM: Final = (1.5, 4.0)
"""Thinking time in seconds of the single player at a table with many watchers."""

PLAYERS: Final = "players, not the site's"
_OPEN_SECONDS, _BACK_SECONDS, _DEAL_SECONDS = 120.0, 60.0, 90.0
_CALM_SECONDS: Final = 5.0
"""Seconds to wait after all streams are back, for late arrivals."""

_SAID: Final = 10
"""Number of error lines printed if nothing could be measured."""

_STATEMENTS_DEALS: Final = 8
_MARK: Final = """
SELECT coalesce((SELECT max(id) FROM casino_deal), 0), coalesce((SELECT max(id) FROM casino_seedexchange), 0)
"""
_DEALT: Final = """
SELECT count(DISTINCT place_id) FROM casino_deal WHERE status = 'completed' AND id > %(deal)s
"""
_DECISIONS: Final = "SELECT count(*) FROM casino_decision WHERE made_at >= %(since)s"
# The first deal of each table is left out: players arrive one after the other.
_EVENTS: Final = """
WITH deal AS (
    SELECT id, status, row_number() OVER (PARTITION BY place_id ORDER BY id) AS number
    FROM casino_deal WHERE id > %(deal)s
), later AS (SELECT id FROM deal WHERE number > 1 AND status <> 'cancelled')
SELECT (SELECT count(*) FROM deal WHERE status = 'completed'),
       (SELECT count(*) FROM casino_decision WHERE deal_id > %(deal)s),
       (SELECT count(*) FROM casino_decision WHERE deal_id > %(deal)s AND by_house),
       (SELECT count(*) FROM casino_seedexchange WHERE status = 'aborted' AND id > %(exchange)s),
       (SELECT count(*) FROM deal WHERE status = 'cancelled'),
       (SELECT count(*) FROM later) * %(seats)s
       - (SELECT count(*) FROM casino_round WHERE deal_id IN (SELECT id FROM later))
"""
Mark = dict[str, int]
"""The newest deal and exchange before a run."""


class Measure:
    """Both parts of the benchmark, on one server."""

    def __init__(self, given: argparse.Namespace, bench: Bench, progress: Progress) -> None:
        self.given, self.bench, self.progress = given, bench, progress
        wanted = given.moving + given.tables + 1  # one more for counting statements
        servers.add_members_without_money(bench, wanted * SEATS)
        made = json.loads(self._inside("house", "--tables", str(wanted)))
        seats = [
            [Seated(cookies, one["slug"], box) for box, cookies in enumerate(one["cookies"], 1)]
            for one in made
        ]
        self.moving, self.full = seats[: given.moving], seats[given.moving : -1]

    def spread(self, site: LiveSite) -> Spread:
        """Measure many streams at moving tables, then kill their process."""
        crowd = _crowd(site, [seats[:1] for seats in self.moving], CALM)
        signed = json.loads(self._inside("tickets", "--tables", str(len(self.moving))))
        tickets = [Ticket(*one) for one in signed]
        since = self._mark()
        self.progress.begin_step("tables begin to move")
        with run_crowd(crowd) as players:
            self._await_deals(players, since, len(self.moving))
            with (
                Watch(self.bench) as watch,
                run_readers(site.streams, tickets, self.given.streams) as readers,
            ):
                found = self._read(site, readers, watch, since)
            return replace(found, errors=players.end().errors)

    def _read(self, site: LiveSite, readers: StreamReading, watch: Watch, since: Mark) -> Spread:
        streams, seconds = self.given.streams, self.given.seconds
        before, connected = site.memory_of_streams(), site.connections_of_streams()
        self.progress.begin_step(f"opening {streams:,} streams")
        if readers.await_open(_OPEN_SECONDS) is None:
            raise SystemExit(f"{streams:,} streams were not open after {_OPEN_SECONDS:.0f} s")
        self.progress.begin_step(f"reading {streams:,} streams")
        began, spent = time.time(), site.spent()
        time.sleep(seconds)
        ended = time.time()
        took = {program: after - spent[program] for program, after in site.spent().items()}
        each = (site.memory_of_streams() - before) / streams
        connections = connected, site.connections_of_streams()
        self.progress.end_step(f"{each / 1000:.1f} KB for each stream")
        self.progress.begin_step("the stream process is killed")
        back = _killed(site, readers)
        self.progress.end_step(
            "not all are back" if back is None else f"all are back after {back:.1f} s"
        )
        time.sleep(_CALM_SECONDS)
        events, arrivals = self._events(since, seats=1), readers.end()
        between = began, ended - _CALM_SECONDS
        return Spread(
            streams=streams,
            tables=len(self.moving),
            seconds=seconds,
            delivery=live_report.measure_delivery(watch.seen.commits, arrivals, between),
            bytes_each=each,
            connections=connections,
            spent=took,
            back=back,
            latest=watch.seen.latest,
            events=events,
        )

    def run(self, site: LiveSite, tables: int, seconds: float, named: str = "") -> Run:
        """Run this many full tables for `seconds`, after each has had a deal."""
        name = f"{tables} tables{named}"
        since = self._mark()
        self.progress.begin_step(f"{name}: the first deals")
        with (
            run_crowd(_crowd(site, self.full[:tables], PROMPT)) as crowd,
            Watch(self.bench) as watch,
        ):
            self._await_deals(crowd, since, tables)
            self.progress.begin_step(name)
            before, began, at = _spent(site, crowd), time.monotonic(), datetime.now(UTC)
            time.sleep(seconds)
            after, took = _spent(site, crowd), time.monotonic() - began
            spent = {program: after[program] - before[program] for program in after}
            decisions, events = self._count(_DECISIONS, since=at), self._events(since, SEATS)
            played = crowd.end()
        clients = {PLAYERS: spent.pop(PLAYERS)}
        made = Run(name, tables, took, events, decisions, spent, clients, played, watch.seen)
        self.progress.end_step(f"{decisions} decisions, {made.of_decision:.0f} ms of CPU each")
        return made

    def statements(self) -> list[CountedStatements]:
        """Count every statement of decisions at a full table."""
        self.progress.begin_step("counting statements")
        last = str(self.given.moving + self.given.tables + 1)
        deals = str(_STATEMENTS_DEALS)
        counted = json.loads(self._inside("statements", "--tables", last, "--deals", deals))
        return [CountedStatements(*one) for one in counted]

    def ledger(self) -> Figure:
        """Return the figure of the ledger's reconciliation; prints broken lines."""
        self.progress.begin_step("reconciling")
        broken = json.loads(self._inside("reconcile"))
        for line in broken:
            print(f"broken: {line}")
        return Figure("ledger", "broken lines", str(len(broken)), "0", not broken)

    def _await_deals(self, crowd: RunningCrowd, since: Mark, tables: int) -> None:
        """Wait until this many tables have finished a deal.

        Raises SystemExit with the players' messages after the time limit.
        """
        limit = time.monotonic() + _DEAL_SECONDS
        while (found := self._count(_DEALT, **since)) < tables:
            if time.monotonic() > limit:
                played = crowd.end()
                said = "\n".join([*played.refused, *played.errors][:_SAID])
                raise SystemExit(
                    f"{found} of {tables} tables dealt in {_DEAL_SECONDS:.0f} s\n{said}"
                )
            time.sleep(0.2)

    def _mark(self) -> Mark:
        with self.bench.connect() as owner:
            found: Any = owner.execute(_MARK).fetchone()
        return {"deal": found[0], "exchange": found[1]}

    def _count(self, query: str, **given: object) -> int:
        with self.bench.connect() as owner:
            found = owner.execute(query, given).fetchone()
        return found[0] if found else 0

    def _events(self, since: Mark, seats: int) -> Events:
        with self.bench.connect() as owner:
            found: Any = owner.execute(_EVENTS, {**since, "seats": seats}).fetchone()
        return Events(*found)

    def _inside(self, what: str, *words: str) -> str:
        """Run `live_inside` with production's settings.

        Paying in and reconciling use other settings: production's do not know the demo provider.
        """
        told = None if what in PAID_IN else environment(self.bench)
        module = ("-m", "tools.benchmarks.live_inside", what)
        return self.bench.django(*module, *words, variables=told)


def _killed(site: LiveSite, readers: StreamReading) -> float | None:
    """Kill the stream process and start it again; return the seconds until every stream is open, or None."""
    program = site.programs[STREAMS]
    readers.forget()
    killed = time.time()
    program.kill(program.first)
    program.start()
    await_listening(site.streams)
    opened = readers.await_open(_BACK_SECONDS)
    return None if opened is None else opened - killed


def _crowd(
    site: LiveSite, tables: Sequence[Sequence[Seated]], thinks: tuple[float, float]
) -> Crowd:
    seats = [seated for table in tables for seated in table]
    return Crowd(site.web, site.streams, seats, thinks)


def _spent(site: LiveSite, crowd: RunningCrowd) -> dict[str, float]:
    return site.spent() | {PLAYERS: processor_time(crowd.first)}


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=PARTS, help="one part")
    parser.add_argument("--streams", type=int, default=5000, help="open streams")
    parser.add_argument("--moving", type=int, default=50, help="tables that they show")
    parser.add_argument("--seconds", type=float, default=60, help="that they are read")
    parser.add_argument("--tables", type=int, default=15, help="full tables")
    parser.add_argument("--minutes", type=float, default=2, help="of each run of full tables")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="500 streams at 5 tables for 15 s; 4 full tables for half a minute",
    )
    given = parser.parse_args()
    if given.quick:
        given.streams, given.moving, given.seconds = 500, 5, 15.0
        given.tables, given.minutes = 4, 0.5
    return given


def main() -> None:
    """Measure and print the tables."""
    given = _asked()
    print(describe_conditions())
    print(
        f"gunicorn with {WORKERS} processes of {THREADS} threads, one stream process, one dealer;"
        f" {given.streams:,} streams at {given.moving} tables for {given.seconds:.0f} s;"
        f" {given.tables} full tables for {given.minutes:g} min",
        flush=True,
    )
    raise_limit(given.streams)
    progress = _progress(given)
    progress.begin_step("the server, its tables and players")
    with stop_signals(), servers.run_server(DATABASE, settings=SERVER) as bench:
        bench.collect_static(environment(bench))
        figures = measure_parts(Measure(given, bench, progress), given)
    print(live_report.format_table(figures))
    progress.finish()
    sys.exit(print_verdict(figures))


def measure_parts(measure: Measure, given: argparse.Namespace) -> list[Figure]:
    """Return the figures of every requested part; the profile of full tables is printed."""
    figures, runs = list[Figure](), list[Run]()
    measure.bench.settle()
    with run_site(measure.bench) as site:
        if given.only != "tables":
            figures += live_report.spread_figures(measure.spread(site))
        if given.only != "streams":
            runs = _runs(measure, site, given)
    if runs:
        quarter, full, _standby = runs
        figures += [figure for run in runs for figure in live_report.run_figures(run)]
        figures.append(live_report.growth_figure(quarter, full))
        figures += live_report.statement_figures(measure.statements(), "tables")
        print("\n".join(live_report.format_refusals(runs)))
        print(f"{live_report.format_profile(runs)}\n")
    figures.append(measure.ledger())
    return figures


def _runs(measure: Measure, site: LiveSite, given: argparse.Namespace) -> list[Run]:
    """Run a quarter of the tables, all, and all with a standby."""
    seconds = 60 * given.minutes
    quarter = measure.run(site, -(-given.tables // 4), seconds)
    full = measure.run(site, given.tables, seconds)
    with synchronous_standby(measure.bench):
        return [quarter, full, measure.run(site, given.tables, seconds, ", standby")]


def print_verdict(figures: Sequence[Figure]) -> int:
    """Print the missed goals and return the exit status."""
    missed = [figure for figure in figures if not figure.holds]
    for figure in missed:
        print(f"missed: {figure.part}, {figure.name}: {figure.measured}, goal {figure.goal}")
    if not missed:
        print("every goal holds")
    return 1 if missed else 0


def _progress(given: argparse.Namespace) -> Progress:
    """Estimate the waits: the server's start and the parts."""
    waits = 60.0
    if given.only != "tables":
        waits += given.seconds + 60
    if given.only != "streams":
        waits += 3 * (60 * given.minutes + 30)
    return Progress(0, 0, waits)


if __name__ == "__main__":
    try:
        main()
    except StopRequested:
        sys.exit(130)
