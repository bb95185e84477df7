"""Card animations (dealt one by one from the shoe in order, flipped in place) and the display of results."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.casino import scenes
from tests.casino.sitting_down import bet_names, sign_in, type_bet
from tests.casino.test_chip_piles import ends
from tests.fixtures.site import Site
from tests.look.test_table_by_hand import FIXED_SALT

HELD = """document.addEventListener("htmx:afterSwap", () => setTimeout(() => {
    document.getAnimations().forEach((one) => one.pause());
}, 0));"""
MOVES = """() => [...document.querySelectorAll("[data-hand] > li")].map((item) => [
    item.parentElement.dataset.hand, Number(item.style.getPropertyValue("--turn") || -1), item.className,
])"""
FROM = """() => [...document.querySelectorAll(".is-dealt")].map((item) => {
    const shoe = document.querySelector(".shoe").getBoundingClientRect();
    const animation = item.getAnimations()[0];
    animation.currentTime = animation.effect.getComputedTiming().delay;
    const box = item.querySelector(".card").getBoundingClientRect();
    return Math.hypot(box.x - shoe.x, box.y - shoe.y);
})"""
LOWEST = "Math.max(...[...document.querySelectorAll('.outcome')].map((one) => one.getBoundingClientRect().bottom))"
BUTTONS = "document.querySelector('.tray').getBoundingClientRect().top"
BOTH = "is-dealt is-flipped"


@pytest.fixture
def table(browser: Browser, site: Site) -> Iterator[Page]:
    """Return a page on which every animation is held at its start."""
    context = browser.new_context(base_url=site.url, locale="en-GB", reduced_motion="no-preference")
    page = context.new_page()
    page.add_init_script(FIXED_SALT + HELD)
    yield page
    context.close()


def done(page: Page) -> None:
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    expect(page.locator(".is-back")).to_have_count(0)


def decide(page: Page, verb: str) -> None:
    done(page)  # the buttons are inert until the cards have landed
    step = page.locator("#actions input[name=step]").get_attribute("value")
    page.click(f"#action-{verb}")
    expect(page.locator(f"#actions input[name=step][value='{step}']")).to_have_count(0)


@pytest.mark.slow
def test_cards_come_one_by_one_from_the_shoe_in_the_order_of_the_deal(table: Page) -> None:
    sign_in(table, "ligalo", scenes.seed_for(scenes.pair))
    table.click("#deal")
    expect(table.locator("#actions")).to_be_visible()

    assert table.evaluate(MOVES) == [
        ["dealer", 1, BOTH],
        ["dealer", 3, "is-dealt"],  # face down: dealt, but not flipped
        ["1-1", 0, BOTH],
        ["1-1", 2, BOTH],
    ]
    assert table.locator(".is-back").count() == 3
    assert max(table.evaluate(FROM)) < 40
    done(table)

    decide(table, "split")
    assert table.evaluate(MOVES) == [
        ["dealer", -1, ""],
        ["dealer", -1, ""],
        ["1-1", -1, "is-moved"],
        ["1-1", 0, BOTH],
        ["1-2", -1, "is-moved"],  # the second card of the pair moves to its own hand
        ["1-2", 1, BOTH],
    ]
    done(table)

    while table.locator("#actions").count():
        decide(table, "stand")
    moves = [move for move in table.evaluate(MOVES) if move[0] == "dealer"]
    assert moves[1][1:] == [0, "is-flipped"] or moves[1][1:] == [0, "is-flipped is-moved"]
    assert [move[1] for move in moves[1:]] == [*range(len(moves) - 1)]
    assert table.locator(".dealer__total").get_attribute("class") == "total dealer__total is-told"
    # the hands' totals are known already and do not reappear
    assert table.locator(".hand .is-told").count() == 0
    done(table)


@pytest.mark.slow
def test_on_a_phone_all_five_results_are_seen_over_the_buttons(table: Page) -> None:
    table.set_viewport_size({"width": 360, "height": 740})
    sign_in(table, "atlantic-city", "7" * 64, language="es")
    for name in bet_names(table):
        type_bet(table, name, "150")
    table.click("#deal")
    expect(table.locator("#actions")).to_be_visible()
    decide(table, "split")
    while table.locator("#actions").count():
        decide(table, "stand")
    done(table)
    assert table.locator(".outcome").count() == 6
    table.evaluate("window.scrollTo(0, 0)")
    assert table.evaluate(LOWEST) <= table.evaluate(BUTTONS)


@pytest.mark.slow
@pytest.mark.parametrize("outcome", ["win", "lose", "push"])
def test_a_result_is_a_mark_a_word_and_an_amount(table: Page, outcome: str) -> None:
    sign_in(table, "ligalo", scenes.seed_for(ends(outcome)))
    table.fill("#stake-1", "10")
    table.click("#deal")
    expect(table.locator("#actions")).to_be_visible()
    decide(table, "stand")
    told = {
        "win": "won +$10.00",
        "lose": "lost \N{MINUS SIGN}$10.00",
        "push": "push $0.00",
    }[outcome]
    result = table.locator(".hand .outcome")
    expect(result).to_have_text(told, use_inner_text=False)
    drawn = re.compile(rf"icons\.\w+\.svg#{outcome}$")
    expect(result.locator("use")).to_have_attribute("href", drawn)
    expect(table.locator(".result use")).to_have_attribute("href", drawn)
    expect(table.locator(".pile--won")).to_have_count(1 if outcome == "win" else 0)
