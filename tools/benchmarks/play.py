"""Cost of a request of play compared with a bare view: `make bench-play`.

One run on a server of its own, stopped at the end, with everything flushed to disk at commit. The
site is served as in production, by two gunicorn processes with four threads each. Measured in turn,
with the same eight signed-in players and the same middleware:

bare    a Django view that does one SELECT … FOR UPDATE, one UPDATE, one INSERT, a commit and a
        small template: the minimum for a request that changes anything
play    whole rounds: the bets that the table's page proposes, then any legal action by HTMX, and so on

Each turn plays twice. First every client sends requests as fast as they are answered, as in the
bare view: this gives rates, latencies and the cost of all requests. Then all of them bet, all of
them decide, and so on: this divides the cost among bets and decisions. Costs are processor time of
the web processes and of PostgreSQL's, background work included. Prints one table, for few finished
rounds and for the requested number (`tools.history.round_rows`); the exit status is 1 if a kind of request costs
more than 2.5 times the bare view, or its p99 is more than 2.5 times as long.
"""

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence

from tools.benchmarks import play_slices, servers
from tools.benchmarks.play_client import Bare, Play, Way
from tools.benchmarks.play_inside import SIZES
from tools.benchmarks.play_report import (
    AIM,
    ALL,
    BARE,
    MOST,
    Size,
    Turn,
    build_turn,
    find_too_expensive,
    format_table,
    summarise_whole,
)
from tools.benchmarks.play_site import THREADS, WORKERS, Site, environment, run_site
from tools.benchmarks.report import Progress
from tools.benchmarks.servers import Bench, describe_conditions
from tools.benchmarks.surroundings import Rate, add_options, compare_surroundings

DATABASE = "play"
FEW = 10_000
LOOKED_AT = 60  # rounds played with every query recorded
# Seconds, to estimate the end: set-up; each filled round; queries.
MAKING, FILLING, LOOKING = 30.0, 300e-6, 10.0
TOLD = 0.05  # share of a filling per line of progress
_WAYS = 3


class Measure:
    """Measurements of one site, one size after the other."""

    def __init__(self, given: argparse.Namespace, bench: Bench, progress: Progress) -> None:
        self.given, self.bench, self.progress = given, bench, progress
        people = json.loads(self._inside("people"))
        self.logins: dict[str, list[str]] = people["logins"]
        servers.add_members(bench, given.members, people["currency"])

    def fill(self, size: str, wanted: int) -> int:
        """Write finished rounds, vacuum and checkpoint the database; return the number of rounds."""
        last = 0.0

        def tell(line: str) -> None:
            nonlocal last
            part = float(line)
            if last + TOLD <= part <= 1:
                self.progress.subtract_wait((part - last) * wanted * FILLING)
                self.progress.begin_step(f"filling to {wanted:,} rounds: {part:.0%}")
                last = part

        self.progress.begin_step(f"filling to {wanted:,} rounds")
        there = int(self._inside("rounds", "--size", size, "--rounds", str(wanted), tell=tell))
        self.progress.begin_step("sweeping")
        self.bench.settle()
        return there

    def turns(self, site: Site, size: str) -> list[Turn]:
        """Sign in, warm up, and measure all turns."""
        self.progress.begin_step("signing in")
        logins = self.logins[size][: self.given.clients]
        sessions = [site.sign_in(login) for login in logins]
        bare = [site.client(cookies, Bare()) for cookies in sessions]
        for clients in (bare, self._players(site, sessions, 0)):
            self.progress.begin_step("warming up")
            play_slices.run_at_will(clients, self.given.seconds, site.spent)
            self.progress.subtract_wait(self.given.seconds)
        return [
            self._turn(site, bare, self._players(site, sessions, number), number)
            for number in range(1, self.given.turns + 1)
        ]

    def _players(
        self, site: Site, sessions: Sequence[dict[str, str]], turn: int
    ) -> list[play_slices.Client]:
        ways: list[Way] = [Play(self.given.table, 100 * turn + n) for n in range(len(sessions))]
        return [site.client(cookies, way) for cookies, way in zip(sessions, ways, strict=True)]

    def _turn(
        self,
        site: Site,
        bare: Sequence[play_slices.Client],
        players: Sequence[play_slices.Client],
        number: int,
    ) -> Turn:
        named = f"turn {number} of {self.given.turns}"
        self.progress.begin_step(f"{named}, bare")
        counted = play_slices.run_at_will(bare, self.given.seconds, site.spent)
        self.progress.end_step(str(summarise_whole(counted)))
        self.progress.begin_step(f"{named}, play")
        played = play_slices.run_at_will(players, self.given.seconds, site.spent)
        self.progress.end_step(str(summarise_whole(played)))
        self.progress.begin_step(f"{named}, play by kind")
        stepped = play_slices.run_in_step(players, self.given.seconds, site.spent)
        turn = build_turn(counted, played, stepped)
        costs = (f"{kind} {turn[kind].cpu:,.0f} µs" for kind in turn if kind not in (BARE, ALL))
        self.progress.end_step(f"{', '.join(costs)}  load {os.getloadavg()[0]:.1f}")
        return turn

    def play_through(self, variables: Mapping[str, str]) -> Rate:
        """Measure play on a site with these environment variables too."""
        with run_site(self.bench, variables) as site:
            turns = Size(0, self.turns(site, SIZES[-1]))
        return Rate(*(turns.middle(ALL, name) for name in Rate._fields))

    def queries(self, size: str) -> tuple[dict[str, str], list[str]]:
        """Return the number of queries per kind of request, and the sequential scans of growing tables."""
        self.progress.begin_step("looking at every query")
        told = json.loads(
            self._inside("queries", "--size", size, "--rounds", str(LOOKED_AT), site=True)
        )
        self.progress.subtract_wait(LOOKING)
        return told["queries"], told["scans"]

    def _inside(
        self,
        what: str,
        *words: str,
        tell: servers.Tell = lambda _line: None,
        site: bool = False,
    ) -> str:
        named = ("--table", self.given.table, "--clients", str(self.given.clients + 1))
        told = environment(self.bench) if site else None
        module = ("-m", "tools.benchmarks.play_inside", what)
        return self.bench.django(*module, *named, *words, variables=told, tell=tell)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--table", default="ligalo", help="a table of the house, by its slug")
    parser.add_argument("--rounds-before", type=int, default=1_000_000, help="finished, when large")
    parser.add_argument("--seconds", type=int, default=6, help="of each measurement")
    parser.add_argument("--turns", type=int, default=3, help="times that each is repeated")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--members", type=int, default=2000, help="who played the other rounds")
    parser.add_argument(
        "--explain", action="store_true", help="look at the queries, measure nothing"
    )
    add_options(parser)
    parser.add_argument(
        "--quick", action="store_true", help="30,000 rounds before, two turns of 3 s"
    )
    given = parser.parse_args()
    if given.quick:
        given.rounds_before, given.seconds, given.turns = 30_000, 3, 2
    return given


