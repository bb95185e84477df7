"""Screenshots in docs/screenshots, retaken by `make screenshots`; not part of the test suite."""

import io
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect

from accounts.models.users import User
from blackjack.deal import Deal
from casino.models import Round
from casino.play.services.betting import place_bet
from casino.values.boxes import BoxInput
from tables.models import Table
from tests.casino import scenes
from tests.everywhere.house import House
from tests.everywhere.pages import PLAYER, visits
from tests.everywhere.test_axe_everywhere import opened
from tests.fixtures.coming_in import come_in
from tests.fixtures.site import Site
from tests.live.scenes import Guest, a_table_that_deals, dealt_to, played_out
from tests.waiting import wait_for_animations
from tools.launch.layout import ROOT

FOLDER: Final = ROOT / "docs" / "screenshots"
PHONE: Final[ViewportSize] = {"width": 390, "height": 780}
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
COLOURS: Final = 128
MOST: Final = 150_000  # bytes per picture
ROUNDS: Final = 14
NO_GRAIN: Final = """.felt { background: radial-gradient(90% 70% at 50% 26%,
    var(--felt-high) 0%, var(--felt) 42%, #0b4a2e 72%, var(--felt-deep) 115%) !important; }"""
"""The felt without its grain, which would make the pictures too large."""
FIVE_BOXES: Final = {box: BoxInput(str(5 * box), {}) for box in range(1, 6)}
PLAYERS: Final = {
    "lobby": ("casino:lobby", DESK),
    "help": ("casino:table_help", DESK),
    "history": ("casino:history", DESK),
    "bank": ("wallet:bank", DESK),
    "statistics": ("results:statistics", DESK),
}
AT_THE_TABLE: Final = {"marisol": 2, "tato": 3, "flaca": 4, "rafael": 6}
STAFF: Final = {
    "staff-overview": ("overview", "m", "?accounts=test"),
    "staff-hand": ("hands:hand", "a", ""),
    "staff-report": ("reports:report", "u", "?period=today&accounts=test"),
}
"""Pages of staff with who opens them and a query: the house's players are test accounts and play today."""


def taken(page: Page, name: str, size: ViewportSize) -> None:
    """Save a screenshot of the window, with few colours to keep the file small."""
    page.set_viewport_size(size)
    page.wait_for_load_state("networkidle")
    page.add_style_tag(content=NO_GRAIN)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(COLOURS, kmeans=2)
    path = FOLDER / f"{name}.png"
    picture.save(path, optimize=True)
    assert path.stat().st_size < MOST, name


def played(bea: User, table: Table) -> None:
    """Play some rounds of Bea, then deal until a round with five boxes is in progress."""
    participant = bea.participations.get(place__table=table)
    for turn in range(ROUNDS):
        boxes = {1: BoxInput(str(5 + turn % 4 * 5), {})}
        scenes.play_out(place_bet(bea, table, scenes.bet_request(participant, boxes=boxes)))
    status = Round.Status.COMPLETED
    while status != Round.Status.IN_PROGRESS:
        asked = scenes.bet_request(participant, boxes=FIVE_BOXES)
        status = Round.Status(place_bet(bea, table, asked).status)


def test_the_main_pages_are_pictured(browser: Browser, site: Site, house: House) -> None:
    FOLDER.mkdir(exist_ok=True)
    bea, floor = house.people[PLAYER], Table.objects.get(slug="atlantic-city")
    played(bea, floor)
    paths = {(visit.name, visit.who): visit.path for visit in reversed(list(visits(house)))}
    by_name = {name: path for (name, _who), path in paths.items()}
    page = opened(browser, site, house, PLAYER).new_page()
    for name, (address, size) in PLAYERS.items():
        page.goto(by_name[address])
        taken(page, name, size)
    page.set_viewport_size(PHONE)
    for name, slug, size in (
        ("table-desktop", "ligalo", DESK),
        ("table-phone", "ligalo", PHONE),
        ("table-five-boxes-phone", floor.slug, PHONE),
        ("table-five-boxes-desktop", floor.slug, DESK),
    ):
        page.set_viewport_size(size)
        page.goto(f"/table/{slug}/")
        expect(page.locator("#actions")).to_be_visible()
        taken(page, name, size)
    page.context.close()
    for name, (address, who, query) in STAFF.items():
        page = opened(browser, site, house, who).new_page()
        page.goto(paths[address, who] + query)
        taken(page, name, DESK)
        page.context.close()


def all_decide(deal: Deal) -> bool:
    """Return whether box 2 has the turn and no decision before the peek is pending."""
    return deal.turn is not None and deal.turn.box == 2 and deal.phase != "before_peek"


def seated() -> Guest:
    """Seat four players with screen names and their first cards; return the first."""
    _place, found = a_table_that_deals(all_decide, AT_THE_TABLE, "casino_floor")
    for guest in found:
        User.objects.filter(pk=guest.player.pk).update(screen_name=guest.name.title())
    dealt_to(*found)
    return found[0]


def test_a_live_table_is_pictured(browser: Browser, site: Site) -> None:
    """On a phone and a desktop during the viewer's turn, then the result on a desktop."""
    FOLDER.mkdir(exist_ok=True)
    marisol = seated()
    context = browser.new_context(base_url=site.url, viewport=PHONE, bypass_csp=True)
    come_in(context, marisol.player)
    page = context.new_page()
    address = f"/live/{marisol.place.table.slug}/"
    for name, size in (("live-phone", PHONE), ("live-desktop", DESK)):
        page.set_viewport_size(size)
        page.goto(address)
        expect(page.locator("#actions")).to_be_visible()
        wait_for_animations(page)
        taken(page, name, size)
    played_out(marisol.place)
    page.goto(address)
    expect(page.locator("[data-result]")).to_be_visible()
    wait_for_animations(page)
    taken(page, "live-result-desktop", DESK)
