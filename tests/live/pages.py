"""The page of a live table in a player's own browser."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from accounts.models.users import User
from casino.live.selectors.time import database_now
from casino.live.services.participants import join_table
from casino.models import Place, Wager
from tests.casino import scenes
from tests.fixtures.coming_in import come_in
from tests.fixtures.site import Site
from tests.waiting import wait_until

PHONE: ViewportSize = {"width": 360, "height": 740}
SMALL: ViewportSize = {"width": 320, "height": 640}
DESK: ViewportSize = {"width": 1280, "height": 800}
DECLINES = "#action-stand:enabled, #answer-decline:enabled"
BETWEEN_LOOKS = 0.1
"""Seconds between two rounds of polling the pages of a test."""
PRESS = "(place) => { const found = document.querySelector(place); found?.click(); return found !== null; }"


@dataclass
class TablePage:
    """A player and the page on which the table is open."""

    player: User
    page: Page
    box: int = 0

    @property
    def felt(self) -> Locator:
        """The public part of the page."""
        return self.page.locator("#felt")

    def sits(self, box: int) -> None:
        """Take a free box."""
        self.page.click(f"#take-{box}")
        expect(self.page.locator("#leave")).to_be_visible()
        self.box = box

    @contextmanager
    def bet_is_taken(self) -> Iterator[None]:
        """Wait at the end of the block until the bet placed in it is stored, whatever the page shows by then."""
        mine = Wager.objects.filter(participant__player=self.player)
        before = mine.count()
        yield
        wait_until(
            lambda: mine.count() > before,
            "the bet is not taken",
            every=BETWEEN_LOOKS,
            meanwhile=lambda: self.page.evaluate("0"),
        )

    def bets(self, amount: str) -> None:
        """Place a bet on the own box."""
        self.bets_behind(self.box, amount)

    def bets_behind(self, box: int, amount: str) -> None:
        """Place a bet on a box, which may be another player's."""
        self.page.locator(f".felt [data-spot='stake-{box}']").click()
        field = self.page.locator(f"[name=stake-{box}]")
        if not field.is_visible():  # a low phone unfolds it with the first chip after a deal
            self.page.locator("[data-chip]:enabled").first.click()
        field.fill(amount)
        expect(self.page.locator("#deal")).to_be_enabled()
        self.page.click("#deal")

    def presses(self, buttons: str = DECLINES) -> bool:
        """Press the first of these buttons that exists; return whether there was one.

        Finding and pressing are one step, because the house may decide in between.
        """
        return bool(self.page.evaluate(PRESS, buttons))


def open_table(
    context: BrowserContext, player: User, place: Place, box: int = 0, script: str = ""
) -> TablePage:
    """Open the table's page in this context, signed in; `script` runs before the page's own scripts."""
    come_in(context, player)
    page = context.new_page()
    page.add_init_script(script)
    page.goto(f"/live/{place.table.slug}/")
    return TablePage(player, page, box)


SALT_OF_THE_BET = """
    const drawn = crypto.getRandomValues.bind(crypto);
    const shoes = [];
    const known = (bytes, { shoe, nonce, attempt }) => {
        if (!shoes.includes(shoe.value)) shoes.push(shoe.value);
        let state = 1000000 * shoes.indexOf(shoe.value) + 1000 * nonce.value + Number(attempt.value);
        for (const place of bytes.keys()) {
            state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
            bytes[place] = state >>> 24;
        }
        return bytes;
    };
    const value = (bytes) => {
        const form = document.getElementById("bet");
        return form ? known(bytes, form.elements) : drawn(bytes);
    };
    Object.defineProperty(crypto, "getRandomValues", { value });
"""
"""Make the salt of a bet depend on shoe, deal and attempt only, so that each run is dealt the same cards."""


@pytest.fixture
def comes(site: Site, browser: Browser) -> Callable[[Place, str, ViewportSize], TablePage]:
    """Return a function that opens the table in a new browser context of a new player."""

    def come(place: Place, name: str, size: ViewportSize) -> TablePage:
        player = scenes.new_player(f"{name}@example.test", "1000")
        participant = join_table(player, place, database_now())
        participant.client_seed = name
        participant.save(update_fields=["client_seed"])
        context = browser.new_context(base_url=site.url, locale="en-GB", viewport=size)
        return open_table(context, player, place, script=SALT_OF_THE_BET)

    return come
