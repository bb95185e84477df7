"""Bets at a live table lie on the circles of its boxes: put on with chips, undone, changed, and there in every phase."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from blackjack.choices import Choices
from casino.models import Place, Wager
from tests.exhaustive import slow_but_every
from tests.live.pages import DESK, TablePage
from tests.live.scenes import Guest, a_live_table, end_phase
from tests.live.site import Programs

pytestmark = [pytest.mark.committed, pytest.mark.usefixtures("unhurried")]
PATIENT: dict[str, Any] = {"betting_seconds": 300, "turn_seconds": 300, "intermission_seconds": 300}
UNHURRIED = {**PATIENT, "bettors_per_seat": 2}  # the bell does not ring with the last bet
SIZES: list[ViewportSize] = [{"width": 320, "height": 568}, {"width": 1366, "height": 768}]
ASKED = "7" * 64  # with the salts of these pages, box 4 decides in the first deal
SIDE = "side-4-21+3"
SIDEWAYS = """() => [...document.querySelectorAll("main *:not(.visually-hidden, .visually-hidden *)")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 1 && one.checkVisibility() && (box.left < -1 || box.right > innerWidth + 1);
}).map((one) => one.outerHTML.slice(0, 90))"""

CIRCLES = """() => {
    const top = document.querySelector(".felt--live").getBoundingClientRect().top;
    return [...document.querySelectorAll(".box__place")].map((place) => {
        const shown = [...place.querySelectorAll(".circle:not(.circle--behind), .live-box__take")];
        const box = shown.find((one) => one.checkVisibility({ visibilityProperty: true })).getBoundingClientRect();
        return box.top + box.height / 2 - top;
    });
}"""
STILL = 6  # pixels that nobody sees


def spot(page: Page, name: str) -> Locator:
    """Return the player's own circle on the felt."""
    return page.locator(f".felt [data-spot='{name}']")


def on_spot(page: Page, name: str) -> Locator:
    return spot(page, name).locator("[data-spot-amount]")


def on_hand(page: Page, box: int) -> Locator:
    """Return the amount under the cards of a box."""
    return page.locator(f"[data-box='{box}'] .hand [data-stake]")


def put(page: Page, *chips: str) -> None:
    for chip in chips:
        page.click(f"[data-chip='{chip}']")


def seats_another(place: Place, box: int, page: Page) -> None:
    """Let another player take a box, and wait for the fragment that shows it."""
    Guest(place, f"player{box}").sits(box)
    expect(page.locator(f"[data-box='{box}'] .live-box__player")).to_be_attached()


def open_wager(player: TablePage) -> Wager:
    return Wager.objects.get(participant__player=player.player, end=Wager.End.OPEN)


@pytest.mark.parametrize(
    "size", slow_but_every(2, SIZES), ids=lambda size: "{width}x{height}".format(**size)
)
def test_a_bet_lies_on_its_circle_from_the_first_chip_to_the_result(
    programs: Programs,
    comes: Callable[[Place, str, ViewportSize], TablePage],
    size: ViewportSize,
) -> None:
    place = a_live_table("live", ASKED, **UNHURRIED)
    ana = comes(place, "ana", size)
    seats_another(place, 2, ana.page)
    ana.sits(4)
    puts_chips_down(ana, place)
    bets_and_changes_the_bet(ana)
    before = circle_heights(ana.page)
    sees_the_cards_above_the_bet(ana, place)
    assert moved(before, ana.page) <= STILL
    sees_the_result_on_the_bet(ana)
    assert moved(before, ana.page) <= STILL
    bets_again_in_one_press(ana)


def puts_chips_down(ana: TablePage, place: Place) -> None:
    page = ana.page
    page.click("[data-bet=clear]")
    put(page, "5.00", "2.00", "25.00")
    expect(on_spot(page, "stake-4")).to_have_text("32,00")
    seats_another(place, 6, page)
    expect(on_spot(page, "stake-4")).to_have_text("32,00")
    page.click("[data-bet=undo]")
    expect(on_spot(page, "stake-4")).to_have_text("7,00")
    spot(page, SIDE).click()
    put(page, "1.00")
    expect(on_spot(page, SIDE)).to_have_text("1,00")
    assert page.evaluate(SIDEWAYS) == []


def bets_and_changes_the_bet(ana: TablePage) -> None:
    page = ana.page
    with ana.bet_is_taken():
        page.click("#deal")
    expect(page.locator("#deal")).to_have_attribute("aria-disabled", "true")
    expect(spot(page, "stake-4")).not_to_have_class(re.compile("is-pending"))
    expect(on_spot(page, SIDE)).to_have_text("1,00")
    spot(page, "stake-4").click()
    put(page, "5.00")
    expect(spot(page, "stake-4")).to_have_class(re.compile("is-pending"))
    expect(page.locator("#deal")).to_be_enabled()
    with ana.bet_is_taken():
        page.click("#deal")
    expect(page.locator("#deal")).to_have_attribute("aria-disabled", "true")
    expect(on_spot(page, "stake-4")).to_have_text("12,00")
    assert open_wager(ana).amount == 130_000
    assert page.evaluate(SIDEWAYS) == []


def sees_the_cards_above_the_bet(ana: TablePage, place: Place) -> None:
    page = ana.page
    end_phase(place)
    expect(ana.felt).to_have_attribute("data-phase", "turns")
    expect(on_hand(page, 4)).to_have_text("12,00")
    side = page.locator("[data-box='4'] .side", has_text="21+3")
    expect(side.locator(".outcome")).to_contain_text("1,00")  # decided by the first cards
    expect(page.locator("[data-box='4'] .hand--active .card").first).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".dealer .card").first).to_be_in_viewport(ratio=0.9)
    expect(page.locator("#action-stand")).to_be_in_viewport(ratio=1)
    assert page.evaluate(SIDEWAYS) == []


