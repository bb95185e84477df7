"""Cost of play by the API compared with the page, and of the API's lists: `make bench-api`.

One run on a server of its own, stopped at the end, with everything flushed to disk at commit. The site is served as
in production, by two gunicorn processes with four threads each. After finished rounds were written in bulk
(`tools.history.round_rows`; a million unless `--rounds-before` says otherwise), measured in turn:

page    whole rounds by HTMX, as `make bench-play` plays them
API     the same players' apps play at the same table, every change with an idempotency key
lists   pages of each list one after the other, by one client

All clients bet, all of them decide, and so on: this divides the cost among bets and decisions. Costs are processor
time of the web processes and of PostgreSQL's. The exit status is 1 if a bet or a decision by the API costs more than
0.8 of the page's, or the p95 of a list is 50 ms or more.
"""

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from tools.benchmarks import play_slices, servers
from tools.benchmarks.api_client import TOKEN, V1, ApiPlay, App, sign_in_app, time_list
from tools.benchmarks.api_report import (
    API,
    MOST,
    PAGE,
    ApiTurn,
    ListTime,
    find_failures,
    format_costs,
    format_lists,
)
from tools.benchmarks.play import FILLING, MAKING
from tools.benchmarks.play_client import Browser, Play
from tools.benchmarks.play_inside import PASSWORD, SIZES
from tools.benchmarks.play_report import Figures, summarise_requests
from tools.benchmarks.play_site import THREADS, WORKERS, Site, environment, run_site
from tools.benchmarks.play_slices import Client, Slice
from tools.benchmarks.report import Progress
from tools.benchmarks.servers import Bench, describe_conditions

DATABASE: Final = "api"
LARGE: Final = SIZES[-1]
"""The players with a long past."""
LIST_SECONDS: Final = 5.0  # to estimate the end
UNLIMITED: Final = {
    f"API_{name}_PER_MINUTE": "1000000" for name in ("READS", "PLAYER_REQUESTS", "SERVICE_REQUESTS")
}
PUBLIC: Final = ("/tables", "/fairness/log", "/fairness/shoes")
OF_PLAYER: Final = ("/history", "/statement", "/deposits", "/withdrawals", "/points/history")
OF_OPERATOR: Final = (
    "/operator/players",
    "/operator/rounds",
    "/operator/shoes",
    "/operator/ledger/transfers",
)


class ApiMeasure:
    """Measurements of one site."""

    def __init__(self, given: argparse.Namespace, bench: Bench, progress: Progress) -> None:
        self.given, self.bench, self.progress = given, bench, progress
        people = json.loads(self._inside("people"))
        self.logins: list[str] = people["logins"][LARGE][: given.clients]
        servers.add_members(bench, given.members, people["currency"])
        self.key = bench.django("-m", "tools.benchmarks.api_inside").strip()

    def fill(self) -> int:
        """Write the finished rounds and vacuum; return the number of rounds."""
        self.progress.begin_step(f"filling to {self.given.rounds_before:,} rounds")
        wanted = ("--size", LARGE, "--rounds", str(self.given.rounds_before))
        there = int(self._inside("rounds", *wanted))
        self.progress.subtract_wait(self.given.rounds_before * FILLING)
        self.bench.settle()
        return there

    def _inside(self, what: str, *words: str) -> str:
        named = ("--table", self.given.table, "--clients", str(self.given.clients))
        return self.bench.django("-m", "tools.benchmarks.play_inside", what, *named, *words)

    def turns(self, site: Site) -> list[ApiTurn]:
        """Sign in by both ways, warm up, and measure all turns."""
        self.progress.begin_step("signing in")
        cookies = [site.sign_in(login) for login in self.logins]
        tokens = [sign_in_app(site.address, login, PASSWORD) for login in self.logins]
        self.progress.begin_step("warming up")
        self._turn(site, cookies, tokens, 0)
        return [
            self._turn(site, cookies, tokens, number) for number in range(1, self.given.turns + 1)
        ]

    def _turn(
        self,
        site: Site,
        cookies: Sequence[Mapping[str, str]],
        tokens: Sequence[Mapping[str, str]],
        number: int,
    ) -> ApiTurn:
        table, seeds = self.given.table, [100 * number + n for n in range(len(cookies))]
        pages = [
            Client(site.address, one, Play(table, seed))
            for one, seed in zip(cookies, seeds, strict=True)
        ]
        apps = [
            Client(site.address, one, ApiPlay(table, seed), App)
            for one, seed in zip(tokens, seeds, strict=True)
        ]
        named = f"turn {number} of {self.given.turns}"
        return {
            PAGE: self._play(site, pages, f"{named}, page"),
            API: self._play(site, apps, f"{named}, API"),
        }

    def _play(self, site: Site, clients: Sequence[Client], named: str) -> Mapping[str, Figures]:
        self.progress.begin_step(named)
        found = summarise_kinds(play_slices.run_in_step(clients, self.given.seconds, site.spent))
        costs = ", ".join(f"{kind} {one.cpu:,.0f} µs" for kind, one in found.items())
        self.progress.end_step(f"{costs}  load {os.getloadavg()[0]:.1f}")
        return found

    def lists(self, site: Site) -> list[ListTime]:
        """Read pages of every list."""
        token = sign_in_app(site.address, self.logins[0], PASSWORD)[TOKEN]
        readers: list[tuple[Sequence[str], Mapping[str, str]]] = [
            (PUBLIC, {}),
            (OF_PLAYER, {"X-Session-Token": token}),
            (OF_OPERATOR, {"Authorization": f"Bearer {self.key}"}),
        ]
        return [self._read(site, path, headers) for paths, headers in readers for path in paths]

    def _read(self, site: Site, path: str, headers: Mapping[str, str]) -> ListTime:
        self.progress.begin_step(path)
        browser = Browser(site.address)
        found = ListTime(path, time_list(browser, f"{V1}{path}", headers, self.given.pages))
        browser.close()
        self.progress.subtract_wait(LIST_SECONDS)
        return found


