"""Lists on a phone: related values share a line, rows are no taller than their content, long lists go on by "more"."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from accounts.roles.values import Role
from pages.pagination import PHONE_ROWS
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.casino.sitting_down import sign_in
from tests.fixtures.coming_in import take_over
from tests.fixtures.site import Site
from tests.look.test_felt_of_every_table import bet_on_everything, play_on
from tests.look.test_table_by_hand import FIXED_SALT
from tools.launch.layout import ROOT

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


LARGER: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1366, "height": 900}
TALLEST = 4000  # pixels of a page with a long list, on a phone
TALL = "() => document.documentElement.scrollHeight"


@pytest.mark.parametrize("file", ["css/utilities.css", "staff/staff.css"])
def test_both_sites_show_as_many_rows_on_a_phone_as_their_links_skip(file: str) -> None:
    rule = f".paged:not(:target) tbody > tr:nth-child(n + {PHONE_ROWS + 1})"
    assert rule in (ROOT / "static" / file).read_text()


@pytest.mark.slow
def test_a_long_list_of_staff_is_short_on_a_phone_and_goes_on(browser: Browser, site: Site) -> None:
    for number in range(12):
        scenes.new_player(f"player{number}@example.test")
    context = browser.new_context(base_url=site.url, viewport=DESK)
    take_over(context, inside(staff(Role.COMPLIANCE_ANALYST)), "es")
    page = context.new_page()
    page.goto("/staff/players/")
    rows = page.locator(".staff-table tbody tr").filter(visible=True)
    total = rows.count()
    assert total > PHONE_ROWS
    expect(page.get_by_role("link", name="Ver más")).to_be_hidden()
    page.set_viewport_size(LARGER)
    expect(rows).to_have_count(PHONE_ROWS)
    assert page.evaluate(TALL) < TALLEST
    page.get_by_role("link", name="Ver más").click()
    expect(rows).to_have_count(total - PHONE_ROWS)
    page.get_by_role("link", name="Lo más reciente").click()
    expect(rows).to_have_count(PHONE_ROWS)
    context.close()
