"""Pages of many parts on a phone: sections that fold, cards that open, and heads that say what is inside."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from accounts.roles.values import Role
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.fixtures.coming_in import take_over
from tests.fixtures.site import Site
from tests.live.scenes import a_live_table
from tests.look.staff_pages import FAULTS

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 900}
TALLEST = 4000
TALL = "() => document.documentElement.scrollHeight"

pytestmark = pytest.mark.slow


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    for preset in ("ligalo", "atlantic_city"):
        scenes.table_of(preset)
    scenes.table_of("casino_floor")
    context = browser.new_context(base_url=site.url, locale="es", viewport=PHONE)
    take_over(context, inside(staff(Role.COMPLIANCE_MANAGER)), "es")
    yield context.new_page()
    context.close()


def test_the_overview_shows_two_cards_on_a_phone_until_all_are_wanted(page: Page) -> None:
    page.goto("/staff/")
    cards = page.locator(".staff-card").filter(visible=True)
    expect(cards).to_have_count(2)
    assert page.evaluate(TALL) < TALLEST
    assert page.evaluate(FAULTS) == []
    page.get_by_role("link", name="Ver todo (7)").click()
    expect(cards).to_have_count(7)
    page.goto("/staff/")
    page.set_viewport_size(DESK)
    expect(cards).to_have_count(7)


def test_a_switch_opens_its_form_beside_its_name(page: Page) -> None:
    page.goto("/staff/switches/")
    assert page.evaluate(TALL) < TALLEST
    assert page.evaluate(FAULTS) == []
    switch = page.locator(".staff-switch").filter(has_text="Atlantic City").first
    name, opener = switch.locator("strong"), switch.locator("summary")
    beside = name.bounding_box(), opener.bounding_box()
    assert beside[0]
    assert beside[1]
    assert beside[1]["y"] <= beside[0]["y"] <= beside[1]["y"] + beside[1]["height"]
    opener.click()
    expect(switch.get_by_role("textbox")).to_be_visible()
    assert page.evaluate(FAULTS) == []


def test_live_randomness_is_folded_and_a_link_opens_it(page: Page) -> None:
    a_live_table()
    page.goto("/fairness/")
    assert page.evaluate(TALL) < TALLEST
    expect(page.get_by_text("0 intercambios interrumpidos")).to_be_visible()
    told = page.locator("#live > p").first
    expect(told).to_be_hidden()
    page.get_by_role("link", name="Cómo se mezclan varias semillas").click()
    expect(told).to_be_visible()


def test_the_rules_of_a_table_are_folded_on_a_phone_and_a_link_opens_a_section(page: Page) -> None:
    page.goto("/help/ligalo/")
    chapters = page.locator("main details.fold")
    assert chapters.count() > 15
    assert page.locator("main details[open]").count() == 0
    assert page.evaluate(TALL) < TALLEST
    page.goto("/help/ligalo/#limits")
    expect(page.locator("#limits > ul")).to_be_visible()
    page.set_viewport_size(DESK)
    page.goto("/help/ligalo/")
    expect(page.locator("main details:not([open])")).to_have_count(0)
