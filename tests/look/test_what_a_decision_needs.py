"""Everything that a decision depends on is in sight: the upcard, the active hand, its total and the buttons."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from blackjack.bets import Bet
from blackjack.deal import Deal
from blackjack.presets import PRESETS
from tests.casino import scenes
from tests.casino.sitting_down import sign_in
from tests.exhaustive import slow_but
from tests.fixtures.site import Site
from tests.look.test_dealing import decide
from tests.look.test_felt_of_every_table import play_on
from tests.look.test_table_at_a_glance import deal, fill_all, split_to_four
from tests.look.test_table_by_hand import FIXED_SALT

SIZES: list[ViewportSize] = [
    {"width": 1280, "height": 600},
    {"width": 320, "height": 568},
    {"width": 1366, "height": 650},
    {"width": 360, "height": 740},
    {"width": 768, "height": 1024},
    {"width": 1024, "height": 600},
    {"width": 1280, "height": 800},
    {"width": 1920, "height": 1080},
]
ALL_STAKED = "7" * 64  # no box is decided by the deal
# What the window cuts off or another element covers; of a card, only the left edge with rank and
# suit counts.
UNSEEN = """() => {
    const hand = document.querySelector(".hand--active");
    const upcard = document.querySelector(".dealer .card");
    const cards = [upcard, ...hand.querySelectorAll(".card")];
    const others = [hand.querySelector(".total"), ...document.querySelectorAll("#actions .action")];
    const name = (one) => one.dataset.card ?? one.textContent.trim();
    const unseen = (one, points) => points.some(([x, y]) => !one.contains(document.elementFromPoint(x, y)));
    return [
        ...cards.filter((one) => {
            const box = one.getBoundingClientRect();
            return unseen(one, [[box.left + 3, box.top + 4], [box.left + 3, box.bottom - 4]]);
        }),
        ...others.filter((one) => {
            const box = one.getBoundingClientRect();
            const middle = box.left + box.width / 2;
            return unseen(one, [[middle, box.top + 3], [middle, box.bottom - 3]]);
        }),
    ].map(name);
}"""


@pytest.fixture
def calm(browser: Browser, site: Site) -> Iterator[Page]:
    """Return a page without motion and with a fixed salt."""
    context = browser.new_context(base_url=site.url, locale="es")
    page = context.new_page()
    page.add_init_script(FIXED_SALT)
    yield page
    context.close()


def unseen_anywhere(page: Page) -> list[str]:
    """Return what is out of sight after a reload at this decision, at every size."""
    found: list[str] = []
    for size in SIZES:
        page.set_viewport_size(size)
        page.reload()
        expect(page.locator("#actions")).to_be_visible()
        page.wait_for_load_state()
        found += [f"{one} at {size}" for one in page.evaluate(UNSEEN)]
    return found


def known(size: ViewportSize) -> bool:
    return size == SIZES[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "size", slow_but(SIZES, known), ids=lambda size: "{width}x{height}".format(**size)
)
@pytest.mark.parametrize("slug", ["casino-floor", "atlantic-city"])
def test_all_that_a_decision_of_many_boxes_needs_is_seen(
    calm: Page, slug: str, size: ViewportSize
) -> None:
    calm.set_viewport_size(size)
    sign_in(calm, slug, ALL_STAKED, language="es")
    fill_all(calm, "2")
    calm.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    calm.click("#deal")
    expect(calm.locator("#actions")).to_be_visible()
    seen: list[str] = []
    while calm.locator("#actions").count():
        seen += calm.evaluate(UNSEEN)
        play_on(calm)
    assert seen == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "size", [SIZES[0], SIZES[2]], ids=lambda size: "{width}x{height}".format(**size)
)
def test_all_that_an_insurance_of_seven_boxes_needs_is_seen(calm: Page, size: ViewportSize) -> None:
    """The insurance amount field must be in sight too."""
    stakes = tuple(Bet(box, 20_000) for box in range(1, 8))
    seed = scenes.seed_for(asked_for_insurance, PRESETS["casino_floor"], stakes, cut=208)
    calm.set_viewport_size(size)
    sign_in(calm, "casino-floor", seed, language="es")
    fill_all(calm, "2")
    calm.click("#deal")
    expect(calm.locator("#action-insure")).to_be_visible()
    assert calm.evaluate(UNSEEN) == []
    assert unseen_fields(calm) == []


def asked_for_insurance(deal: Deal) -> bool:
    return "insure" in deal.legal_actions


def unseen_fields(page: Page) -> list[str]:
    """Return the names of a decision's amount fields that are cut off or covered."""
    return list(
        page.evaluate(
            """() => [...document.querySelectorAll(".action-amount input:not([type=hidden])")].filter((one) => {
                const box = one.getBoundingClientRect();
                const middle = box.left + box.width / 2;
                return [box.top + 3, box.bottom - 3].some((y) => !one.contains(document.elementFromPoint(middle, y)));
            }).map((one) => one.name)"""
        )
    )


@pytest.mark.slow
def test_all_that_a_decision_of_four_hands_needs_is_seen_at_every_size(calm: Page) -> None:
    sign_in(calm, "ligalo", scenes.seed_for(split_to_four), language="es")
    deal(calm)
    for split in range(4):
        assert unseen_anywhere(calm) == []
        decide(calm, "split" if split < 3 else "stand")
