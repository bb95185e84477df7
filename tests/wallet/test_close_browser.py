"""Closing an account on a phone, in Spanish, and the desk's page about it: no overflow, no serious axe fault."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from accounts.models.users import State, User
from accounts.roles.values import Role
from tests.accounts.staff import inside, staff
from tests.fixtures.axe import serious_faults
from tests.fixtures.coming_in import take_over
from tests.fixtures.site import Site
from tests.wallet.cash import checked, person, proves
from tests.wallet.ledger import funded, staked
from wallet.cash.services import closing
from wallet.ledger.selectors.funds import load_money_in_withdrawals
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import Money

NARROW = 320


@pytest.fixture
def phone(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    """A narrow browser context with CSP off for axe."""
    context = browser.new_context(
        base_url=site.url, viewport={"width": NARROW, "height": 640}, bypass_csp=True
    )
    yield context
    context.close()


def ana() -> User:
    """Return a Spanish-speaking player with dollars, a fraction of a cent and play money."""
    funded(text="1234567.005")
    player = person()
    grant_play_money(player.pk, Money(9_990_000, "PLY"), key=uuid4(), reason="x")
    player.language = "es"
    player.save(update_fields=["language"])
    return player


def fits(page: Page) -> None:
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW
    assert serious_faults(page) == []


def test_the_page_names_obstacles_and_closes_without_any(phone: BrowserContext) -> None:
    player = ana()
    session = Client()
    session.force_login(player)
    proves(session)
    take_over(phone, session, player.language)
    page = phone.new_page()
    page.goto("/account/login/")
    page.goto("/bank/close/")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator("main form")).to_have_count(0)  # no check of the ledger has passed
    fits(page)

    checked()
    page.reload()
    page.locator("[name=bank_country]").select_option("VE")
    page.locator("[name=bank]").fill("Banco Uno")
    page.locator("[name=number]").fill("0011 2233")
    page.locator("[name=understood]").check()
    fits(page)
    page.locator("main form button").dblclick()
    page.wait_for_url("**/account/login/**")
    fits(page)
    player.refresh_from_db()
    assert player.state == State.CLOSED
    assert [str(money) for money in load_money_in_withdrawals(player.pk)] == ["1234567.01 USD"]
    page.goto("/bank/")
    assert "/account/login/" in page.url


@pytest.mark.slow
@pytest.mark.parametrize("scene", ["open", "in a round", "closed"])
def test_the_desk_s_page_about_an_account_fits(phone: BrowserContext, scene: str) -> None:
    player, clerk = ana(), staff(Role.COMPLIANCE_ANALYST)
    checked()
    if scene == "in a round":
        staked(player.pk, "10.00")
    if scene == "closed":
        closing.close_account(player.pk, key=uuid4(), acting_user=clerk, reason="x" * 500)
    take_over(phone, inside(clerk), "es")
    page = phone.new_page()
    page.goto(f"/staff/cash/accounts/{player.pk}/")
    expect(page.get_by_role("heading", name=player.full_name)).to_be_visible()
    if scene == "open":
        page.locator("details.staff-panel summary").click()
        expect(page.locator("[name=reason]")).to_be_visible()
    fits(page)
