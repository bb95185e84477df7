"""Touch, keyboard and bad connections at the table: nothing unintended is played."""

import re
from collections.abc import Iterator
from typing import TypedDict

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, ViewportSize, expect

from accounts.models.users import User
from casino.models import Round
from tests.casino import scenes
from tests.casino.sent import sent
from tests.fixtures.coming_in import come_in
from tests.fixtures.site import Site
from tests.waiting import wait_for_animations, wait_for_buttons, wait_until

SIDEWAYS: ViewportSize = {"width": 740, "height": 360}
FIXED_SALT = f"""
    const bytes = [{", ".join(str(byte) for byte in bytes.fromhex(scenes.SALT))}];
    Object.defineProperty(crypto, "getRandomValues", {{ value: (array) => {{ array.set(bytes); return array; }} }});
"""
HELD = 12  # repeats of a held key after the answer


class Box(TypedDict):
    top: float
    bottom: float


@pytest.fixture
def player() -> User:
    """Return Ana, seated at a shoe with an ordinary first deal."""
    table = scenes.ligalo()
    ana = scenes.new_player()
    ana.language = "en"
    ana.save()
    scenes.sit(ana, table, scenes.seed_for(scenes.ordinary))
    return ana


@pytest.fixture
def table(site: Site, player: User, page: Page) -> Page:
    """Return the table as Ana sees it before her first bet."""
    return seated(page, player)


@pytest.fixture
def phone(browser: Browser, site: Site, player: User) -> Iterator[Page]:
    """Return the table on a phone with card animations, before Ana's first bet."""
    context = browser.new_context(
        base_url=site.url,
        locale="en-GB",
        viewport={"width": 360, "height": 740},
        has_touch=True,
        reduced_motion="no-preference",
    )
    yield seated(context.new_page(), player)
    context.close()


def seated(page: Page, player: User) -> Page:
    page.add_init_script(FIXED_SALT)
    come_in(page.context, player)
    page.goto("/table/ligalo/")
    expect(page.locator("#bet")).to_be_visible()
    page.wait_for_load_state()
    return page


def deal(page: Page) -> None:
    page.fill("#stake-1", "10")
    page.click("#deal")
    expect(page.locator("#actions")).to_be_visible()
    wait_for_buttons(page)


def decisions() -> int:
    return Round.objects.get().decisions.count()


def hold_enter(page: Page, answered: Locator) -> None:
    """Hold Enter until the answer is visible, and for HELD more repeats."""

    def repeat() -> None:
        page.keyboard.down("Enter")

    repeat()
    wait_until(answered.is_visible, "no answer", meanwhile=repeat)
    for _ in range(HELD):
        repeat()
    page.keyboard.up("Enter")


def box(page: Page, selector: str) -> Box:
    found: Box = page.locator(selector).first.evaluate(
        "one => { const {top, bottom} = one.getBoundingClientRect(); return {top, bottom}; }"
    )
    return found


@pytest.mark.slow
def test_a_key_that_is_held_down_counts_once(table: Page) -> None:
    posts = sent(table)
    table.fill("#stake-1", "10")
    table.locator("#deal").focus()
    hold_enter(table, table.locator("#actions"))
    expect(table.locator("#actions")).to_be_visible()
    wait_for_buttons(table)
    table.locator("#action-hit").focus()
    hold_enter(table, table.locator("#actions:has(input[name=step][value='1'])"))
    expect(table.locator("#actions input[name=step][value='1']")).to_have_count(1)
    table.click("#action-stand")
    expect(table.locator("#bet")).to_be_visible()
    assert posts == ["bet", "hit", "stand"]
    assert decisions() == len(["hit", "stand"])


@pytest.mark.slow
def test_after_the_deal_the_focus_is_at_the_decisions_and_on_none_of_them(table: Page) -> None:
    deal(table)
    expect(table.locator("#actions-row")).to_be_focused()
    table.keyboard.press("Tab")
    expect(table.locator("#action-hit")).to_be_focused()


