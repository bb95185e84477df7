"""The first minute of a player on a phone: `make bench-pages`.

One run on a server of its own, stopped at the end. The site is served by gunicorn, two processes of
four threads, without a proxy. Chromium is a phone with a round trip of 150 ms, 1.6 Mbit/s down, and
a processor four times slower than this machine's. Each visit has a new profile, so that nothing is
cached. Measured in turn, after visits that are not counted:

table        the page of `friendly`: bytes, seconds until it can be used, then from a tap on Deal to the first card
first hand   from the lobby to the first card as a guest: taps, fields, words of the pages, seconds

Prints medians against their limits; the exit status is 1 if one is over.
"""

import argparse
import sys

from playwright.sync_api import Browser, sync_playwright

from tools.benchmarks.pages_browser import FirstHand, TableVisit, play_first_hand, visit_table
from tools.benchmarks.pages_report import build_figures, format_figures
from tools.benchmarks.play_site import THREADS, WORKERS
from tools.benchmarks.report import Progress
from tools.benchmarks.servers import Bench, describe_conditions, run_server
from tools.faults.site import await_web, prepare_web
from tools.launch import chromium

SETTINGS = "config.settings.dev"
DATABASE = "pages"
MAKING = 60.0  # seconds, to estimate the end
FLAGS = ["--no-sandbox"]  # Chromium refuses a sandbox to root


def main() -> None:
    """Measure and print the table."""
    given = _asked()
    print(describe_conditions(), flush=True)
    progress = Progress(2 * given.times, 5, MAKING)
    progress.begin_step("the server and its tables")
    with run_server(DATABASE) as bench:
        bench.collect_static()
        bench.django("-m", "tools.benchmarks.pages_inside")
        progress.subtract_wait(MAKING)
        tables, hands = _measure(bench, given.times, progress)
    figures = build_figures(tables, hands)
    print(format_figures(figures))
    progress.finish()
    over = [one.name for one in figures if not one.holds]
    for name in over:
        print(f"over its limit: {name}")
    sys.exit(1 if over else 0)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=10, help="visits of each kind")
    return parser.parse_args()


def _measure(
    bench: Bench, times: int, progress: Progress
) -> tuple[list[TableVisit], list[FirstHand]]:
    """Serve the site and visit it."""
    told = bench.environment(SETTINGS) | {
        "WEB_WORKERS": str(WORKERS),
        "WEB_THREADS": str(THREADS),
        "LOG_FILE": str(bench.folder / "web.log"),
        "WATCH_WORKERS": "false",  # none run here
    }
    told.pop("DATABASE_URL")  # the owner's URL is not given to the web
    program, address = prepare_web(bench.folder, told)
    try:
        program.start()
        await_web(address)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=_chromium(), args=FLAGS)
            return measure_visits(browser, "http://{}:{}".format(*address), times, progress)
    finally:
        program.stop()


def measure_visits(
    browser: Browser, url: str, times: int, progress: Progress
) -> tuple[list[TableVisit], list[FirstHand]]:
    """Warm the site up, then measure both kinds of visits in turn."""
    visit_table(browser, url)
    play_first_hand(browser, url)
    tables, hands = [], []
    for number in range(1, times + 1):
        progress.begin_step(f"table, {number} of {times}")
        tables.append(visit_table(browser, url))
        progress.end_step(f"{tables[-1].usable:.2f} s, first card {tables[-1].first_card:.2f} s")
        progress.begin_step(f"first hand, {number} of {times}")
        hands.append(play_first_hand(browser, url))
        progress.end_step(f"{hands[-1].seconds:.2f} s")
    return tables, hands


def _chromium() -> str:
    found = chromium.find()
    if found is None:
        raise SystemExit(f"Chromium is not installed (on Debian: apt install {chromium.PACKAGE})")
    return found


if __name__ == "__main__":
    main()
