"""Bet circles of a table: one per bet, fixed in every phase, selected by finger, arrow or number, and edited."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from casino.models import Bet, Round
from tests.casino import scenes
from tests.casino.sitting_down import bet_names, choose_bet, sign_in, type_bet
from tests.fixtures.site import Site
from tests.look.test_felt_of_every_table import OUTSIDE, play_on
from tests.look.test_table_at_a_glance import fill_all
from tests.look.test_table_by_hand import FIXED_SALT
from tests.look.test_what_a_decision_needs import UNSEEN
from tests.waiting import wait_for_buttons

SIZES: list[ViewportSize] = [
    {"width": 320, "height": 568},
    {"width": 360, "height": 740},
    {"width": 768, "height": 1024},
    {"width": 1280, "height": 800},
    {"width": 1920, "height": 1080},
]
LOW: list[ViewportSize] = [{"width": 390, "height": 640}, {"width": 320, "height": 568}]
LOWEST = """() => ({
    circle: Math.max(...[...document.querySelectorAll(".spot")].map((one) => one.getBoundingClientRect().bottom)),
    chips: document.querySelector(".tray").getBoundingClientRect().top,
})"""
UNASKED = "7" * 64  # no box is decided by the deal, none is a pair
CIRCLES = """() => {
    const felt = document.querySelector(".felt").getBoundingClientRect();
    return [...document.querySelectorAll(".box__place")].map((place) => {
        const box = (place.querySelector(".hand .circle") ?? place.querySelector(".circle")).getBoundingClientRect();
        return [box.left + box.width / 2 - felt.left, box.top + box.height / 2 - felt.top].map(Math.round);
    });
}"""


@pytest.fixture
def calm(browser: Browser, site: Site) -> Iterator[Page]:
    """Return a page without motion and with a fixed salt."""
    context = browser.new_context(base_url=site.url, locale="en-GB")
    page = context.new_page()
    page.add_init_script(FIXED_SALT)
    yield page
    context.close()


def circles(page: Page) -> list[list[int]]:
    """Return the centre of each box's circle, relative to the felt."""
    found: list[list[int]] = page.evaluate(CIRCLES)
    return found


def apart(one: list[list[int]], other: list[list[int]], axes: int = 2) -> int:
    """Return the largest shift of any circle along either axis (or the first), in pixels."""
    return max(
        abs(a - b)
        for first, second in zip(one, other, strict=True)
        for a, b in list(zip(first, second, strict=True))[:axes]
    )


def is_low(size: ViewportSize) -> bool:
    """Return whether css/components/places.css lowers the felt while betting."""
    return size["width"] < 768 and size["height"] < 736


def without_new_money(page: Page) -> None:
    while page.locator("#actions").count():
        play_on(page, ("decline", "stand"))
    wait_for_buttons(page)


def deal(page: Page) -> None:
    page.click("#deal")
    expect(page.locator("#actions")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "{width}x{height}".format(**size))
