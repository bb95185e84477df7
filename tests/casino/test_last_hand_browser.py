"""A player on a phone who starts a time-out in another tab with a hand open; with and without scripts."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from accounts.models.users import State, User
from casino.models import Round
from casino.play.services.betting import place_bet
from limits.values import LimitKind
from tests.casino import scenes
from tests.exhaustive import slow_but_every
from tests.fixtures.axe import serious_faults
from tests.fixtures.site import Site
from tests.limits.own_limits import limited
from tests.wallet.cash import checked

TABLE = "/table/ligalo/"


@pytest.fixture(params=slow_but_every(2, [True, False]), ids=["scripts", "plain"])
def phone(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=site.url,
        locale="en-GB",
        viewport={"width": 360, "height": 740},
        java_script_enabled=request.param,
    )
    yield context
    context.close()


def playing(context: BrowserContext, limit: float | None = None) -> tuple[User, Page]:
    """Sign a player in and return her with her page, a pair in front of her."""
    ana, table = scenes.new_player(), scenes.ligalo()
    ana.language = "en"
    ana.save(update_fields=["language"])
    participant = scenes.sit(ana, table, scenes.seed_for(scenes.pair))
    if limit is not None:
        limited(ana, LimitKind.LOSS, limit)
    place_bet(ana, table, scenes.bet_request(participant))
    page = context.new_page()
    # Signs in by the form: the time-out asks for the password again.
    page.goto(f"/account/login/?next={TABLE}")
    page.get_by_label("Email").fill(ana.email)
    page.get_by_label("Password").fill(scenes.PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("button", name="Split")).to_be_visible()
    return ana, page


def takes_a_time_out(context: BrowserContext) -> None:
    other = context.new_page()
    other.goto("/responsible/time-out/")
    other.get_by_label("How many days").fill("3")
    other.get_by_label("Password").fill(scenes.PASSWORD)
    other.get_by_role("button", name="Begin the time-out").click()
    expect(other.get_by_text("You are taking a time-out until").first).to_be_visible()
    other.close()


@pytest.mark.slow
def test_leaving_play_during_a_hand_lets_it_finish(
    phone: BrowserContext,
) -> None:
    ana, page = playing(phone)
    checked()  # withdrawals are closed until a ledger check passes
    takes_a_time_out(phone)

    page.get_by_role("button", name="Split").click()  # loaded before the time-out
    expect(page.locator("#refusal")).to_contain_text("You are taking a time-out until")
    page.goto(TABLE)
    expect(page.locator("#last-hand")).to_contain_text("Finish this hand")
    expect(page.locator("#last-hand")).to_contain_text("the house finishes it after")
    names = page.locator(".action__label").all_inner_texts()
    assert [name.split()[0] for name in names] == ["Hit", "Stand", "Surrender"]
    expect(page.locator("#bet, #deal, .tray")).to_have_count(0)

    page.get_by_role("button", name="Stand").click()
    expect(page.locator(".result")).to_be_visible()
    assert Round.objects.get().status == Round.Status.COMPLETED
    expect(page.locator("#barred")).to_contain_text("You are taking a time-out until")
    expect(page.locator("#last-hand, #bet, #deal, .tray, .spot")).to_have_count(0)
    page.locator("#barred").get_by_role("link", name="Bank").click()
    page.goto("/bank/withdraw/")
    expect(page.get_by_label("Amount")).to_be_editable()
    ana.refresh_from_db()
    assert ana.state == State.SELF_EXCLUDED


@pytest.mark.slow
def test_a_split_beyond_an_own_limit_is_shown_with_its_reason_and_the_hand_goes_on(
    phone: BrowserContext,
) -> None:
    _, page = playing(phone, limit=15)
    split = page.get_by_role("button", name="Split")
    expect(split).to_be_disabled()
    expect(page.locator("#why-split")).to_contain_text("Your own limit for losses is $15.00")
    page.get_by_role("button", name="Stand").click()
    expect(page.locator(".result")).to_be_visible()
    assert Round.objects.get().staked == 100_000


@pytest.mark.slow
def test_neither_state_of_the_table_has_a_serious_fault(browser: Browser, site: Site) -> None:
    """The content security policy is bypassed because axe injects styles."""
    context = browser.new_context(
        base_url=site.url,
        locale="en-GB",
        viewport={"width": 320, "height": 640},
        bypass_csp=True,
    )
    _, page = playing(context)
    takes_a_time_out(context)
    page.goto(TABLE)
    assert serious_faults(page) == []
    page.get_by_role("button", name="Stand").click()
    expect(page.locator("#barred")).to_be_visible()
    assert serious_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    context.close()
