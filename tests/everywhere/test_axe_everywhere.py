"""Every address in a real browser, on the narrowest phone, at a desk, and there magnified twice: axe finds nothing serious, nothing sticks out."""

from collections.abc import Iterator
from typing import Final

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize
from pytest_django import Settings

from config.testing import run
from tests.everywhere.house import House
from tests.everywhere.pages import FRAGMENTS, GUARDED, PLAYER, STRANGER, Visit, visits
from tests.fixtures.axe import serious_faults
from tests.fixtures.coming_in import take_over
from tests.fixtures.looking import looked_at
from tests.fixtures.site import Site

PHONE: Final[ViewportSize] = {"width": 320, "height": 640}
MAGNIFIED: Final[ViewportSize] = {"width": 640, "height": 400}  # 1280 by 800 at 200 %
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
OF_LOOKS: Final = ("color-contrast", "target-size", "scrollable-region-focusable")
"""Rules that may be kept on the phone by day and broken at the desk by night; the others look at the same elements again."""
OF_PLAYERS: Final = {STRANGER, PLAYER, GUARDED}
MOST_LETTERS_FIRST: Final = "mocaus"
"""Of staff who may open a page, whose buttons are the most."""


@pytest.fixture(autouse=True)
def the_same_key_as_the_site(settings: Settings) -> None:
    """Sessions and links made here hold there."""
    settings.SECRET_KEY = run().password("secret key")


def once(house: House, *, of_players: bool) -> dict[str, list[Visit]]:
    """By reader: each page once, of staff by the one who may do the most there."""
    readers: dict[str, Visit] = {}
    for visit in visits(house):
        if (visit.who in OF_PLAYERS) == of_players and visit.name not in FRAGMENTS:
            known = readers.get(visit.path)
            if known is None or rank(visit.who) < rank(known.who):
                readers[visit.path] = visit
    found: dict[str, list[Visit]] = {}
    for visit in readers.values():
        found.setdefault(visit.who, []).append(visit)
    return found


def rank(who: str) -> int:
    return MOST_LETTERS_FIRST.find(who)


def opened(browser: Browser, site: Site, house: House, who: str) -> BrowserContext:
    """With the policy off, for axe styles the page that it looks at; and without motion, for it looks at once."""
    context = browser.new_context(base_url=site.url, bypass_csp=True, reduced_motion="reduce")
    context.set_default_timeout(60_000)  # on two busy cores a page may take long
    if who == STRANGER:
        context.add_cookies(
            [{"name": settings.LANGUAGE_COOKIE_NAME, "value": "es", "url": site.url}]
        )
    else:
        take_over(context, house.client(who, "es"), "es")
    return context


def faults(page: Page, name: str, *sizes: ViewportSize) -> Iterator[str]:
    """What is wrong with the page that is open, folded out."""
    page.evaluate(
        "() => document.querySelectorAll('main details').forEach((one) => { one.open = true; })"
    )
    for size in sizes:
        page.set_viewport_size(size)
        looked_at(page, f"{name.replace(':', '_')}_{size['width']}")
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > size["width"]:
            yield f"{name}: {wide} wide at {size['width']}"
        if size is PHONE:
            yield from (f"{name} at {size['width']}: {one}" for one in serious_faults(page))
    page.emulate_media(color_scheme="dark")
    yield from (f"{name} dark: {one}" for one in serious_faults(page, rules=OF_LOOKS))
    page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("of_players", [True, False], ids=["players", "staff"])
def test_no_page_has_a_serious_fault_or_scrolls_sideways(
    browser: Browser, site: Site, house: House, *, of_players: bool
) -> None:
    wrong: list[str] = []
    for who, pages in once(house, of_players=of_players).items():
        context = opened(browser, site, house, who)
        page = context.new_page()
        for visit in pages:
            answer = page.goto(visit.path)
            if answer is None or answer.status != 200:
                wrong.append(f"{visit}: {answer and answer.status}")
            else:
                wrong += faults(page, visit.name, PHONE, MAGNIFIED, DESK)
        context.close()
    assert not wrong, "\n".join(wrong)