def main() -> None:
    """Measure and print the table."""
    given = _asked()
    print(describe_conditions())
    print(
        f"table {given.table}; {given.clients} clients; gunicorn with {WORKERS} processes of {THREADS} threads;"
        f" each measurement {given.seconds} s, {given.turns} times in turn; medians",
        flush=True,
    )
    progress = _progress(given)
    progress.begin_step("the server, its tables and players")
    with servers.run_server(DATABASE) as bench:
        bench.collect_static(environment(bench))
        measure = Measure(given, bench, progress)
        progress.subtract_wait(MAKING)
        found, scans = run(measure, given)
        around = compare_surroundings(bench, given, measure.play_through, 1)
    if found:
        print(format_table(found))
    if around:
        print(f"\nplay, all requests, {found[-1].rounds:,} rounds\n{around}")
    progress.finish()
    sys.exit(print_verdict(found, scans))


def run(measure: Measure, given: argparse.Namespace) -> tuple[list[Size], list[str]]:
    """Measure both sizes, then record every query at the larger one."""
    found: list[Size] = []
    sizes = dict(zip(SIZES, (FEW, given.rounds_before), strict=True))
    if given.explain:
        measure.fill(SIZES[-1], given.rounds_before)
        queries, scans = measure.queries(SIZES[-1])
        print("\n".join(f"{kind}: {counts} queries" for kind, counts in queries.items()))
        return [], scans
    with run_site(measure.bench) as site:
        for size, wanted in sizes.items():
            rounds = measure.fill(size, wanted)
            found.append(Size(rounds, measure.turns(site, size)))
    queries, scans = measure.queries(SIZES[-1])
    return [Size(size.rounds, size.turns, queries) for size in found], scans


def print_verdict(found: Sequence[Size], scans: Sequence[str]) -> int:
    """Print what is too expensive and return the exit status."""
    failed = [*find_too_expensive(found), *scans]
    for line in failed:
        print(f"too much: {line}")
    beyond = find_too_expensive(found, AIM)
    if found and not failed:
        print(f"no request of play takes more than {MOST} times the bare view's CPU or p99")
    if found:
        print(f"beyond the aim of {AIM}: {len(beyond)} of these figures")
    return 1 if failed else 0


def _progress(given: argparse.Namespace) -> Progress:
    slices = 0 if given.explain else 2 * given.turns * _WAYS
    waits = MAKING + LOOKING + given.rounds_before * FILLING
    if not given.explain:
        waits += 4 * given.seconds + FEW * FILLING
    return Progress(slices, given.seconds, waits)


if __name__ == "__main__":
    main()
