"""A second tap where Deal was, at any moment and any width: nothing is surrendered, doubled or split by it."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from casino.models import Decision
from tests.casino import scenes
from tests.casino.sent import sent
from tests.casino.sitting_down import sign_in
from tests.fixtures.site import Site
from tests.look.test_dealing import HELD, done
from tests.look.test_table_at_a_glance import deal, split_to_four
from tests.look.test_table_by_hand import FIXED_SALT
from tests.waiting import wait_until

SIZES: list[ViewportSize] = [
    {"width": 360, "height": 740},
    {"width": 320, "height": 568},
    {"width": 768, "height": 1024},
    {"width": 1280, "height": 800},
]
WIDTHS = (320, 344, 390, 412, 479, 480, 600, 767, 768, 900, 1024, 1087, 1088, 1366, 1600, 1920)
HEIGHTS = {320: 568, 1024: 600, 1366: 650, 1600: 900, 1920: 1080}  # 740 elsewhere
THUMB = 44  # pixels
BOX = """(place) => { const box = document.querySelector(place).getBoundingClientRect();
    return { left: box.left, right: box.right, top: box.top, bottom: box.bottom }; }"""
# How far each of these buttons is from a box, and where it is itself.
FAR = """(was) => [...document.querySelectorAll("#actions .action")].map((one) => {
    const box = one.getBoundingClientRect();
    const x = Math.max(0, box.left - was.right, was.left - box.right);
    const y = Math.max(0, box.top - was.bottom, was.top - box.bottom);
    return [one.value, Math.hypot(x, y)];
})"""
AWAKE = "() => document.querySelector('#action-hit:enabled') !== null"
# When the hand can be played on after the first split: whether it can be split again.
SPLIT_AGAIN = """() => document.querySelector("#actions input[name=step][value='1']") && document.querySelector("#action-hit:enabled")
    ? { disabled: document.querySelector("#action-split").disabled } : null"""
SAFE = {"hit", "stand", "decline"}


@pytest.fixture(params=SIZES, ids=lambda size: "{width}x{height}".format(**size))
def touched(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Page]:
    """A page under a finger, on which cards move."""
    context = browser.new_context(
        base_url=site.url, locale="es", viewport=request.param, has_touch=True
    )
    page = context.new_page()
    page.add_init_script(FIXED_SALT)
    yield page
    context.close()


@pytest.fixture
def calm(browser: Browser, site: Site) -> Iterator[Page]:
    """A page on which nothing moves."""
    context = browser.new_context(base_url=site.url, locale="es", reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script(FIXED_SALT)
    yield page
    context.close()


@pytest.fixture
def held(browser: Browser, site: Site) -> Iterator[Page]:
    """A page on which all motion stands still before it begins."""
    context = browser.new_context(base_url=site.url, locale="es")
    page = context.new_page()
    page.add_init_script(FIXED_SALT + HELD)
    yield page
    context.close()


def place_on(page: Page, button: str, part: float) -> tuple[float, float]:
    box = page.evaluate(BOX, button)
    return box["left"] + part * (box["right"] - box["left"]), (box["top"] + box["bottom"]) / 2


@pytest.mark.parametrize("part", [0.3, 0.7])
def test_taps_go_on_where_deal_was(touched: Page, part: float) -> None:
    """From the first tap until the decisions can be pressed, and once more then."""
    sign_in(touched, "ligalo", scenes.seed_for(scenes.ordinary), language="es")
    posts = sent(touched)
    spot = place_on(touched, "#deal", part)
    touched.touchscreen.tap(*spot)
    wait_until(
        lambda: touched.evaluate(AWAKE) or len(posts) > 1,
        "no decision can be pressed",
        meanwhile=lambda: touched.touchscreen.tap(*spot),
    )
    touched.touchscreen.tap(*spot)
    expect(touched.locator("#actions input[name=step][value='0']")).to_have_count(0)
    assert posts[0] == "bet"
    assert set(posts[1:]) <= SAFE
    assert not Decision.objects.exclude(action__in=SAFE).exists()


def at_every_width(page: Page, script: str, *arguments: object) -> dict[int, Any]:
    """What a script finds at each width; each argument is one for all widths, or what was found at each."""
    found: dict[int, Any] = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHTS.get(width, 740)})
        page.evaluate("scrollTo(0, 0)")
        given = [one[width] if isinstance(one, dict) else one for one in arguments]
        found[width] = page.evaluate(script, *given)
    return found


def under_a_thumb(page: Page, was: dict[int, Any], near: float) -> list[str]:
    """The buttons that must not lie so near to what was pressed, and do."""
    return [
        f"{verb} at {width}: {pixels:.0f} pixels"
        for width, buttons in at_every_width(page, FAR, was).items()
        for verb, pixels in buttons
        if verb not in SAFE and pixels < near
    ]


@pytest.mark.parametrize(
    "dealt", [scenes.ordinary, scenes.pair, scenes.ace_up], ids=lambda one: one.__name__
)
def test_nothing_irreversible_lies_within_a_thumb_of_deal_at_any_width(
    calm: Page, dealt: scenes.Wanted
) -> None:
    sign_in(calm, "ligalo", scenes.seed_for(dealt), language="es")
    was = at_every_width(calm, BOX, "#deal")
    calm.click("#deal")
    expect(calm.locator("#actions")).to_be_visible()
    assert under_a_thumb(calm, was, THUMB) == []


def test_decisions_are_inert_until_the_players_cards_have_landed(held: Page) -> None:
    sign_in(held, "ligalo", scenes.seed_for(scenes.ordinary), language="es")
    posts = sent(held)
    held.click("#deal")
    expect(held.locator("#actions")).to_be_visible()
    for verb in ("hit", "stand", "double", "surrender"):
        expect(held.locator(f"#action-{verb}")).to_be_disabled()
    held.keyboard.press("s")
    held.keyboard.press("r")
    done(held)
    held.click("#action-stand")
    expect(held.locator("#bet")).to_be_visible()
    assert posts == ["bet", "stand"]


def test_a_second_split_waits_where_the_first_was_just_pressed(calm: Page) -> None:
    sign_in(calm, "ligalo", scenes.seed_for(split_to_four), language="es")
    deal(calm)
    calm.click("#action-split")
    found = calm.wait_for_function(SPLIT_AGAIN)
    assert found.json_value() == {"disabled": True}
    expect(calm.locator("#action-split")).to_be_enabled()