def test_a_slow_answer_is_shown_and_the_bet_sent_once(table: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    table.route("**/bet/", hold)
    table.fill("#stake-1", "10")
    table.click("#deal")
    expect(table.locator("#table")).to_have_attribute("aria-busy", "true")
    expect(table.locator("#deal")).to_be_disabled()
    table.keyboard.press("Enter")
    expect(table.locator("#table-slow")).to_have_text("One moment…")
    (bet,) = held
    bet.continue_()
    expect(table.locator("#actions")).to_be_visible()
    expect(table.locator("#table-slow")).to_be_empty()
    assert len(held) == 1
    assert Round.objects.count() == 1


def test_a_lost_connection_is_said_and_the_hand_can_go_on(
    table: Page, context: BrowserContext
) -> None:
    deal(table)
    context.set_offline(True)
    table.click("#action-stand")
    expect(table.locator("#table-trouble")).to_contain_text("connection is lost")
    context.set_offline(False)
    table.click("#action-stand")
    expect(table.locator("#bet")).to_be_visible()
    assert decisions() == 1


@pytest.mark.slow
def test_a_session_that_has_ended_leads_to_the_login_and_back_to_the_hand(
    table: Page, context: BrowserContext
) -> None:
    deal(table)
    context.clear_cookies(name="sessionid")
    table.click("#action-stand")
    expect(table).to_have_url(re.compile(r"/account/login/\?next=/table/ligalo/"))
    assert decisions() == 0


@pytest.mark.slow
def test_going_back_shows_the_current_state(table: Page) -> None:
    deal(table)
    table.goto("/help/")
    table.go_back()
    expect(table.locator("#actions")).to_be_visible()
    table.click("#action-stand")
    expect(table.locator("#bet")).to_be_visible()
    table.goto("/help/")
    table.go_back()
    expect(table.locator("#table")).to_have_attribute("data-phase", "finished")


@pytest.mark.slow
def test_keys_that_are_switched_off_do_nothing(table: Page, player: User) -> None:
    deal(table)
    player.keyboard_shortcuts = False
    # the other fields of this instance are stale since the sign-in
    player.save(update_fields=["keyboard_shortcuts"])
    table.reload()
    expect(table.locator("#actions")).to_be_visible()
    posts = sent(table)
    for key in "hsdr":
        table.keyboard.press(key)
    table.click("#action-stand")
    expect(table.locator("#bet")).to_be_visible()
    assert posts == ["stand"]
    assert decisions() == 1


@pytest.mark.slow
def test_a_key_with_a_modifier_is_the_browsers(table: Page) -> None:
    deal(table)
    posts = sent(table)
    table.keyboard.press("Alt+h")
    table.keyboard.press("Control+Shift+s")
    table.keyboard.press("d")
    expect(table.locator("#bet")).to_be_visible()
    assert posts == ["double"]
    assert decisions() == 1


@pytest.mark.slow
def test_a_refusal_is_read_without_reading_the_cards_again(table: Page) -> None:
    deal(table)
    table.click("#action-stand")
    expect(table.locator("#bet")).to_be_visible()
    table.evaluate("document.getElementById('status').textContent = ''")
    table.fill("#stake-1", "75")
    table.click("#deal")
    expect(table.locator("#refusal")).to_be_visible()
    expect(table.locator("#status")).to_be_empty()


@pytest.mark.slow
def test_a_chip_says_the_stake(table: Page) -> None:
    table.fill("#stake-1", "5")
    table.get_by_role("button", name="Add a chip of $1.00").click()
    expect(table.locator("#status")).to_have_text("Stake 6.00")


@pytest.mark.slow
def test_on_a_phone_balance_and_clock_stay_in_sight_and_no_result_is_covered(phone: Page) -> None:
    deal(phone)
    phone.click("#action-stand")
    expect(phone.locator("#bet")).to_be_visible()
    wait_for_animations(phone)  # the cards have landed
    controls = box(phone, ".controls")
    assert box(phone, ".hand__money")["bottom"] <= controls["top"]
    assert box(phone, ".result")["top"] >= box(phone, ".strip")["bottom"]
    phone.evaluate("scrollTo(0, 160)")
    assert box(phone, ".strip")["top"] >= box(phone, ".site-header")["bottom"] - 1


@pytest.mark.slow
def test_a_phone_held_sideways_shows_dealer_hand_and_buttons_together(phone: Page) -> None:
    phone.set_viewport_size(SIDEWAYS)
    deal(phone)
    wait_for_animations(phone)
    phone.locator("#actions-row").scroll_into_view_if_needed()
    assert box(phone, ".dealer .card")["top"] >= 0
    assert box(phone, "#action-stand")["bottom"] <= SIDEWAYS["height"]


@pytest.mark.slow
def test_words_of_buttons_fit_in_them_at_320_pixels_in_both_languages(
    phone: Page, player: User
) -> None:
    phone.set_viewport_size({"width": 320, "height": 640})
    deal(phone)
    for language in ("es", "en"):
        player.language = language
        player.save(update_fields=["language"])
        phone.reload()
        expect(phone.locator("#actions")).to_be_visible()
        spilled = phone.locator(".action").evaluate_all(
            "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent.trim())"
        )
        assert spilled == []