def summarise_kinds(found: Slice) -> dict[str, Figures]:
    """Return the figures of each kind of request in step."""
    return {
        kind: summarise_requests(
            found.seconds, found.took.get(kind, []), cost, len(found.took.get(kind, []))
        )
        for kind, cost in sorted(found.by_kind.items())
    }


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--table", default="ligalo", help="a table of the house, by its slug")
    parser.add_argument("--rounds-before", type=int, default=1_000_000, help="finished rounds")
    parser.add_argument("--seconds", type=int, default=6, help="of each measurement")
    parser.add_argument("--turns", type=int, default=3, help="times that each is repeated")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--members", type=int, default=2000, help="who played the other rounds")
    parser.add_argument("--pages", type=int, default=200, help="read of each list")
    parser.add_argument(
        "--quick", action="store_true", help="30,000 rounds before, two turns of 3 s, 60 pages"
    )
    given = parser.parse_args()
    if given.quick:
        given.rounds_before, given.seconds, given.turns, given.pages = 30_000, 3, 2, 60
    return given


def main() -> None:
    """Measure and print both tables."""
    given = _asked()
    print(describe_conditions())
    print(
        f"table {given.table}; {given.clients} clients; gunicorn with {WORKERS} processes of {THREADS} threads;"
        f" each measurement {given.seconds} s, {given.turns} times in turn; medians",
        flush=True,
    )
    lists = len(PUBLIC) + len(OF_PLAYER) + len(OF_OPERATOR)
    waits = MAKING + given.rounds_before * FILLING + lists * LIST_SECONDS
    progress = Progress(2 * (given.turns + 1), given.seconds, waits)
    progress.begin_step("the server, its tables and players")
    with servers.run_server(DATABASE) as bench:
        bench.collect_static(environment(bench))
        turns, found = measure(ApiMeasure(given, bench, progress))
    progress.finish()
    sys.exit(print_verdict(turns, found))


def measure(of: ApiMeasure) -> tuple[list[ApiTurn], list[ListTime]]:
    """Fill, serve, and measure play and lists."""
    print(f"{of.fill():,} finished rounds", flush=True)
    with run_site(of.bench, UNLIMITED) as site:
        return of.turns(site), of.lists(site)


def print_verdict(turns: Sequence[ApiTurn], lists: Sequence[ListTime]) -> int:
    """Print the tables and what is too much; return the exit status."""
    print(format_costs(turns), format_lists(lists), sep="\n\n")
    failed = find_failures(turns, lists)
    for line in failed:
        print(f"too much: {line}")
    if not failed:
        print(
            f"bets and decisions by the API cost at most {MOST} of the page's; every list is fast"
        )
    return 1 if failed else 0


if __name__ == "__main__":
    main()
