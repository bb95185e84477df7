"""Every page in a real browser: no axe violations, no sideways scrolling, staff reach every control.

`make test` loads each page once, in Spanish on the narrowest phone, measures it, and runs axe on a
page of each kind. `make test-all` adds axe on every page, a desktop and a magnified window, then
English in dark mode on two phones, a tablet and a desktop.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.everywhere.house import House
from tests.everywhere.pages import FRAGMENTS, STRANGER, Visit, once
from tests.exhaustive import slow_but, slow_but_every
from tests.fixtures.axe import faults as faults_of_page, serious_faults
from tests.fixtures.coming_in import take_over
from tests.fixtures.looking import looked_at
from tests.fixtures.site import Site
from tests.look.staff_pages import FAULTS, LOW

PHONE: Final[ViewportSize] = {"width": 320, "height": 640}
MAGNIFIED: Final[ViewportSize] = {"width": 640, "height": 400}  # 1280 by 800 at 200 %
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
LARGER_PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
TABLET: Final[ViewportSize] = {"width": 820, "height": 1180}
WIDE: Final[ViewportSize] = {"width": 1440, "height": 900}
OF_LOOKS: Final = ("color-contrast", "target-size", "scrollable-region-focusable")
"""Rules whose result depends on colours and sizes; the other rules look at the same elements again."""
WIDEST_NUMBERS: Final = """() => document.querySelectorAll(".unbroken").forEach((one) => {
  one.textContent = one.textContent.replace(/^R-.{5}-.{5}$/, "R-WWWWW-WWWWW");
})"""
"""Makes every round number as wide as a random one can be."""
SAMPLES: Final = {
    *(
        "casino:lobby",
        "casino:table_help",
        "casino:table",
        "casino:history",
        "casino:round",
        "casino:own_limits",
    ),
    *("account_login", "accounts:account", "wallet:deposit", "wallet:statement", "contact:dispute"),
    *(
        "overview",
        "cash:desk",
        "tables:table",
        "hands:hand",
        "voids:case",
        "reports:report",
        "events:list",
    ),
}
"""A page of each kind: a list, a form, a table of figures, a game table, a document."""


@dataclass(frozen=True)
class Look:
    """Browser settings for a walk over the pages."""

    language: str
    colours: Literal["light", "dark"]
    sizes: tuple[ViewportSize, ...]
    reached: tuple[ViewportSize, ...]  # sizes at which every control of staff is checked
    axe: Literal["samples", "everything", "looks"]


NARROW: Final = Look("es", "light", (PHONE,), (PHONE,), "samples")
DAY: Final = Look("es", "light", (DESK, MAGNIFIED, PHONE), (), "everything")
NIGHT: Final = Look(
    "en", "dark", (PHONE, LARGER_PHONE, TABLET, WIDE), (LARGER_PHONE, TABLET, WIDE), "looks"
)


def opened(
    browser: Browser, site: Site, house: House, who: str, look: Look = DAY
) -> BrowserContext:
    """Return a context for this reader with the CSP off, because axe injects styles."""
    context = browser.new_context(
        base_url=site.url,
        bypass_csp=True,
        color_scheme=look.colours,
        viewport=look.sizes[0],
    )
    if who == STRANGER:
        context.add_cookies(
            [{"name": settings.LANGUAGE_COOKIE_NAME, "value": look.language, "url": site.url}]
        )
    else:
        take_over(context, house.client(who, look.language), look.language)
    return context


def faults(page: Page, name: str, look: Look) -> Iterator[str]:
    """Yield the faults of the open page with all its details expanded."""
    page.evaluate(
        "() => document.querySelectorAll('main details').forEach((one) => { one.open = true; })"
    )
    page.evaluate(WIDEST_NUMBERS)
    for size in look.sizes:
        page.set_viewport_size(size)
        width = size["width"]
        looked_at(page, f"{name.replace(':', '_')}_{look.colours}_{width}")
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            yield f"{wide} wide at {width}"
        if size in look.reached:
            found = page.evaluate(FAULTS) + page.evaluate(LOW)
            yield from (f"at {width}: {one}" for one in found if not scrolls(name, one))
    yield from by_axe(page, name, look)


def scrolls(name: str, fault: str) -> bool:
    """Return whether the fault is a wide table that scrolls in its own box: reports, and events with long subjects."""
    of_many_columns = name.startswith("reports:") or name == "events:list"
    return of_many_columns and fault.startswith('scrolls sideways: <div class="staff-scroll"')


def by_axe(page: Page, name: str, look: Look) -> list[str]:
    """Return axe's violations: by all rules, by those for colours and sizes, or none if not a sample page."""
    if look.axe == "samples" and name not in SAMPLES:
        return []
    if look.axe == "looks":
        return serious_faults(page, rules=OF_LOOKS)
    return faults_of_page(page)


def walk(browser: Browser, site: Site, house: House, look: Look, pages: list[Visit]) -> None:
    """Visit each reader's pages and fail with the list of all their faults."""
    wrong: list[str] = []
    for who in dict.fromkeys(visit.who for visit in pages):
        context = opened(browser, site, house, who, look)
        page = context.new_page()
        for visit in (one for one in pages if one.who == who):
            answer = page.goto(visit.path)
            if answer is None or answer.status != 200:
                wrong.append(f"{visit}: {answer and answer.status}")
            else:
                wrong += (f"{visit.name}: {one}" for one in faults(page, visit.name, look))
        context.close()
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "look",
    slow_but([NARROW, DAY, NIGHT], lambda look: look is NARROW),
    ids=["narrow", "day", "night"],
)
@pytest.mark.parametrize(
    ("of_players", "half"),
    slow_but_every(2, [(True, 0), (True, 1), (False, 0), (False, 1)]),
    ids=["players-1", "players-2", "staff-1", "staff-2"],
)
def test_no_page_has_a_fault_or_scrolls_sideways(
    browser: Browser, site: Site, house: House, look: Look, *, of_players: bool, half: int
) -> None:
    pages = [
        visit
        for visit in once(house)
        if visit.is_of_players is of_players and visit.name not in FRAGMENTS
    ]
    walk(browser, site, house, look, pages[half::2])
