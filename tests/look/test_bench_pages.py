"""`make bench-pages`: its limits, and what it counts on a real visit."""

import pytest
from playwright.sync_api import Browser

from tests.casino import scenes
from tests.fixtures.site import Site
from tools.benchmarks.pages_browser import FirstHand, TableVisit, play_first_hand, visit_table
from tools.benchmarks.pages_report import build_figures, format_figures

GOOD = TableVisit(received=149_999, usable=2.9, first_card=0.9)
HAND = FirstHand(taps=2, fields=0, words=300, seconds=4.0)


def over(table: TableVisit = GOOD, hand: FirstHand = HAND) -> list[str]:
    return [one.name for one in build_figures([table], [hand]) if not one.holds]


def test_figures_within_their_limits_hold() -> None:
    assert over() == []


@pytest.mark.parametrize(
    ("table", "hand", "name"),
    [
        (TableVisit(150_000, 2.9, 0.9), HAND, "table page over the wire"),
        (TableVisit(149_999, 3.0, 0.9), HAND, "cold load to usable"),
        (TableVisit(149_999, 2.9, 1.0), HAND, "tap on Deal to first card"),
        (GOOD, FirstHand(3, 0, 300, 4.0), "lobby to first hand: taps"),
        (GOOD, FirstHand(2, 1, 300, 4.0), "lobby to first hand: fields"),
    ],
)
def test_a_figure_over_its_limit_is_named(table: TableVisit, hand: FirstHand, name: str) -> None:
    assert over(table, hand) == [name]


def test_the_median_counts() -> None:
    slow = TableVisit(200_000, 9.0, 9.0)
    figures = build_figures([GOOD, slow, GOOD], [HAND])
    assert all(one.holds for one in figures)
    assert "| 2.90 s | 2.90 s to 9.00 s | < 3.00 s | yes |" in format_figures(figures)


@pytest.mark.slow
def test_a_visit_counts_bytes_taps_and_seconds(browser: Browser, site: Site) -> None:
    """Times are not judged here: other tests run beside this one."""
    scenes.table_of("friendly")
    table, hand = visit_table(browser, site.url), play_first_hand(browser, site.url)
    assert 20_000 < table.received < 150_000
    assert (hand.taps, hand.fields) == (2, 0)
    assert min(table.usable, table.first_card, hand.seconds, hand.words) > 0
