"""Several boxes in a real browser: chips go to the chosen box, keys decide, and it works without scripts."""

import pytest
from playwright.sync_api import Page, expect

import blackjack
from blackjack.presets import PRESETS
from casino.models import Bet, Round, Shoe
from tests.casino import scenes
from tests.casino.sitting_down import choose_bet, sign_in, type_bet
from tests.casino.test_amounts import CUT, doubles
from tests.casino.test_browser import FIXED_SALT
from tests.fixtures.site import Site
from tests.waiting import wait_for_buttons


def stands(page: Page) -> None:
    """Play to the end of the round without new money."""
    while page.locator("#actions").count():
        step = page.locator("#actions input[name=step]").get_attribute("value")
        declines = page.locator("#action-decline").count()
        page.click("#action-decline" if declines else "#action-stand")
        expect(page.locator(f"#actions input[name=step][value='{step}']")).to_have_count(0)


def stakes() -> dict[int, int]:
    return dict(Bet.objects.filter(round=Round.objects.last()).values_list("box", "stake"))


def test_chips_go_to_the_box_that_was_chosen_last(page: Page, site: Site) -> None:
    page.add_init_script(FIXED_SALT)
    sign_in(page, "atlantic-city")

    page.get_by_role("button", name="Clear").click()
    choose_bet(page, "stake-2")
    page.get_by_role("button", name="Add a chip of $5.00").click()
    page.get_by_role("button", name="Add a chip of $25.00").click()
    page.keyboard.press("4")
    page.get_by_role("button", name="Add a chip of $1.00").click()
    choose_bet(page, "stake-2")
    page.get_by_role("button", name="Add a chip of $5.00").click()
    page.get_by_role("button", name="Undo the last change").click()
    expect(page.locator("#stake-2")).to_have_value("30.00")
    page.get_by_role("button", name="Double the bet").click()
    page.click("#deal")
    expect(page.locator(".seat")).to_have_count(2)
    stands(page)

    assert stakes() == {2: 600_000, 4: 20_000}
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#stake-2")).to_have_value("")
    page.get_by_role("button", name="Rebet").click()
    expect(page.locator("#stake-2")).to_have_value("60.00")
    expect(page.locator("#stake-4")).to_have_value("2.00")
    expect(page.locator("#stake-1")).to_have_value("")


@pytest.mark.slow
def test_the_box_that_is_asked_is_said(page: Page, site: Site) -> None:
    page.add_init_script(FIXED_SALT)
    sign_in(page, "atlantic-city")
    type_bet(page, "stake-1", "1")
    type_bet(page, "stake-3", "1")
    page.click("#deal")
    expect(page.locator(".seat")).to_have_count(2)

    expect(page.locator("#status")).to_contain_text("Box 1:")
    expect(page.locator("#status")).to_contain_text("Box 3:")


@pytest.mark.slow
def test_the_slider_and_the_number_of_the_cut_say_the_same(page: Page, site: Site) -> None:
    page.add_init_script(FIXED_SALT)
    sign_in(page, "casino-floor")

    page.click(".bet__cut summary")
    page.fill("#cut", "100")
    expect(page.locator(".bet__cut summary")).to_contain_text("card 100")
    expect(page.locator("#cut-slider")).to_have_value("100")
    page.locator("#cut-slider").press("ArrowRight")
    expect(page.locator("#cut")).to_have_value("101")
    page.click("#deal")
    expect(page.locator("#cut")).to_have_count(0)

    assert Shoe.objects.get(status="dealing").cut == 101


@pytest.mark.slow
def test_enter_in_the_field_of_an_amount_sends_that_action(page: Page, site: Site) -> None:
    page.add_init_script(FIXED_SALT)
    seed = scenes.seed_for(doubles, PRESETS["casino_floor"], (blackjack.Bet(1, 100_000),), CUT)
    sign_in(page, "casino-floor", seed)
    page.fill("#stake-1", "10")
    page.click("#deal")

    page.fill("#amount-double", "0.50")
    wait_for_buttons(page)
    page.locator("#amount-double").press("Enter")
    expect(page.locator("#refusal")).to_contain_text("at this table is $1.00")
    expect(page.locator("#amount-double")).to_be_focused()
    page.fill("#amount-double", "4")
    wait_for_buttons(page)
    page.locator("#amount-double").press("Enter")
    expect(page.locator("#bet")).to_be_visible()

    assert [one.action for one in Round.objects.get().decisions.all()] == ["double:4"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "preset"),
    [("casino-floor", "casino_floor"), ("atlantic-city", "atlantic_city"), ("live", "live")],
)
def test_a_round_without_scripts(page: Page, site: Site, slug: str, preset: str) -> None:
    browser = page.context.browser
    assert browser is not None
    plain = browser.new_context(
        java_script_enabled=False, base_url=site.url, locale="en-GB"
    ).new_page()
    sign_in(plain, slug)
    for field in plain.locator("[data-amount]").all():
        field.fill("2")
    if preset == "casino_floor":
        plain.click(".bet__cut summary")
        plain.fill("#cut", "77")
    plain.fill("input[name=salt_text]", "three little words")
    with plain.expect_navigation():
        plain.click("#deal")
    while plain.locator("#actions").count():
        declines = plain.locator("#action-decline").count()
        with plain.expect_navigation():
            plain.click("#action-decline" if declines else "#action-stand")

    round_ = Round.objects.get()
    assert round_.status == Round.Status.COMPLETED
    assert len(round_.boxes) == PRESETS[preset].seats_per_player
    assert len(Bet.objects.earliest("box").side_bets) == len(PRESETS[preset].side_bets)
    plain.context.close()
