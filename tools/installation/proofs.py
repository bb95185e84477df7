"""What shows that an installation works: pages by HTTP/2 and TLS, play, a stream, workers, dealer and beat."""

import time
from pathlib import Path
from typing import Final

from tools.benchmarks.play_client import Play, Refused
from tools.installation.browser import TLSBrowser, stream_path
from tools.installation.site import Site
from tools.launch.console import Console, Refusal

EMAIL, PASSWORD = "ana@demo.ligalo", "ligalo-demo-2026"  # the demo's, printed in README.md
_ROUNDS: Final = 5
_OPEN_SECONDS: Final = 900
_ALIVE_SECONDS: Final = 180
_WITH_FILE: Final = ("beat", "worker", "long-worker", "files-worker", "webhooks-worker", "dealer")


def prove(console: Console, site: Site, certificate: Path) -> None:
    """Print one line per proof. Raises Refusal or Refused at the first that fails."""
    browser = TLSBrowser(site.ports, certificate, site.folder / "cookies")
    _prove_addresses(console, site, browser)
    browser.sign_in(EMAIL, PASSWORD)
    console.say(f"Signed in as {EMAIL}")
    _await_table(console, browser)
    _play(console, browser)
    _read_stream(console, browser)
    if browser.versions != {"2"}:
        raise Refusal(f"Not every answer came by HTTP/2: {browser.versions}")
    console.say("Every answer came by HTTP/2 over TLS")
    _await_alive(console, site)


def _prove_addresses(console: Console, site: Site, browser: TLSBrowser) -> None:
    ports = site.ports
    expected = {
        f"{browser.origin}/": "200",
        f"http://localhost:{ports.plain}/": "301",
        f"{browser.origin}/health/live": "404",
        f"http://127.0.0.1:{ports.web}/health/live": "200",
        f"http://127.0.0.1:{ports.web}/health/ready": "200",
        f"http://127.0.0.1:{ports.streams}/health/live": "200",
    }
    for address, status in expected.items():
        said = browser.status(address).strip()
        if said.split()[0] != status:
            raise Refusal(f"{address} answers {said}, not {status}")
        console.say(f"{address} answers {said}")


def _await_table(console: Console, browser: TLSBrowser) -> None:
    """Wait until the long worker has computed the table's return, and it opens."""
    limit = time.monotonic() + _OPEN_SECONDS
    while time.monotonic() < limit:
        try:
            if '<form id="bet"' in browser.get("/table/friendly/"):
                console.say("The table Friendly is open")
                return
        except Refused:
            pass
        time.sleep(2)  # polling, as a player would
    raise Refusal("The table Friendly did not open.")


def _play(console: Console, browser: TLSBrowser) -> None:
    way, bets = Play("friendly", seed=1), 0
    while bets < _ROUNDS:
        asked = way.next(browser.get(way.page))
        browser.send(asked)
        bets += asked.kind == "bet"
    console.say(f"{bets} rounds played")


def _read_stream(console: Console, browser: TLSBrowser) -> None:
    page = browser.get("/live/caribe/")
    address = f"{browser.origin}{stream_path(page)}"
    first = browser.run("--max-time", "5", address, endless=True)
    console.say(f"The stream of a live table begins with {first.splitlines()[0]!r}")


def _await_alive(console: Console, site: Site) -> None:
    limit = time.monotonic() + _ALIVE_SECONDS
    files = {name: site.folder / f"{name}.alive" for name in _WITH_FILE}
    while missing := [name for name, file in files.items() if not file.exists()]:
        if time.monotonic() > limit:
            raise Refusal(f"No sign of life from {', '.join(missing)}")
        time.sleep(0.5)  # polling, as a container's health check does
    console.say(f"Signs of life from {', '.join(files)}")