def sees_the_result_on_the_bet(ana: TablePage) -> None:
    page = ana.page
    page.click("#action-stand")  # pressable once the cards have landed
    expect(ana.felt).to_have_attribute("data-phase", "intermission")
    expect(on_hand(page, 4)).to_have_text("12,00")
    expect(page.locator("[data-box='4'] .hand [data-net]")).not_to_be_empty()
    expect(page.locator(".live-result")).to_be_visible()
    assert page.evaluate(SIDEWAYS) == []


def circle_heights(page: Page) -> list[float]:
    """Return where the centre of each box's circle is, from the top of the felt."""
    found: list[float] = page.evaluate(CIRCLES)
    return found


def moved(before: list[float], page: Page) -> float:
    """Return the largest shift of a circle, in pixels."""
    return max(abs(a - b) for a, b in zip(before, circle_heights(page), strict=True))


def bets_again_in_one_press(ana: TablePage) -> None:
    """The cards lie on the circle until the next chip; one press bets the same again."""
    page = ana.page
    put(page, "5.00")
    expect(page.locator("[data-box='4'] .hand")).to_be_hidden()
    expect(on_spot(page, "stake-4")).to_have_text("17,00")
    page.click("[data-bet=undo]")
    expect(page.locator("[data-box='4'] .hand")).to_be_visible()
    expect(page.locator("#deal")).to_be_enabled()
    with ana.bet_is_taken():
        page.click("#deal")
    expect(on_spot(page, "stake-4")).to_have_text("12,00")
    assert open_wager(ana).amount == 130_000


def test_an_own_amount_is_exact_and_others_read_it_rounded(
    programs: Programs, comes: Callable[[Place, str, ViewportSize], TablePage]
) -> None:
    place = a_live_table("live", ASKED, **UNHURRIED)
    ana, luis = comes(place, "ana", DESK), comes(place, "luis", DESK)
    ana.sits(4)
    seats_another(place, 2, ana.page)

    with ana.bet_is_taken():
        ana.bets("12,50")

    circle = "[data-box='4'] .circle [data-stake]"
    expect(luis.page.locator(circle)).to_have_text("US$\N{NO-BREAK SPACE}13")
    expect(on_spot(ana.page, "stake-4")).to_have_text("12,50")
    end_phase(place)
    expect(ana.felt).to_have_attribute("data-phase", "turns")
    expect(on_hand(ana.page, 4)).to_have_text("12,50")
    expect(luis.page.locator(circle)).to_have_text("US$\N{NO-BREAK SPACE}13")


def test_a_circle_chosen_by_keyboard_keeps_the_focus_when_a_fragment_comes(
    programs: Programs, comes: Callable[[Place, str, ViewportSize], TablePage]
) -> None:
    place = a_live_table("live", **PATIENT)
    ana = comes(place, "ana", DESK)
    ana.sits(4)
    radios = ana.page.locator(".felt").get_by_role("radio")
    expect(radios).to_have_count(5)
    radios.first.focus()
    ana.page.keyboard.press("ArrowRight")
    expect(radios.nth(1)).to_be_checked()

    seats_another(place, 6, ana.page)

    expect(radios.nth(1)).to_be_focused()
    expect(radios.nth(1)).to_be_checked()
    put(ana.page, "2.00")
    expect(ana.page.locator(".felt .spot.is-chosen .circle__amount")).to_have_text("2,00")


def test_a_box_that_takes_bets_behind_is_chosen_by_pressing_it(
    programs: Programs, comes: Callable[[Place, str, ViewportSize], TablePage]
) -> None:
    place = a_live_table("casino_floor", **PATIENT)
    luis = comes(place, "luis", SIZES[0])
    page = luis.page
    luis.sits(3)
    seats_another(place, 5, page)
    page.click("[data-bet=clear]")
    ana = Guest(place, "ana").sits(1)
    ana.bets({1: "10"})
    expect(spot(page, "stake-1")).to_be_visible()

    page.locator("[data-box='1'] .live-box__name").click()
    put(page, "5.00")
    expect(on_spot(page, "stake-1")).to_have_text("5,00")
    page.click("#choices-1 summary")
    page.select_option("[name=split-1]", "right")
    assert page.evaluate(SIDEWAYS) == []
    with luis.bet_is_taken():
        page.click("#deal")
    expect(page.locator("#deal")).to_have_attribute("aria-disabled", "true")

    (bet,) = open_wager(luis).bets.all()
    assert (bet.box, bet.stake, bet.choices) == (1, 50_000, Choices("right")._asdict())
    expect(page.locator("[name=split-1]")).to_have_value("right")
    expect(on_spot(page, "stake-1")).to_have_text("5,00")


def test_chips_that_missed_the_bell_lie_there_for_the_next_deal(
    programs: Programs, comes: Callable[[Place, str, ViewportSize], TablePage]
) -> None:
    place = a_live_table("live", **PATIENT)
    ana = comes(place, "ana", DESK)
    ana.sits(4)
    ana.page.click("[data-bet=clear]")
    put(ana.page, "5.00", "2.00")
    luis = comes(place, "luis", DESK)
    luis.sits(2)
    with luis.bet_is_taken():
        luis.bets("10")

    end_phase(place)
    expect(ana.felt).not_to_have_attribute("data-phase", "betting")
    while ana.felt.get_attribute("data-phase") != "intermission":
        luis.presses()
        ana.page.wait_for_function("document.querySelector('#felt') !== null")

    expect(on_spot(ana.page, "stake-4")).to_have_text("7,00")
    expect(spot(ana.page, "stake-4")).to_have_class(re.compile("is-pending"))
