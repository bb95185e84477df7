"""Strategy chart on a page."""

import re
from html import unescape

import pytest
from django.template import Context, Template
from django.utils.translation import override
from playwright.sync_api import Page

from blackjack.strategy import CODES, ROWS, UPCARDS, Chart
from tables.templatetags.strategy import ACTIONS, strategy_chart
from tests.exhaustive import slow_but_every

CELLS = {
    ("hard 11", "A"): "D",
    ("hard 16", "T"): "Rh",
    ("hard 17", "A"): "Rs",
    ("hard 17", "9"): "Drs",
    ("soft 18", "6"): "Ds",
    ("pair 8", "A"): "Rp",
    ("pair 8", "T"): "Prds",
    ("pair T", "2"): "P",
}
CHART = Chart(
    tuple(tuple(CELLS.get((row, upcard), "H") for upcard in UPCARDS) for row in ROWS),
)


def rendered() -> str:
    template = Template("{% load strategy %}{% strategy_chart chart %}")
    return template.render(Context({"chart": CHART}))


def test_every_printed_row_has_its_codes_under_the_upcards() -> None:
    with override("en"):
        text = rendered()
    rows = re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', text, re.DOTALL)
    found = [(head, re.findall(r'aria-hidden="true">(.*?)</span>', cells)) for head, cells in rows]
    assert [cells for _, cells in found] == [
        [CHART.code(row, upcard) for upcard in UPCARDS] for row in CHART.rows
    ]
    heads = [head for head, _ in found]
    assert heads[:3] == ["5", "6", "7"]
    assert heads[-3:] == ["9,9", "10,10", "A,A"]
    assert text.count('scope="col"') == 3 * 11
    assert re.findall(r"<caption>(.*?)</caption>", text) == ["Hard totals", "Soft totals", "Pairs"]


def test_a_cell_has_the_colour_of_what_it_prefers_and_says_all_in_words() -> None:
    with override("en"):
        text = " ".join(rendered().split())
    for action, code, words in (
        ("hit", "H", "Hit"),
        ("double", "Ds", "Double, else stand"),
        ("surrender", "Rp", "Surrender, else split, else play the total"),
        ("split", "P", "Split, else play the total"),
        ("split", "Prds", "Split, else surrender, else double, else stand"),
    ):
        cell = (
            f'<td class="strategy__cell strategy__cell--{action}"> '
            f'<span class="strategy__code" aria-hidden="true">{code}</span> '
            f'<span class="visually-hidden">{words}</span>'
        )
        assert cell in text


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_legend_explains_every_code_of_the_chart_once(language: str) -> None:
    with override(language):
        text = rendered()
    legend = re.findall(r"<dt[^>]*>(.*?)</dt>\s*<dd>\s*(.*?)\s*</dd>", text)
    assert [code for code, _ in legend] == list(CHART.legend)
    words = [unescape(said) for _, said in legend]
    assert len(set(words)) == len(words)


def test_the_words_are_the_reader_s() -> None:
    with override("es"):
        text = rendered()
    assert '<span class="visually-hidden">Pedir</span>' in text
    assert "Haz lo que dice la primera letra" in text
    assert "Hit" not in text


def test_every_verb_of_a_code_has_a_name_and_a_colour() -> None:
    assert set(ACTIONS) == {verb for order in CODES.values() for verb in order}


def test_the_tag_takes_any_chart() -> None:
    odd = Chart(tuple(("Prds" if "pair" in row else "Drs",) * 10 for row in ROWS))
    legend = strategy_chart(odd)["legend"]
    assert [cell.code for cell in legend] == ["Drs", "Prds"]  # type: ignore[attr-defined]  # a list of cells


def test_a_reader_without_a_mouse_gets_words_for_every_cell(page: Page) -> None:
    with override("en"):
        text = rendered()
    page.goto("/help/")
    page.evaluate("text => { document.querySelector('main').innerHTML = text }", text)
    assert page.get_by_role("cell", name="Surrender, else hit", exact=True).count() == 1
    assert page.get_by_role("cell", name="Drs").count() == 0
    for seen in (
        page.get_by_text("Do what the first letter says"),
        page.get_by_role("definition").filter(has_text="Surrender, else hit"),
    ):
        box = seen.bounding_box()
        assert box is not None
        assert box["width"] > 100


@pytest.mark.parametrize("width", slow_but_every(3, [320, 390, 1440]))
def test_the_chart_fits_the_page_and_no_code_leaves_its_cell(page: Page, width: int) -> None:
    with override("en"):
        text = rendered()
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/help/")
    page.evaluate("text => { document.querySelector('main').innerHTML = text }", text)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    too_wide = page.evaluate(
        "[...document.querySelectorAll('.strategy__table :is(th, td)')]"
        ".filter(cell => cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent.trim())"
    )
    assert too_wide == []
