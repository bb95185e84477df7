"""The back-office frame without scripts or without a mouse."""

from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, ViewportSize, expect

from accounts.roles.values import Role
from tests.accounts.staff import inside, staff
from tests.fixtures.site import Site
from tests.wallet.test_staff_browser import comes_in
from wallet.rates.selectors import rates

PHONE: ViewportSize = {"width": 390, "height": 844}
WIDE: ViewportSize = {"width": 1440, "height": 900}


@pytest.fixture(params=[PHONE, WIDE], ids=["phone", "wide"])
def still(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Page]:
    """An operator's browser without scripts."""
    context = browser.new_context(
        base_url=site.url, viewport=request.param, java_script_enabled=False
    )
    comes_in(context, staff(Role.OPERATOR))
    yield context.new_page()
    context.close()


@pytest.mark.slow
def test_without_scripts_the_menu_leads_to_a_form_that_is_sent(still: Page) -> None:
    still.goto("/staff/")
    menu = still.locator("#nav-sidebar")
    menu.locator("summary", has_text="Exchange rates").click()
    menu.get_by_role("link", name="Enter a rate").click()
    still.get_by_label("Currency").select_option("COP")
    still.get_by_label("Rate", exact=True).fill("4000")
    still.get_by_label("Source").fill("central bank")
    still.get_by_role("button", name="Enter", exact=True).click()
    expect(still.get_by_text("waits for a second person")).to_be_visible()
    assert rates.pending_rates("COP").count() == 1


@pytest.mark.slow
def test_without_scripts_one_can_change_the_language_and_leave(still: Page) -> None:
    still.goto("/staff/rates/")
    still.locator("#staff-account").get_by_role("button", name="Español").click()
    expect(still.locator("html")).to_have_attribute("lang", "es")
    still.locator("#logout-form button").click()
    expect(still).to_have_url("/account/login/")


def test_a_phones_menu_opens_and_closes_from_the_keyboard(page: Page) -> None:
    comes_in(page.context, staff(Role.OPERATOR))
    page.set_viewport_size(PHONE)
    page.goto("/staff/rates/")
    opener = page.locator("#main").get_by_role("button", name="Menu")
    menu = page.locator("#nav-sidebar")
    expect(menu).to_be_hidden()
    opener.focus()
    page.keyboard.press("Enter")
    expect(menu).to_be_visible()
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(menu.get_by_role("button", name="Close the menu")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(opener).to_be_focused()
    page.keyboard.press("Enter")
    expect(menu).to_be_visible()
    page.keyboard.press("Enter")
    expect(menu).to_be_hidden()
    expect(opener).to_be_focused()


def test_the_account_menu_opens_and_closes_from_the_keyboard(page: Page) -> None:
    user = staff(Role.OPERATOR)
    comes_in(page.context, user)
    page.set_viewport_size(WIDE)
    page.goto("/staff/rates/")
    account = page.get_by_role("button", name=user.email)
    leave = page.get_by_role("button", name="Log out")
    expect(leave).to_be_hidden()
    account.focus()
    page.keyboard.press("Enter")
    expect(leave).to_be_visible()
    dark = page.get_by_role("button", name="Dark")
    dark.focus()
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_class("dark")
    page.keyboard.press("Escape")
    expect(leave).to_be_hidden()
    expect(account).to_be_focused()


def test_the_first_key_offers_to_skip_the_menu(page: Page) -> None:
    comes_in(page.context, staff(Role.OPERATOR))
    page.goto("/staff/rates/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#staff-main")).to_be_focused()
    page.keyboard.press("Tab")
    first = page.locator("#staff-main a").first
    expect(first).to_be_focused()
    assert first.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"


@pytest.mark.database
def test_no_word_of_the_frame_is_left_in_english() -> None:
    client: Client = inside(staff(Role.OPERATOR), "es")
    page = client.get("/staff/rates/").content.decode()
    for word in ("View site", "Log out", "Change password", ">Dark<", ">Light<", ">System<"):
        assert word not in page, word
