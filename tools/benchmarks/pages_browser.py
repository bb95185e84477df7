"""A first visit on a throttled phone, measured in Chromium: bytes, seconds, taps and fields."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, CDPSession, Locator, Page, ViewportSize

TABLE: Final = "/table/friendly/"
_PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
_ROUND_TRIP_MS, _DOWN, _UP = 150, 1_600_000, 750_000  # bits per second
_PATIENCE_MS: Final = 120_000  # on a busy machine everything is late
_SLOWER: Final = 4
"""Factor by which the phone's processor is slower than this machine's."""

_DEAL: Final = "#deal"
_LOADED: Final = "() => performance.getEntriesByType('navigation')[0].loadEventEnd"
_WORDS: Final = "() => document.querySelector('main').innerText.trim().split(/\\s+/).length"
# The first card is seen in the frame after it is in the page and its drawing has arrived.
_WATCH: Final = """() => {
  window.firstCard = new Promise((seen) => {
    let tapped;
    document.addEventListener("pointerdown", () => { tapped ??= performance.now(); }, true);
    const drawn = () => performance.getEntriesByType("resource")
      .some((one) => one.name.includes("cards.") && one.responseEnd > 0);
    const look = () => {
      if (tapped !== undefined && document.querySelector("#table .hand .card") && drawn()) {
        requestAnimationFrame(() => seen(performance.now() - tapped));
      } else {
        requestAnimationFrame(look);
      }
    };
    look();
  });
}"""


@dataclass(frozen=True)
class TableVisit:
    """A cold visit of the table's page: bytes received, seconds until usable and from the tap to the first card."""

    received: int
    usable: float
    first_card: float


@dataclass(frozen=True)
class FirstHand:
    """A guest's way from the lobby to the first card; `words` are those of the pages on the way."""

    taps: int
    fields: int
    words: int
    seconds: float


def visit_table(browser: Browser, url: str) -> TableVisit:
    """Open the table's page with nothing cached, and deal."""
    with _phone(browser, url) as (page, protocol):
        received = _count_bytes(protocol)
        usable = _load(page, TABLE, page.locator(_DEAL))
        counted = sum(received)
        return TableVisit(counted, usable, _deal(page))


def play_first_hand(browser: Browser, url: str) -> FirstHand:
    """Play the first hand as a guest, from the lobby, with nothing cached but the lobby's files."""
    with _phone(browser, url) as (page, _protocol):
        entry = page.locator(f'main a[href="{TABLE}"]').first
        _load(page, "/", entry)
        words: int = page.evaluate(_WORDS)
        begun: float = page.evaluate("() => Date.now()")
        entry.tap()
        page.wait_for_url(f"**{TABLE}")
        page.locator(_DEAL).wait_for()
        words += page.evaluate(_WORDS)
        fields = page.locator("main form#bet :invalid").count()
        _deal(page)
        ended: float = page.evaluate("() => Date.now()")
        return FirstHand(taps=2, fields=fields, words=words, seconds=(ended - begun) / 1000)


@contextmanager
def _phone(browser: Browser, url: str) -> Iterator[tuple[Page, CDPSession]]:
    """Open a page of a phone that has visited nothing yet."""
    context: BrowserContext = browser.new_context(
        base_url=url, viewport=_PHONE, device_scale_factor=3, is_mobile=True, has_touch=True
    )
    context.set_default_timeout(_PATIENCE_MS)
    try:
        page = context.new_page()
        protocol = context.new_cdp_session(page)
        _throttle(protocol)
        yield page, protocol
    finally:
        context.close()


def _throttle(protocol: CDPSession) -> None:
    protocol.send("Network.enable")
    line = {"latency": _ROUND_TRIP_MS, "downloadThroughput": _DOWN / 8, "uploadThroughput": _UP / 8}
    protocol.send("Network.emulateNetworkConditions", {"offline": False, **line})
    protocol.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})


def _count_bytes(protocol: CDPSession) -> list[int]:
    """Return the sizes of all responses from now on, headers included, as they arrive."""
    received: list[int] = []

    def add(event: dict[str, Any]) -> None:
        received.append(int(event["encodedDataLength"]))

    protocol.on("Network.loadingFinished", add)
    return received


def _load(page: Page, path: str, first: Locator) -> float:
    """Load a page; return the seconds until its scripts have run and the first control can be used."""
    page.goto(path, wait_until="load")
    first.wait_for()
    if first.is_disabled():
        raise SystemExit(f"{path}: its first control is disabled")
    loaded: float = page.evaluate(_LOADED)
    return loaded / 1000


def _deal(page: Page) -> float:
    """Tap on Deal; return the seconds until the first card is seen."""
    page.evaluate(_WATCH)
    page.locator(_DEAL).tap()
    seen: float = page.evaluate("() => window.firstCard")
    return seen / 1000
