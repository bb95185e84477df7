"""A player's history in a browser, in Spanish: no horizontal overflow, no serious axe fault."""

import pytest
from playwright.sync_api import Browser, Page, expect

from casino.models import Round
from casino.play.services.betting import place_bet
from casino.values.boxes import BoxInput
from tests.casino import scenes
from tests.casino.test_hidden_cards import distinct
from tests.fixtures.axe import serious_faults
from tests.fixtures.coming_in import come_in
from tests.fixtures.looking import too_wide
from tests.fixtures.site import Site


def played() -> Round:
    """Play 13 rounds as Ana and return the first; its first decision is a hit."""
    player, table = scenes.new_player(), scenes.table_of("ligalo", hints=True)
    participant = scenes.sit(player, table, scenes.seed_for(distinct))
    first = scenes.play(place_bet(player, table, scenes.bet_request(participant)), "hit")
    scenes.play_out(first)
    for _ in range(12):
        scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))
    return first


@pytest.mark.slow
@pytest.mark.empty
def test_no_page_of_history_has_a_serious_fault_or_is_too_wide(
    browser: Browser, site: Site
) -> None:
    context = browser.new_context(base_url=site.url, locale="es-DO", bypass_csp=True)
    page, round_ = context.new_page(), played()
    come_in(context, round_.player)
    address = f"/rounds/{round_.public_id}/"
    pages = {
        "history": "/rounds/?least=1",
        "history_refused": "/rounds/?least=x",
        "history_empty": "/rounds/?least=999",
        "round": address,
        "replay_deal": f"{address}replay/",
        "replay_end": f"{address}replay/?step=2",
        "statistics": "/statistics/",
        "statistics_year": "/statistics/?period=365",
        "statement": "/bank/statement/",
    }

    assert [found for name, at in pages.items() if (found := wrong(page, name, at))] == []
    context.close()


LINES = """() => [...document.querySelectorAll(".row-hand > span")].filter((one) =>
    one.getBoundingClientRect().height > 1.5 * parseFloat(getComputedStyle(one).lineHeight)).map((one) => one.textContent)"""
SIDEWAYS = """() => [...document.querySelectorAll(".table-wrap")].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.scrollWidth)"""
EDGES = """() => [...document.querySelectorAll(".row-hand")].filter((hand) =>
    new Set([...hand.children].map((one) => Math.round(one.getBoundingClientRect().left))).size > 1).map((hand) => hand.textContent)"""


@pytest.mark.slow
@pytest.mark.empty
def test_hands_of_a_row_are_read_in_a_line_at_a_desk_and_stand_at_one_edge_on_a_phone(
    browser: Browser, site: Site
) -> None:
    context = browser.new_context(base_url=site.url, locale="es-DO")
    page, round_ = context.new_page(), played()
    table = scenes.table_of("casino_floor")
    boxes = {number: BoxInput("5") for number in range(1, 6)}
    participant = scenes.sit(round_.player, table, "7" * 64)
    asked = scenes.bet_request(participant, boxes=boxes)
    scenes.play_out(place_bet(round_.player, table, asked))
    come_in(context, round_.player)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/rounds/?table=ligalo")
    expect(page.locator(".row-hand").first).to_be_visible()
    assert page.evaluate(LINES) == []
    assert page.evaluate(SIDEWAYS) == []
    page.goto("/rounds/")
    expect(page.locator(".row-hands .row-hand").nth(1)).to_be_visible()
    expect(page.locator(".row-hands .row-hand").nth(4)).to_be_hidden()
    page.locator(".row-more summary").click()
    expect(page.locator(".row-hands .row-hand").nth(4)).to_be_visible()
    assert page.evaluate(SIDEWAYS) == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/rounds/?table=casino-floor")
    expect(page.locator(".row-hands .row-hand")).to_have_count(5)
    page.locator(".row-more summary").click()
    assert page.evaluate(EDGES) == []
    context.close()


def wrong(page: Page, name: str, address: str) -> list[object]:
    page.goto(address)
    if name.startswith("statistics"):
        for one in page.locator("main details").all():
            one.locator("summary").click()
    return [name, found] if (found := [*too_wide(page, name), *serious_faults(page)]) else []
