"""Sounds of the table: off by default; then cards, chips and the end of a round, and none for a loss."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models.users import User
from casino.selectors.places import present_shoe
from tests.casino import scenes
from tests.fixtures.coming_in import come_in
from tests.fixtures.site import Site
from tests.look.test_table_by_hand import FIXED_SALT

pytestmark = pytest.mark.usefixtures("moving")
HEARD = """
    window.heard = [];
    for (const name of ["AudioBufferSourceNode", "OscillatorNode"]) {
        const start = window[name].prototype.start;
        window[name].prototype.start = function (...when) { window.heard.push(name[0]); return start.apply(this, when); };
    }
"""
CARDS = ["A"] * 4  # two for the player, the dealer's upcard and hole card


def seated(page: Page, wanted: scenes.Wanted) -> User:
    ana = scenes.new_player()
    User.objects.filter(pk=ana.pk).update(language="en")
    ana.refresh_from_db()
    participant = scenes.sit(ana, scenes.ligalo(), scenes.seed_for(wanted))
    assert present_shoe(participant.place)
    page.add_init_script(FIXED_SALT + HEARD)
    come_in(page.context, ana)
    page.goto("/table/ligalo/")
    page.wait_for_load_state()
    return ana


def deal(page: Page) -> list[str]:
    page.fill("#stake-1", "10")
    page.click("#deal")
    expect(page.locator(".seat")).to_be_visible()
    page.wait_for_function("() => document.getElementById('table').ariaBusy !== 'true'")
    heard: list[str] = page.evaluate("window.heard")
    return heard


@pytest.mark.slow
def test_sounds_are_off_by_default(page: Page, site: Site) -> None:
    seated(page, scenes.natural)
    page.get_by_role("button", name="Add a chip of $1.00").click()
    assert deal(page) == []


def test_turned_on_at_the_table_chips_cards_and_a_win_are_heard(page: Page, site: Site) -> None:
    ana = seated(page, scenes.natural)
    button = page.get_by_role("button", name="Sounds")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    ana.refresh_from_db()
    assert ana.sounds
    page.get_by_role("button", name="Add a chip of $1.00").click()
    assert page.evaluate("window.heard") == ["O", "O"]
    assert deal(page) == ["O", "O", *CARDS, "O", "O"]


@pytest.mark.slow
@pytest.mark.parametrize("quick", [False, True])
def test_quick_cards_take_half_the_time(page: Page, site: Site, *, quick: bool) -> None:
    ana = seated(page, scenes.ordinary)
    User.objects.filter(pk=ana.pk).update(quick_cards=quick)
    page.reload()
    page.fill("#stake-1", "10")
    page.click("#deal")
    card = page.locator(".seat .is-dealt").first
    expect(card).to_have_css("animation-duration", "0.16s" if quick else "0.32s")


@pytest.mark.slow
def test_a_loss_makes_no_sound_of_its_own(page: Page, site: Site) -> None:
    seated(page, scenes.pair)
    page.get_by_role("button", name="Sounds").click()
    expect(page.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "true")
    heard = deal(page)
    while page.locator("#action-hit").count():
        with page.expect_response(lambda answer: "/action/" in answer.url):
            page.click("#action-hit")
        page.wait_for_function("() => document.getElementById('table').ariaBusy !== 'true'")
    expect(page.locator("#table[data-phase=finished]")).to_have_count(1)
    assert page.locator(".result").get_attribute("data-result") == "lose"
    assert set(heard + page.evaluate("window.heard")) == {"A"}
