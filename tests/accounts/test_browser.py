import re
from collections.abc import Iterator

import pytest
from django.contrib.auth.hashers import make_password
from playwright.sync_api import Browser, Page, ViewportSize, expect

from accounts.models.users import User
from tests.accounts.people import PASSWORD, ana_confirmed
from tests.fixtures.axe import serious_faults
from tests.fixtures.site import Site

NARROW: ViewportSize = {"width": 320, "height": 640}


@pytest.fixture
def phone(page: Page) -> Page:
    """Return a page as narrow as the narrowest supported phone."""
    page.set_viewport_size(NARROW)
    return page


@pytest.fixture
def inspected(browser: Browser, site: Site) -> Iterator[Page]:
    """Return a page of the same width with the CSP off, because axe injects styles."""
    context = browser.new_context(
        base_url=site.url, locale="en-GB", viewport=NARROW, bypass_csp=True
    )
    yield context.new_page()
    context.close()


def assert_fits_and_is_accessible(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert serious_faults(page) == []


def fill_in(page: Page, birth_date: str) -> None:
    page.get_by_label("Email").fill("ana@example.com")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Birth date").fill(birth_date)
    page.get_by_label("Country where you live").select_option("CO")
    for box in page.get_by_role("checkbox").all():
        box.check()
    page.get_by_role("button", name="Open my account").click()


def log_in(page: Page, email: str) -> None:
    page.goto("/account/login/")
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    expect(page).not_to_have_url(re.compile("/account/login/"))


def ana_with_a_real_hash() -> User:
    """Return Ana with a password hash of production: the running site has no other hasher."""
    user = ana_confirmed(language="en")
    user.password = make_password(PASSWORD, hasher="argon2")
    user.save(update_fields=["password"])
    return user


def test_ana_opens_an_account_on_her_phone(phone: Page, site: Site) -> None:
    phone.goto("/account/signup/")
    fill_in(phone, "2020-01-01")
    errors = phone.get_by_role("alert")
    expect(errors).to_contain_text("at least 18 years old")
    expect(errors).to_be_focused()
    errors.get_by_role("link", name="Birth date").click()
    expect(phone.get_by_label("Birth date")).to_be_focused()

    fill_in(phone, "1990-05-17")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Confirm your email address")
    link = re.search(r"https?://[^/\s]+(/account/confirm-email/\S+)", site.output())
    assert link
    phone.goto(link.group(1))
    phone.get_by_role("button", name="Yes, confirm it").click()
    expect(phone).to_have_url(re.compile("/$"))
    phone.goto("/options/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Options")


@pytest.mark.slow
def test_signing_up_fits_a_phone_and_is_accessible(inspected: Page) -> None:
    inspected.goto("/account/signup/")
    assert_fits_and_is_accessible(inspected)
    fill_in(inspected, "2020-01-01")
    expect(inspected.get_by_role("alert")).to_be_visible()
    assert_fits_and_is_accessible(inspected)


@pytest.mark.slow
def test_own_pages_fit_a_phone_and_are_accessible(inspected: Page) -> None:
    log_in(inspected, ana_with_a_real_hash().email)
    inspected.goto("/account/2fa/totp/activate/")
    assert_fits_and_is_accessible(inspected)
    inspected.get_by_label("Password").fill(PASSWORD)
    inspected.get_by_role("button", name="Go on").click()
    for path in (
        "/account/2fa/totp/activate/",
        "/account/2fa/",
        "/account/2fa/webauthn/add/",
        "/options/",
        "/account/email/",
    ):
        inspected.goto(path)
        expect(inspected).to_have_url(re.compile(re.escape(path) + "$"))
        assert_fits_and_is_accessible(inspected)
