"""The table at a glance: box owners, button positions, the result of each bet, nothing before its card."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from blackjack.deal import Deal
from tests.casino import scenes
from tests.casino.sitting_down import bet_names, sign_in, type_bet
from tests.casino.test_chip_piles import ends
from tests.fixtures.site import Site
from tests.look.test_dealing import HELD, decide, done
from tests.look.test_table_by_hand import FIXED_SALT

DESK: ViewportSize = {"width": 1280, "height": 800}
SMALL: ViewportSize = {"width": 320, "height": 640}
PHONE: ViewportSize = {"width": 360, "height": 740}
STRIP = "() => [...document.querySelectorAll('.strip dd')].slice(0, 3).map((one) => one.textContent.trim())"
BOXES = """(place) => [...document.querySelectorAll(place)].map((one) => {
    const box = one.getBoundingClientRect();
    return { left: box.left, top: box.top, bottom: box.bottom, width: box.width };
})"""
Box = dict[str, float]


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
    context = browser.new_context(base_url=site.url, locale="en-GB", reduced_motion="no-preference")
    page = context.new_page()
    page.add_init_script(FIXED_SALT + HELD)
    yield page
    context.close()


def boxes(page: Page, place: str) -> list[Box]:
    found: list[Box] = page.evaluate(BOXES, place)
    return found


def deal(page: Page) -> None:
    page.click("#deal")
    expect(page.locator("#actions")).to_be_visible()


def fill_all(page: Page, stake: str) -> None:
    for name in bet_names(page):
        type_bet(page, name, stake)


@pytest.mark.slow
@pytest.mark.parametrize("outcome", ["win", "lose"])
def test_the_sums_above_the_table_change_with_the_result_and_not_before(
    held: Page, outcome: str
) -> None:
    sign_in(held, "ligalo", scenes.seed_for(ends(outcome)))
    held.fill("#stake-1", "10")
    deal(held)
    done(held)
    running = held.evaluate(STRIP)
    assert running == ["$990.00", "$10.00", "$0.00"]

    decide(held, "stand")
    assert held.evaluate(STRIP) == running
    done(held)
    held.wait_for_function(f"(before) => ({STRIP})().join() !== before", arg=",".join(running))
    told = {
        "win": ["$1,010.00", "$0.00", "+$10.00"],
        "lose": ["$990.00", "$0.00", "\N{MINUS SIGN}$10.00"],
    }[outcome]
    assert held.evaluate(STRIP) == told


@pytest.mark.slow
def test_a_lost_stake_lies_there_until_its_last_card_has_come(held: Page) -> None:
    sign_in(held, "ligalo", scenes.seed_for(ends("lose")))
    held.fill("#stake-1", "10")
    deal(held)
    done(held)
    expect(held.locator(".hand .pile")).to_have_count(1)

    decide(held, "stand")
    expect(held.locator(".hand .pile")).to_be_visible()
    done(held)
    expect(held.locator(".hand .pile")).to_have_count(0)


@pytest.mark.slow
def test_the_sums_of_a_running_round_count_at_once(held: Page) -> None:
    """A stake leaves the balance at once, regardless of animations."""
    sign_in(held, "ligalo", scenes.seed_for(scenes.pair))
    held.fill("#stake-1", "10")
    deal(held)
    assert held.evaluate(STRIP)[0].startswith("$990.00")
    done(held)
    decide(held, "split")
    assert held.evaluate(STRIP)[0].startswith("$980.00")


@pytest.mark.slow
def test_five_boxes_stand_in_one_row_at_a_desk_and_the_next_deal_is_in_sight(calm: Page) -> None:
    calm.set_viewport_size(DESK)
    sign_in(calm, "atlantic-city", "7" * 64, language="es")
    fill_all(calm, "150")
    deal(calm)
    in_play = boxes(calm, ".seat .box-name")
    assert len(in_play) == 5
    assert [one["left"] for one in in_play] == sorted({one["left"] for one in in_play})
    # an arc: lowest in the middle, symmetric on both sides
    tops = [round(one["top"]) for one in in_play]
    assert tops[0] == tops[4] < tops[1] == tops[3] < tops[2]

    decide(calm, "split")
    while calm.locator("#actions").count():
        decide(calm, "stand")
    assert calm.locator(".outcome").count() == 6
    assert [round(one["top"]) for one in boxes(calm, ".seat .box-name")] == tops
    # each result is on its circle; those of the split are side by side
    outcomes = [round(one["top"]) for one in boxes(calm, ".outcome")]
    assert outcomes[0] == outcomes[1] == outcomes[5] < outcomes[2] == outcomes[4] < outcomes[3]
    expect(calm.locator("#deal")).to_be_in_viewport(ratio=1)


def soft_after_a_split(deal: Deal) -> bool:
    """Return whether the first hand after a split may hit, stand and double, and nothing else."""
    if not scenes.pair(deal):
        return False
    return set(deal.play("split").legal_actions) == {"hit", "stand", "double"}


@pytest.mark.slow
def test_hit_and_stand_stay_where_they_are_with_three_decisions_and_with_four(calm: Page) -> None:
    calm.set_viewport_size(SMALL)
    sign_in(calm, "ligalo", scenes.seed_for(soft_after_a_split), language="es")
    calm.fill("#stake-1", "10")
    deal(calm)
    before = boxes(calm, "#action-hit, #action-stand")
    decide(calm, "split")
    assert calm.locator(".action").count() == 3
    after = boxes(calm, "#action-hit, #action-stand")
    assert [(one["left"], one["width"]) for one in after] == [
        (one["left"], one["width"]) for one in before
    ]


@pytest.mark.slow
def test_the_results_of_four_split_hands_are_seen_over_the_bet_on_a_phone(calm: Page) -> None:
    calm.set_viewport_size(PHONE)
    sign_in(calm, "ligalo", scenes.seed_for(split_to_four), language="es")
    calm.fill("#stake-1", "10")
    deal(calm)
    for _ in range(3):
        decide(calm, "split")
    while calm.locator("#actions").count():
        decide(calm, "stand")
    calm.evaluate("window.scrollTo(0, 0)")
    assert calm.locator(".hand .outcome").count() == 4
    lowest = max(one["bottom"] for one in boxes(calm, ".hand__money"))
    assert lowest <= boxes(calm, ".tray")[0]["top"]


def split_to_four(deal: Deal) -> bool:
    """Return whether the deal can be split three times and still asks for decisions."""
    for _ in range(3):
        if "split" not in deal.legal_actions:
            return False
        deal = deal.play("split")
    return not deal.complete


def insured(deal: Deal) -> bool:
    """Return whether the dealer has blackjack under an ace."""
    return scenes.ace_up(deal) and deal.play("insure").complete


@pytest.mark.slow
def test_an_insurance_result_reads_like_a_hand_result(calm: Page) -> None:
    sign_in(calm, "ligalo", scenes.seed_for(insured))
    calm.fill("#stake-1", "10")
    deal(calm)
    decide(calm, "insure")
    won = calm.locator(".beside .outcome--win")
    expect(won).to_have_text("won +10.00")
    expect(won.locator(".mark")).to_have_count(1)
    expect(calm.locator(".beside")).not_to_contain_text("→")


@pytest.mark.slow
def test_a_table_of_many_boxes_is_headed_by_one_line_on_a_phone(calm: Page) -> None:
    calm.set_viewport_size(PHONE)
    sign_in(calm, "casino-floor", language="es")
    [name], [limits] = boxes(calm, ".table-head h1"), boxes(calm, ".table-head__limits")
    assert limits["top"] < name["bottom"] <= limits["bottom"] + 10
    assert name["bottom"] - name["top"] < 40  # one line
    expect(calm.locator(".placard")).to_contain_text("Todos los puestos juntos")
    expect(calm.locator(".placard")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "most"), [(320, 270), (360, 250), (1280, 150)])
def test_the_foot_of_a_page_is_low_and_all_in_the_window(calm: Page, width: int, most: int) -> None:
    calm.set_viewport_size({"width": width, "height": 740})
    calm.goto("/help/")
    foot = calm.locator(".site-footer")
    box = foot.bounding_box()
    assert box is not None
    assert box["height"] < most
    parts = boxes(calm, ".site-footer a, .site-footer button")
    assert all(one["left"] >= 0 and one["left"] + one["width"] <= width for one in parts)
    assert all(one["bottom"] - one["top"] >= 24 for one in parts)
    meet = [
        (one, other)
        for place, one in enumerate(parts)
        for other in parts[place + 1 :]
        if one["left"] < other["left"] + other["width"] - 1
        and other["left"] < one["left"] + one["width"] - 1
        and one["top"] < other["bottom"] - 1
        and other["top"] < one["bottom"] - 1
    ]
    assert meet == []
