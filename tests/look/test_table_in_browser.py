"""The table in a browser: chips, keys and words."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models.users import User
from casino.models import Round
from tests.casino.scenes import ligalo, new_player
from tests.casino.sent import sent
from tests.exhaustive import slow_but_every
from tests.fixtures.coming_in import come_in


@pytest.fixture
def table(page: Page) -> Page:
    sit_down(page)
    return page


def sit_down(page: Page) -> None:
    ligalo()
    ana = new_player()
    ana.language = "en"
    ana.save()
    come_in(page.context, ana)
    page.goto("/table/ligalo/")
    expect(page.locator("#table")).to_be_visible()


def stake(page: Page) -> str:
    return page.get_by_label("Stake", exact=True).input_value()


@pytest.mark.slow
def test_chips_and_the_number_field_say_the_same_stake(table: Page) -> None:
    table.get_by_role("button", name="Clear").click()
    table.get_by_role("button", name="Add a chip of $5.00").click()
    table.get_by_role("button", name="Add a chip of $1.00").click()
    assert stake(table) == "6.00"
    table.get_by_role("button", name="Undo the last change").click()
    table.get_by_role("button", name="Double the bet").click()
    assert stake(table) == "10.00"


@pytest.mark.slow
def test_a_chip_above_the_limit_is_not_placed_and_says_why(table: Page) -> None:
    table.get_by_label("Stake", exact=True).fill("40")
    table.get_by_role("button", name="Add a chip of $25.00").click()
    assert stake(table) == "40"
    expect(table.locator("#stake-limits")).to_contain_text("above the limit")


@pytest.mark.slow
def test_chips_read_and_write_the_field_as_the_page_is_written(table: Page) -> None:
    User.objects.update(language="es")
    table.goto("/table/ligalo/")
    field = table.locator("#stake-1")
    field.fill("7,50")
    table.locator("[data-chip='5.00']").click()
    assert field.input_value() == "12,50"
    field.fill("1.000")
    table.locator("[data-bet=double]").click()
    expect(table.locator("#stake-limits")).to_have_class("bet__limits is-over")
    field.fill("1,000")
    table.locator("[data-chip='1.00']").click()
    assert field.input_value() == "1,00"  # an ambiguous amount counts as nothing here too


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "after"), [(".5", "5.50"), (",5", "5.50"), ("5.", "10.00"), (".", "5.00")]
)
def test_a_bare_decimal_mark_is_understood(table: Page, typed: str, after: str) -> None:
    field = table.locator("#stake-1")
    field.fill(typed)
    table.locator("[data-chip='5.00']").click()
    assert field.input_value() == after


@pytest.mark.parametrize(
    "beside", slow_but_every(2, [False, True]), ids=["in the field", "beside it"]
)
def test_enter_deals_once(table: Page, *, beside: bool) -> None:
    posts = sent(table)
    table.get_by_label("Stake", exact=True).focus()
    if beside:
        table.evaluate("document.activeElement.blur()")
    table.keyboard.press("Enter")
    expect(table.get_by_role("list", name="Your hand")).to_be_visible()
    assert posts == ["bet"]
    assert Round.objects.count() == 1


def test_a_refusal_focuses_its_field(table: Page) -> None:
    table.get_by_label("Stake", exact=True).fill("75")
    table.get_by_role("button", name="Deal").click()
    expect(table.get_by_role("alert")).to_be_visible()
    expect(table.get_by_label("Stake", exact=True)).to_be_focused()
    assert Round.objects.count() == 0


def test_dealt_cards_are_announced(table: Page) -> None:
    table.get_by_role("button", name="Deal").click()
    expect(table.locator("#status")).to_contain_text("You:")
    expect(table.locator("#status")).to_contain_text("Dealer:")


FELT = """() => [...document.querySelectorAll(".felt-print text")].map((text) => {
  const path = document.querySelector(text.querySelector("textPath").getAttribute("href"));
  return { words: text.textContent, fits: text.getComputedTextLength() <= path.getTotalLength() };
})"""


@pytest.mark.slow
@pytest.mark.parametrize(("language", "words"), [("es", "BLANDO"), ("en", "SOFT 17")])
def test_felt_texts_fit_on_their_arcs(table: Page, language: str, words: str) -> None:
    table.locator("footer").get_by_role(
        "button", name={"es": "Español", "en": "English"}[language]
    ).click()
    expect(table.locator("html")).to_have_attribute("lang", language)
    lines = table.evaluate(FELT)
    assert len(lines) == 3
    assert any(words in line["words"] for line in lines)
    assert [line["words"] for line in lines if not line["fits"]] == []