def test_seven_circles_stay_where_they_are_with_dealer_and_hand_in_sight(
    calm: Page, size: ViewportSize
) -> None:
    calm.set_viewport_size(size)
    sign_in(calm, "casino-floor", UNASKED, language="es")
    fill_all(calm, "2")
    betting = circles(calm)
    assert len(betting) == 7
    assert calm.evaluate(OUTSIDE) == []
    axes = (
        1 if is_low(size) else 2
    )  # a low phone has no room above the circles until there are cards
    deal(calm)
    assert apart(betting, circles(calm), axes) <= 3
    assert calm.evaluate(OUTSIDE) == []
    while calm.locator("#actions").count():
        assert calm.evaluate(UNSEEN) == []
        play_on(calm, ("decline", "stand"))
    wait_for_buttons(calm)
    assert apart(betting, circles(calm), axes) <= 3
    assert calm.evaluate(OUTSIDE) == []
    assert calm.evaluate("document.documentElement.scrollWidth") <= size["width"]
    expect(calm.locator(".dealer .card").first).to_be_in_viewport(ratio=0.9)
    expect(calm.locator("#deal")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", LOW, ids=lambda size: "{width}x{height}".format(**size))
def test_a_low_phone_shows_every_circle_above_the_chips(calm: Page, size: ViewportSize) -> None:
    calm.set_viewport_size(size)
    sign_in(calm, "casino-floor", UNASKED, language="es")
    fill_all(calm, "2")
    lowest = calm.evaluate(LOWEST)
    assert 0 < lowest["circle"] <= lowest["chips"]


def test_a_circle_is_chosen_by_arrow_and_number_and_only_its_field_is_there(calm: Page) -> None:
    sign_in(calm, "atlantic-city")
    radios = calm.get_by_role("group", name="Boxes").get_by_role("radio")
    expect(radios).to_have_count(5)
    expect(radios.first).to_be_checked()
    radios.first.focus()
    calm.keyboard.press("ArrowRight")
    expect(radios.nth(1)).to_be_checked()
    expect(calm.locator("[data-amount]:visible")).to_have_count(1)
    expect(calm.locator("#stake-2")).to_be_visible()

    calm.keyboard.press("4")
    expect(radios.nth(3)).to_be_checked()
    expect(calm.locator("#status")).to_contain_text("Box 4: $1.00")
    calm.get_by_role("button", name="Add a chip of $25.00").click()
    expect(calm.get_by_role("radio", name="Chips: Box 4 25.00")).to_be_checked()
    calm.fill("#stake-4", "12")
    expect(calm.locator("[data-spot='stake-4'] .circle__amount")).to_have_text("12.00")
    calm.locator("#stake-4").press("2")  # in a field, a digit is part of the amount
    expect(calm.locator("#stake-4")).to_be_visible()


def test_each_change_of_the_bets_can_be_undone(calm: Page) -> None:
    sign_in(calm, "atlantic-city")
    undo = calm.get_by_role("button", name="Undo the last change")
    expect(undo).to_have_attribute("aria-disabled", "true")
    calm.get_by_role("button", name="Add a chip of $5.00").click()
    choose_bet(calm, "stake-3")
    calm.get_by_role("button", name="Add a chip of $25.00").click()
    calm.locator("#stake-3").press("End")
    calm.keyboard.type("0")
    calm.get_by_role("button", name="Clear").click()
    expect(calm.locator("#stake-1")).to_have_value("")
    seen = []
    for _ in range(4):
        undo.click()
        seen.append([calm.locator(f"#stake-{box}").input_value() for box in (1, 3)])
    assert seen == [["6.00", "25.000"], ["6.00", "25.00"], ["6.00", ""], ["1.00", ""]]
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.click(force=True)
    assert calm.locator("#stake-1").input_value() == "1.00"


def test_a_result_lies_on_its_circles_until_the_next_chip_and_one_press_bets_it_again(
    calm: Page,
) -> None:
    sign_in(calm, "atlantic-city", UNASKED)
    for name in ("stake-2", "stake-4"):
        type_bet(calm, name, "5")
    type_bet(calm, "stake-1", "")
    deal(calm)
    without_new_money(calm)
    again = calm.get_by_role("button", name="Rebet & deal")
    expect(again).to_be_visible()
    choose_bet(calm, "stake-4")
    expect(calm.locator(".seat .outcome").first).to_be_visible()

    calm.get_by_role("button", name="Add a chip of $5.00").click()
    expect(calm.locator(".seat .outcome").first).to_be_hidden()
    expect(calm.get_by_role("radio", name="Chips: Box 4 10.00")).to_be_checked()
    expect(again).to_have_count(0)
    calm.get_by_role("button", name="Undo the last change").click()
    expect(calm.locator(".seat .outcome").first).to_be_visible()

    first = Round.objects.latest("pk")
    again.click()
    expect(
        calm.locator(f"#table[data-round]:not([data-round='{first.public_id}'])")
    ).to_be_visible()
    bets = Bet.objects.filter(round=Round.objects.latest("pk")).values_list("box", "stake")
    assert dict(bets) == {2: 50_000, 4: 50_000}


def test_a_refused_bet_after_a_round_lies_on_its_circles_as_it_was_typed(calm: Page) -> None:
    sign_in(calm, "atlantic-city", UNASKED)
    deal(calm)
    without_new_money(calm)
    type_bet(calm, "stake-2", "9999")
    calm.click("#deal")
    expect(calm.locator("#refusal")).to_be_visible()
    expect(calm.locator("[data-spot='stake-2'] .circle__amount")).to_have_text("9,999.00")
    expect(calm.locator("[data-spot='stake-1'] .circle__amount")).to_be_visible()
    expect(calm.locator(".seat .outcome").first).to_be_hidden()


@pytest.mark.slow
def test_side_bets_are_circles_beside_their_box(calm: Page) -> None:
    calm.set_viewport_size(SIZES[1])
    sign_in(calm, "live", scenes.seed_for(scenes.ordinary))
    names = bet_names(calm)
    assert len(names) == 5
    for name in names[1:]:
        choose_bet(calm, name)
        calm.get_by_role("button", name="Add a chip of $2.00").click()
        expect(calm.locator(f".sides [data-spot='{name}'] .circle__amount")).to_have_text("2.00")
    assert calm.evaluate(OUTSIDE) == []
    deal(calm)
    expect(calm.locator(".sides .circle")).to_have_count(4)
    without_new_money(calm)
    expect(calm.locator(".sides .outcome")).to_have_count(4)
    assert calm.evaluate(OUTSIDE) == []
