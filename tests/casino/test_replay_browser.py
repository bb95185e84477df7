"""The replay in a browser: links without scripts, arrow keys and autoplay with them, no motion where it is unwanted."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from casino.models import Round
from tests.casino import scenes
from tests.casino.test_hidden_cards import distinct
from tests.fixtures.coming_in import come_in
from tests.fixtures.site import Site

pytestmark = pytest.mark.usefixtures("moving")
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def played() -> Round:
    return scenes.play(scenes.deal(distinct), "hit", "stand")


def at_the_replay(page: Page, round_: Round) -> None:
    round_.player.language = "en"
    round_.player.save(update_fields=["language"])
    come_in(page.context, round_.player)
    page.goto(f"/rounds/{round_.public_id}/replay/")
    expect(page.locator(".replay__now")).to_contain_text("The deal")


def at_a_stopped_replay(page: Page, round_: Round) -> None:
    """Open the replay with a paused clock, so that slow machines miss no step."""
    page.clock.install(time=NOON)
    at_the_replay(page, round_)
    page.clock.pause_at(NOON + timedelta(hours=1))


def test_arrow_keys_and_links_lead_from_step_to_step_and_the_address_follows(page: Page) -> None:
    at_the_replay(page, played())

    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay__now")).to_contain_text("Hit")
    expect(page).to_have_url(re.compile(r"\?step=1$"))
    expect(page.locator("#status")).to_contain_text("Step 1 of")
    page.locator("#replay-next").click()
    expect(page.locator(".replay__now")).to_contain_text("Stand")
    expect(page.locator("#replay-next")).to_be_focused()
    page.locator("[data-step]").last.click()
    expect(page.locator(".replay__now")).to_contain_text("Settlement")
    expect(page.locator("#replay-next")).to_have_attribute("aria-disabled", "true")
    page.go_back()
    expect(page.locator(".replay__now")).to_contain_text("Stand")
    page.go_back()
    expect(page.locator(".replay__now")).to_contain_text("Hit")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".replay__now")).to_contain_text("The deal")


def test_automatic_replay_runs_to_the_settlement_at_the_chosen_speed(page: Page) -> None:
    at_a_stopped_replay(page, played())
    button, now = page.locator("#replay-auto"), page.locator(".replay__now")
    steps = page.locator("[data-step]").count()

    page.get_by_label("Speed").select_option("Fast")
    page.clock.run_for(10_000)
    expect(now).to_contain_text("The deal")  # no autoplay before the button is pressed
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#replay .dealer .is-dealt")).to_have_count(2)
    for number in range(1, steps):
        page.clock.run_for(850)
        expect(now).to_contain_text(f"Step {number} of")
        expect(page.locator("#status")).to_contain_text(f"Step {number} of")
    expect(now).to_contain_text("Settlement")
    expect(button).to_have_text("Play")
    expect(button).to_be_focused()
    expect(page.get_by_label("Speed")).to_have_value("800")


@pytest.mark.slow
def test_automatic_replay_can_be_paused(page: Page) -> None:
    at_a_stopped_replay(page, played())
    button = page.locator("#replay-auto")

    button.click()
    expect(button).to_have_text("Pause")
    expect(page.locator("#replay .dealer .is-dealt")).to_have_count(2)
    page.clock.run_for(1700)
    expect(page.locator(".replay__now")).to_contain_text("Hit")
    button.click()
    expect(button).to_have_text("Play")
    page.clock.run_for(5000)
    expect(page.locator(".replay__now")).to_contain_text("Hit")
    button.click()
    page.clock.run_for(1700)
    expect(page.locator(".replay__now")).to_contain_text("Stand")
    button.click()
    expect(button).to_have_text("Play")


def pressed_play(page: Page) -> list[Route]:
    """Press play and hold back the response with the deal; return the held routes."""
    held: list[Route] = []
    address = "**/replay/?step=0"
    page.route(address, lambda route: held.append(route))  # noqa: PLW0108  a lambda takes the attribute that Playwright sets, a list method does not
    with page.expect_request(address):
        page.locator("#replay-auto").click()
    return held


@pytest.mark.slow
def test_a_step_is_looked_at_from_when_it_is_there_however_long_its_page_takes(page: Page) -> None:
    at_a_stopped_replay(page, played())
    held = pressed_play(page)

    further: list[str] = []
    page.on("request", lambda request: further.append(request.url))
    page.clock.run_for(5000)
    held[0].continue_()
    expect(page.locator("#replay .dealer .is-dealt")).to_have_count(2)
    assert not [address for address in further if "step=1" in address]
    page.clock.run_for(1700)
    expect(page.locator(".replay__now")).to_contain_text("Hit")


@pytest.mark.slow
@pytest.mark.parametrize("is_paused", [False, True], ids=["overtaken", "paused"])
def test_a_step_that_comes_too_late_is_not_shown(page: Page, *, is_paused: bool) -> None:
    at_a_stopped_replay(page, played())
    held = pressed_play(page)

    page.evaluate(BACKS)
    if is_paused:
        page.locator("#replay-auto").click()
    else:
        page.locator("[data-step]").last.click()
        expect(page.locator(".replay__now")).to_contain_text("Settlement")
    with page.expect_request_finished():
        held[0].continue_()
    page.clock.run_for(5000)
    expect(page.locator(".replay__now")).to_contain_text("The deal" if is_paused else "Settlement")
    expect(page.locator("#replay-auto")).to_have_text("Play")
    if is_paused:
        assert turned(page) == []


@pytest.mark.slow
def test_reduced_motion_stops_automatic_replay(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    at_a_stopped_replay(page, played())

    page.clock.run_for(10_000)
    expect(page.locator(".replay__now")).to_contain_text("The deal")
    page.locator("#replay-auto").click()
    expect(page.locator("#status")).to_contain_text("The deal")
    page.clock.run_for(1700)
    expect(page.locator(".replay__now")).to_contain_text("Hit")
    expect(page.locator(":is(.is-dealt, .is-flipped, .is-moved, .is-back)")).to_have_count(0)


BACKS = """() => new MutationObserver((changes) => {
    window.turned ??= [];
    for (const change of changes)
        for (const node of change.addedNodes)
            if (node.matches?.(".is-back")) window.turned.push(node.parentElement.querySelector("[data-card]").dataset.card);
}).observe(document.getElementById("replay"), {childList: true, subtree: true})"""


def turned(page: Page) -> list[str]:
    """Return the cards turned over since the last call, in order."""
    cards: list[str] = page.evaluate(
        "() => { const seen = window.turned ?? []; window.turned = []; return seen; }"
    )
    return cards


@pytest.mark.slow
def test_a_step_turns_over_the_cards_that_it_brings_and_no_others(page: Page) -> None:
    round_ = played()
    facts = round_.result or {}
    hand, dealer = facts["seats"][0]["hands"][0]["cards"], facts["dealer"]["cards"]
    at_the_replay(page, round_)
    page.evaluate(BACKS)

    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay__now")).to_contain_text("Hit")
    assert turned(page) == hand[2:]
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay__now")).to_contain_text("Stand")
    assert turned(page) == []
    for card in dealer[1:]:
        page.keyboard.press("ArrowRight")
        expect(
            page.locator("#replay .dealer [data-card]:not([data-card='??'])").last
        ).to_have_attribute("data-card", card)
        assert turned(page) == [card]
    page.locator("[data-step]").nth(1).click()
    expect(page.locator(".replay__now")).to_contain_text("Hit")
    assert turned(page) == []
    expect(page.locator(".is-back")).to_have_count(0)  # a back is removed once its card is turned


@pytest.mark.slow
def test_automatic_replay_starts_with_the_deal(page: Page) -> None:
    round_ = played()
    facts = round_.result or {}
    hand, up = facts["seats"][0]["hands"][0]["cards"], facts["dealer"]["cards"][0]
    at_a_stopped_replay(page, round_)
    page.evaluate(BACKS)

    page.locator("#replay-auto").click()
    expect(page.locator("#replay .dealer .is-dealt")).to_have_count(2)
    assert turned(page) == [hand[0], up, hand[1]]
    expect(page).to_have_url(re.compile(r"/replay/$"))


@pytest.mark.slow
def test_reduced_motion_turns_no_card(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    at_the_replay(page, played())

    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay__now")).to_contain_text("Hit")
    expect(page.locator(":is(.is-dealt, .is-flipped, .is-moved, .is-back)")).to_have_count(0)


@pytest.mark.slow
def test_without_scripts_each_way_is_a_link(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.url, locale="en-GB", java_script_enabled=False)
    page = context.new_page()
    at_the_replay(page, played())

    expect(page.locator("#replay-auto")).to_be_hidden()
    expect(page.locator("#replay-speed")).to_be_hidden()
    page.locator("#replay-next").click()
    expect(page.locator(".replay__now")).to_contain_text("Hit")
    page.locator("[data-step]").last.click()
    expect(page.locator(".replay__now")).to_contain_text("Settlement")
    context.close()
