"""Controls on the narrowest phones: icon labels, all bets in sight above the buttons, the total on the deal button."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from blackjack.deal import Deal
from tests.casino import scenes
from tests.casino.sitting_down import choose_bet, sign_in, type_bet
from tests.fixtures.site import Site
from tests.look.test_dealing import decide
from tests.look.test_felt_of_every_table import play_on
from tests.look.test_table_at_a_glance import deal
from tests.look.test_table_by_hand import FIXED_SALT

NARROWEST: ViewportSize = {"width": 320, "height": 640}
PHONE: ViewportSize = {"width": 360, "height": 740}
TABLET: ViewportSize = {"width": 768, "height": 1024}
WORDS = """() => [...document.querySelectorAll(".site-nav a, .site-menu summary")].map((one) => {
    const words = [...one.querySelectorAll("span")].filter((part) => part.offsetWidth > 1 && part.textContent.trim());
    const box = words.at(-1)?.getBoundingClientRect();
    return [words.at(-1)?.textContent.trim(), Math.round(box?.left ?? -1), Math.round(box?.right ?? -1)];
})"""
COVERED = """(place) => [...document.querySelectorAll(place)].filter((one) => {
    const box = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(box.left + box.width / 2, box.bottom - 2));
}).map((one) => one.dataset.spot)"""
OFF_THE_CLOTH = """() => [...document.querySelectorAll(".hand__money span, .outcome, .total")].filter((one) => {
    const box = one.getBoundingClientRect(), hand = one.closest(".hand, .dealer").getBoundingClientRect();
    return box.width > 1 && (box.left < hand.left - 1 || box.right > hand.right + 1);
}).map((one) => one.textContent.trim())"""


@pytest.fixture
def phone(browser: Browser, site: Site) -> Iterator[Page]:
    context = browser.new_context(base_url=site.url, locale="es", viewport=PHONE)
    page = context.new_page()
    page.add_init_script(FIXED_SALT)
    yield page
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "size",
    [NARROWEST, PHONE, TABLET],
    ids=lambda size: str(size["width"]),
)
def test_every_icon_of_the_header_has_its_word_and_none_covers_another(
    phone: Page, size: ViewportSize
) -> None:
    phone.set_viewport_size(size)
    sign_in(phone, "ligalo", language="es")
    found = phone.evaluate(WORDS)
    assert [word for word, _left, _right in found] == [
        "Mesas",
        "Dinero",
        "Ayuda",
        "Opciones",
        "Estadísticas",
        "Cuenta",
    ]
    edges = [edge for _word, left, right in found for edge in (left, right)]
    assert edges == sorted(edges)
    assert 0 <= edges[0] < edges[-1] <= size["width"]


def test_a_stranger_reads_where_to_sign_in(phone: Page) -> None:
    phone.goto("/")
    expect(phone.locator(".site-menu summary")).to_contain_text("Entrar")


@pytest.mark.slow
def test_every_side_bet_is_in_sight_over_the_buttons(phone: Page) -> None:
    sign_in(phone, "live", language="es")
    phone.evaluate("scrollTo(0, 0)")
    assert phone.locator(".sides [data-spot]").count() == 4
    assert phone.evaluate(COVERED, "[data-spot]") == []


@pytest.mark.slow
def test_amount_and_its_buttons_are_in_one_row(phone: Page) -> None:
    sign_in(phone, "atlantic-city", "7" * 64, language="es")
    phone.fill("#stake-1", "15")
    deal(phone)
    while phone.locator("#actions").count():
        play_on(phone, ("decline", "stand"))
    expect(phone.locator("[data-bet=rebet]")).to_be_visible()
    row = "#bet :is([data-bet], [data-amount]:not(:not(.is-chosen) > *))"
    seen = phone.evaluate(
        "(row) => [...document.querySelectorAll(row)].map((one) => one.getBoundingClientRect()).map((box) => [box.top, box.bottom])",
        row,
    )
    assert len(seen) == 5
    middles = [(top + bottom) / 2 for top, bottom in seen]
    assert max(middles) - min(middles) <= 2
    below = phone.locator("#deal").bounding_box()
    assert below is not None
    assert 0 <= below["y"] - max(bottom for _, bottom in seen) <= 12


@pytest.mark.slow
def test_the_deal_button_shows_the_total(phone: Page) -> None:
    sign_in(phone, "atlantic-city", "7" * 64, language="es")
    together = phone.locator("#deal [data-total]")
    expect(together).to_have_text("US$\N{NO-BREAK SPACE}1,00")
    type_bet(phone, "stake-1", "15")
    type_bet(phone, "stake-3", "99,50")
    expect(together).to_have_text("US$\N{NO-BREAK SPACE}114,50")
    phone.click("[data-bet=double]")
    expect(together).to_have_text("US$\N{NO-BREAK SPACE}229,00")
    choose_bet(phone, "stake-2")
    phone.click("[data-chip='1.00']")
    expect(together).to_have_text("US$\N{NO-BREAK SPACE}230,00")
    phone.fill("#stake-2", "nada")  # an unreadable amount is not added
    expect(together).to_have_text("US$\N{NO-BREAK SPACE}229,00")
    phone.click("[data-bet=clear]")
    expect(together).to_be_hidden()


@pytest.mark.slow
def test_a_sum_of_thousands_is_written_as_the_page_writes_it(phone: Page) -> None:
    sign_in(phone, "casino-floor", "7" * 64, language="es")
    for box in range(1, 8):
        type_bet(phone, f"stake-{box}", "150")
    expect(phone.locator("#deal [data-total]")).to_have_text("US$\N{NO-BREAK SPACE}1.050,00")


def split_and_double(deal: Deal) -> bool:
    """Return whether the deal is a pair whose first hand can be doubled after the split."""
    return scenes.pair(deal) and "double" in deal.play("split").legal_actions


@pytest.mark.slow
def test_the_stake_of_a_doubled_hand_stays_on_the_cloth_of_its_hand(phone: Page) -> None:
    phone.set_viewport_size(NARROWEST)
    sign_in(phone, "ligalo", scenes.seed_for(split_and_double), language="es")
    phone.fill("#stake-1", "50")
    deal(phone)
    decide(phone, "split")
    decide(phone, "double")
    assert phone.evaluate(OFF_THE_CLOTH) == []
    while phone.locator("#actions").count():
        play_on(phone, ("decline", "stand"))
    assert phone.evaluate(OFF_THE_CLOTH) == []
