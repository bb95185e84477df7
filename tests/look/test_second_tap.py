"""A second tap where Deal was, at any moment and width, never surrenders, doubles or splits."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, ViewportSize, expect

from accounts.models.users import User
from blackjack.presets import PRESETS
from casino.models import Decision
from tables.models import Table
from tests.casino import scenes
from tests.casino.sent import sent
from tests.casino.sitting_down import sign_in
from tests.exhaustive import slow_but_every
from tests.fixtures.site import Site
from tests.look.test_dealing import HELD, done
from tests.look.test_felt_of_every_table import play_on
from tests.look.test_table_at_a_glance import deal, fill_all, split_to_four
from tests.look.test_table_by_hand import FIXED_SALT
from tests.look.test_what_a_decision_needs import ALL_STAKED
from tests.tables.house import with_mathematics
from tests.waiting import wait_for_buttons, wait_until

SIZES: list[ViewportSize] = [
    {"width": 360, "height": 740},
    {"width": 320, "height": 568},
    {"width": 768, "height": 1024},
    {"width": 1280, "height": 800},
]
WIDTHS = (
    *(320, 344, 390, 412, 479, 480, 568, 600, 667, 767, 768, 844),
    *(900, 1024, 1087, 1088, 1366, 1600, 1920),
)
# 740 for all other widths; 568, 667 and 844 are phones in landscape.
HEIGHTS = {320: 568, 568: 320, 667: 375, 844: 390, 1024: 600, 1366: 650, 1600: 900, 1920: 1080}
THUMB = 44  # minimum distance in pixels
BOX = """(place) => { const box = document.querySelector(place).getBoundingClientRect();
    return { left: box.left, right: box.right, top: box.top, bottom: box.bottom }; }"""
# Each action button with its distance from a box, in pixels.
FAR = """(was) => [...document.querySelectorAll("#actions .action")].map((one) => {
    const box = one.getBoundingClientRect();
    const x = Math.max(0, box.left - was.right, was.left - box.right);
    const y = Math.max(0, box.top - was.bottom, was.top - box.bottom);
    return [one.value, Math.hypot(x, y)];
})"""
AWAKE = "() => document.querySelector('#action-hit:enabled') !== null"
# Whether the hand can be split again, once it can be played after the first split.
SPLIT_AGAIN = """() => document.querySelector("#actions input[name=step][value='1']") && document.querySelector("#action-hit:enabled")
    ? { disabled: document.querySelector("#action-split").disabled } : null"""
# Taps a spot in the first frame that shows a step, independent of how soon this process notices.
TAP_IN_FIRST_FRAME = """([x, y, step]) => {
    const tap = () => document.querySelector(`#actions input[name=step][value='${step}']`)
        ? (window.tapped = document.elementFromPoint(x, y), window.tapped.click()) : requestAnimationFrame(tap);
    requestAnimationFrame(tap);
}"""
SAFE = {"hit", "stand", "decline"}


@pytest.fixture(
    params=slow_but_every(len(SIZES), SIZES), ids=lambda size: "{width}x{height}".format(**size)
)
def touched(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Page]:
    """Return a page with touch and card animations, at one of the sizes."""
    context = browser.new_context(
        base_url=site.url,
        locale="es",
        viewport=request.param,
        has_touch=True,
        reduced_motion="no-preference",
    )
    page = context.new_page()
    page.add_init_script(FIXED_SALT)
    yield page
    context.close()


@pytest.fixture
def calm(browser: Browser, site: Site) -> Iterator[Page]:
    """Return a page without motion and with a fixed salt."""
    context = browser.new_context(base_url=site.url, locale="es")
    page = context.new_page()
    page.add_init_script(FIXED_SALT)
    yield page
    context.close()


@pytest.fixture
def held(browser: Browser, site: Site) -> Iterator[Page]:
    """Return a page on which every animation is held at its start."""
    context = browser.new_context(base_url=site.url, locale="es", reduced_motion="no-preference")
    page = context.new_page()
    page.add_init_script(FIXED_SALT + HELD)
    yield page
    context.close()


def place_on(page: Page, button: str, part: float) -> tuple[float, float]:
    box = page.evaluate(BOX, button)
    return box["left"] + part * (box["right"] - box["left"]), (box["top"] + box["bottom"]) / 2


@pytest.mark.parametrize("part", slow_but_every(2, [0.7, 0.3]))
def test_taps_go_on_where_deal_was(touched: Page, part: float) -> None:
    """Taps from the deal until the decisions are enabled, and one more afterwards."""
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
    """Return the result of a script at each width; a dict argument is passed its value for that width."""
    found: dict[int, Any] = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHTS.get(width, 740)})
        page.evaluate("scrollTo(0, 0)")
        given = [one[width] if isinstance(one, dict) else one for one in arguments]
        found[width] = page.evaluate(script, *given)
    return found


def under_a_thumb(page: Page, was: dict[int, Any], near: float) -> list[str]:
    """Return the unsafe buttons closer than `near` pixels to the box that was pressed."""
    return [
        f"{verb} at {width}: {pixels:.0f} pixels"
        for width, buttons in at_every_width(page, FAR, was).items()
        for verb, pixels in buttons
        if verb not in SAFE and pixels < near
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    "dealt",
    [scenes.pair, scenes.ordinary, scenes.ace_up],
    ids=lambda one: one.__name__,
)
def test_nothing_irreversible_lies_within_a_thumb_of_deal_at_any_width(
    calm: Page, dealt: scenes.Wanted
) -> None:
    sign_in(calm, "ligalo", scenes.seed_for(dealt), language="es")
    was = at_every_width(calm, BOX, "#deal")
    calm.click("#deal")
    expect(calm.locator("#actions")).to_be_visible()
    assert under_a_thumb(calm, was, THUMB) == []


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["casino-floor", "live"])
def test_the_same_at_tables_of_many_boxes_side_bets_and_doubles_for_less(
    calm: Page, slug: str
) -> None:
    """Casino Floor has seven boxes, insurance and doubles for less."""
    sign_in(calm, slug, ALL_STAKED, language="es")
    fill_all(calm, "2")
    was = at_every_width(calm, BOX, "#deal")
    calm.click("#deal")
    expect(calm.locator("#actions")).to_be_visible()
    for _ in range(3):
        if not calm.locator("#actions").count():
            break
        assert under_a_thumb(calm, was, THUMB) == []
        play_on(calm)


@pytest.mark.slow
def test_the_same_where_the_chart_was_asked(calm: Page) -> None:
    sign_in(calm, "ligalo", scenes.seed_for(scenes.pair), language="es")
    Table.objects.update(hints=True)
    with_mathematics(PRESETS["ligalo"])
    calm.reload()
    was = at_every_width(calm, BOX, "#deal")
    calm.click("#deal")
    expect(calm.locator("#ask-chart")).to_be_visible()
    assert under_a_thumb(calm, was, THUMB) == []


# Observes mutations instead of frames: a busy machine draws few frames and would show the first too
# late.
WATCH = """(place) => {
    window.seen = {};
    const look = () => {
        const button = document.querySelector(place);
        if (button?.disabled && !seen.came) seen.came = seen.swap ?? performance.now();
        if (button?.disabled === false && seen.came && !seen.awake) seen.awake = performance.now();
    };
    // The page starts its timer within the swap, before observers run.
    document.addEventListener("htmx:beforeSwap", () => { seen.swap = performance.now(); });
    new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true });
}"""


def inert_for(page: Page) -> float:
    """Return for how many milliseconds the element watched by `WATCH` was visible but disabled."""
    found = page.wait_for_function(
        "() => window.seen.awake && window.seen.awake - window.seen.came"
    )
    return float(found.json_value())


def test_deal_waits_where_the_last_decision_was_just_pressed(calm: Page) -> None:
    """A second tap on Stand must not bet again."""
    sign_in(calm, "ligalo", scenes.seed_for(scenes.ordinary), language="es")
    posts = sent(calm)
    deal(calm)
    expect(calm.locator("#action-stand")).to_be_enabled()
    spot = place_on(calm, "#action-stand", 0.5)
    calm.evaluate(WATCH, "#deal")
    calm.mouse.dblclick(*spot)
    assert inert_for(calm) > 1400
    assert posts == ["bet", "stand"]


def test_a_reality_check_is_not_answered_by_a_second_tap_on_stand(calm: Page) -> None:
    """Leave appears where Stand was."""
    calm.set_viewport_size({"width": 360, "height": 740})
    sign_in(calm, "ligalo", scenes.seed_for(scenes.ordinary), language="es")
    deal(calm)
    User.objects.filter(is_staff=False).update(
        session_began=timezone.now() - timedelta(hours=5), reality_checked_at=None
    )
    expect(calm.locator("#action-stand")).to_be_enabled()
    calm.evaluate(WATCH, "#reality button[value=leave]")
    posts = sent(calm)
    calm.mouse.dblclick(*place_on(calm, "#action-stand", 0.5))
    assert inert_for(calm) > 1400
    assert posts == ["stand"]


def test_the_next_hand_is_not_stood_on_by_a_second_tap(calm: Page) -> None:
    sign_in(calm, "ligalo", scenes.seed_for(split_to_four), language="es")
    posts = sent(calm)
    deal(calm)
    calm.click("#action-split")
    expect(calm.locator("#actions input[name=step][value='1']")).to_have_count(1)
    expect(calm.locator("#action-stand")).to_be_enabled()
    spot = place_on(calm, "#action-stand", 0.5)
    calm.evaluate(TAP_IN_FIRST_FRAME, [*spot, 2])
    calm.mouse.dblclick(*spot)
    calm.wait_for_function("() => window.tapped")
    expect(calm.locator("#action-stand")).to_be_enabled()
    assert posts == ["bet", "split", "stand"]


@pytest.mark.slow
def test_a_second_double_waits_where_the_first_was_just_pressed(calm: Page) -> None:
    """The first tap doubles the first box; the second box then asks in the same place."""
    sign_in(calm, "casino-floor", ALL_STAKED, language="es")
    fill_all(calm, "2")
    calm.click("#deal")
    while not calm.locator("#action-double:not([aria-describedby])").count():
        play_on(calm)
    expect(calm.locator("#action-double")).to_be_enabled()
    step = calm.locator("#actions input[name=step]").get_attribute("value")
    posts = sent(calm)
    spot = place_on(calm, "#action-double", 0.5)
    calm.mouse.dblclick(*spot)
    expect(calm.locator(f"#actions input[name=step][value='{step}']")).to_have_count(0)
    calm.mouse.click(*spot)
    wait_for_buttons(calm)
    assert posts == ["double"]


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


@pytest.mark.slow
def test_a_second_split_waits_where_the_first_was_just_pressed(calm: Page) -> None:
    sign_in(calm, "ligalo", scenes.seed_for(split_to_four), language="es")
    deal(calm)
    calm.click("#action-split")
    found = calm.wait_for_function(SPLIT_AGAIN)
    assert found.json_value() == {"disabled": True}
    expect(calm.locator("#action-split")).to_be_enabled()
