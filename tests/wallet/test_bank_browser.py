"""The bank in a browser on a phone, without JavaScript: deposit, withdraw, look up."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.contrib.auth.hashers import make_password
from playwright.sync_api import Browser, BrowserContext, Page, expect

from accounts.models.users import User
from accounts.sign_up.services.demo import register_demo_player
from tests.accounts.people import PASSWORD
from tests.exhaustive import slow_but_every
from tests.fixtures.axe import serious_faults
from tests.fixtures.coming_in import come_in
from tests.fixtures.site import Site
from tests.wallet.cash import account, checked, just_now
from tests.wallet.ledger import usd
from wallet.cash.services import withdrawals
from wallet.ledger.selectors.funds import balance, load_money_in_withdrawals
from wallet.ledger.services import movements
from wallet.ledger.services.movements import credit_deposit

WIDTH = 390


@pytest.fixture(params=slow_but_every(2, [True, False]), ids=["inspected", "without scripts"])
def phone(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Page]:
    """A phone without JavaScript, or with it for axe."""
    context = browser.new_context(
        base_url=site.url,
        locale="en-GB",
        viewport={"width": WIDTH, "height": 844},
        java_script_enabled=request.param,
        bypass_csp=request.param,
    )
    yield context.new_page()
    context.close()


def ana() -> User:
    """Return a verified player with 50.005 dollars and a password hash that the running site accepts."""
    user = register_demo_player("ana@example.test", PASSWORD, "Ana María Rojas")
    user.password, user.language = make_password(PASSWORD, hasher="argon2"), "en"
    user.save(update_fields=["password", "language"])
    credit_deposit(user.pk, usd("50.005"), key=uuid4(), provider="demo")
    return user


def inspect(page: Page, request: pytest.FixtureRequest) -> None:
    """Where scripts run, assert that nothing overflows and axe finds no serious fault."""
    if "inspected" not in request.node.name:
        return
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    assert serious_faults(page) == []


def test_money_comes_in_and_goes_out(phone: Page, request: pytest.FixtureRequest) -> None:
    player = ana()
    checked()
    phone.goto("/account/login/?next=/bank/")
    phone.get_by_label("Email").fill(player.email)
    phone.get_by_label("Password").fill(PASSWORD)
    phone.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    expect(phone).to_have_url("/bank/")
    inspect(phone, request)

    phone.get_by_role("link", name="Deposit", exact=True).click()
    expect(phone).to_have_url("/bank/deposit/")
    inspect(phone, request)
    phone.get_by_label("Amount").fill("25.50")
    phone.locator("main").get_by_role("button", name="Deposit").dblclick()
    expect(phone.get_by_text("$25.50 is in your account.")).to_be_visible()
    assert balance(player.pk) == usd("75.505")

    phone.get_by_role("link", name="Withdraw", exact=True).click()
    phone.locator("main").get_by_role("link", name="$75.50").click()
    phone.get_by_label("Country of the account").select_option("VE")
    phone.locator("[name=bank]").fill("Banco Uno")
    phone.get_by_label("IBAN or account number").fill("0011 2233")
    inspect(phone, request)
    phone.get_by_role("button", name="Ask for this withdrawal").dblclick()
    expect(phone.locator("[data-withdrawing]")).to_have_text("$75.50")
    assert load_money_in_withdrawals(player.pk) == [usd("75.50")]

    phone.get_by_role("link", name="W-").first.click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Withdrawal W-")
    inspect(phone, request)
    phone.goto("/bank/statement/")
    expect(phone.get_by_text("\N{MINUS SIGN}$75.50")).to_be_visible()
    inspect(phone, request)


def test_a_quick_amount_fills_the_field_and_follows_the_currency(
    context: BrowserContext, page: Page
) -> None:
    come_in(context, ana())
    page.goto("/bank/deposit/")
    groups = page.get_by_role("group", name="Shortcuts")
    expect(groups).to_have_count(1)
    groups.get_by_role("button", name="$25.00").click()
    amount = page.get_by_label("Amount")
    expect(amount).to_have_value("25.00")
    expect(amount).to_be_focused()

    page.get_by_label("Currency").select_option("EUR")
    expect(groups).to_have_count(1)
    expect(groups.get_by_role("button").first).to_contain_text("€")


def test_without_scripts_there_are_no_buttons_that_do_nothing(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.url, java_script_enabled=False)
    come_in(context, ana())
    page = context.new_page()
    page.goto("/bank/deposit/")
    expect(page.get_by_label("Amount")).to_be_visible()
    expect(page.locator(".quick").first).to_be_hidden()
    context.close()


@pytest.mark.slow
def test_no_page_of_play_or_money_is_longer_than_a_few_screens_of_a_phone(
    context: BrowserContext, page: Page
) -> None:
    player = ana()
    for _ in range(30):
        movements.hold_stake(player.pk, usd("0.10"), key=uuid4(), round_id=uuid4())
    come_in(context, player)
    page.set_viewport_size({"width": 360, "height": 740})
    for address in ("/bank/", "/bank/?show=play", "/bank/?show=all", "/bank/statement/"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollHeight") < 4000, address
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address


def contrast(page: Page) -> float:
    """Return the minimum contrast of visible text against its background."""
    least: float = page.evaluate(
        """() => {
          const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
          const light = (colour) => parts(colour).slice(0, 3).map((c) => c / 255)
            .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
            .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
          const ground = (one) => {
            for (let at = one; at; at = at.parentElement) {
              const [, , , alpha = 1] = parts(getComputedStyle(at).backgroundColor);
              if (alpha > 0) return getComputedStyle(at).backgroundColor;
            }
            return "rgb(255, 255, 255)";
          };
          const worded = [...document.querySelectorAll("body *")].filter((one) =>
            one.checkVisibility() && !one.closest(".visually-hidden, option")
            && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
          return Math.min(...worded.map((one) => {
            const [a, b] = [light(getComputedStyle(one).color), light(ground(one))];
            return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          }));
        }"""
    )
    return least


@pytest.mark.slow
def test_on_paper_everything_is_dark_on_white(context: BrowserContext, page: Page) -> None:
    player = ana()
    checked()
    asked = withdrawals.request_withdrawal(
        player, usd("12.00"), destination=account("B" * 90), key=uuid4(), proof=just_now()
    )
    come_in(context, player)
    page.set_viewport_size({"width": WIDTH, "height": 844})
    for address in (f"/bank/receipts/withdrawal/{asked.reference}/", "/bank/statement/", "/bank/"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
        page.emulate_media(media="print")
        assert contrast(page) >= 7, address
        assert (
            page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        )
        page.emulate_media(media="screen")


@pytest.mark.slow
def test_on_a_wide_page_the_fields_of_the_statement_have_room_for_what_stands_in_them(
    browser: Browser, site: Site
) -> None:
    context = browser.new_context(base_url=site.url, viewport={"width": 1280, "height": 800})
    come_in(context, ana())
    page = context.new_page()
    page.goto("/bank/statement/")
    widths = page.locator(".filters .field").evaluate_all(
        "fields => fields.map(one => one.getBoundingClientRect().width)"
    )
    context.close()
    assert len(widths) == 4
    assert min(widths) >= 200  # «Todas las monedas» with its arrow, and a date with its calendar
