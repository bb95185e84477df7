"""Lists on a phone: related values share a line, and rows are no taller than their content."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.casino import scenes
from tests.casino.sitting_down import sign_in
from tests.fixtures.site import Site
from tests.look.test_felt_of_every_table import bet_on_everything, play_on
from tests.look.test_table_by_hand import FIXED_SALT

PHONE: ViewportSize = {"width": 360, "height": 740}
ROUND = 300  # maximum height in pixels of a round with one hand
PLACES = """(words) => words.map((word) => {
    const all = [...document.querySelectorAll(".data-table--rounds tbody tr:first-child td, .lobby-table:first-child .figures > div")];
    const one = all.find((part) => (part.dataset.label ?? part.textContent.trim()).startsWith(word));
    return one.getBoundingClientRect().top;
})"""


@pytest.fixture
def phone(browser: Browser, site: Site) -> Iterator[Page]:
    """Return a page on a phone, without motion and with a fixed salt."""
    context = browser.new_context(base_url=site.url, locale="es", viewport=PHONE)
    page = context.new_page()
    page.add_init_script(FIXED_SALT)
    yield page
    context.close()


@pytest.mark.slow
def test_a_round_of_the_list_is_low_and_says_hands_and_sums_side_by_side(phone: Page) -> None:
    sign_in(phone, "ligalo", scenes.seed_for(scenes.ordinary), language="es")
    bet_on_everything(phone, "10")
    play_on(phone)
    phone.goto("/rounds/")
    row = phone.locator(".data-table--rounds tbody tr").first.bounding_box()
    assert row is not None
    assert row["height"] < ROUND
    hands, dealer, stake, net = phone.evaluate(PLACES, ["Tus manos", "Crupier", "Apostado", "Neto"])
    assert (hands, stake) == (dealer, net)


@pytest.mark.slow
def test_a_table_of_the_lobby_says_its_figures_two_by_two(phone: Page) -> None:
    sign_in(phone, "atlantic-city", language="es")
    phone.goto("/")
    stake, most, rtp = phone.evaluate(PLACES, ["Apuestas", "Máximo por partida", "RTP"])
    assert stake == most
    assert rtp > stake
