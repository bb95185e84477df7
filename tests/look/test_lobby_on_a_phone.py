"""Lobby on a phone: the shortest table takes less than 60% of the screen, and its three links share a row."""

import pytest
from playwright.sync_api import Page

from tables.selectors.house_tables import ATLANTIC_CITY, LIGALO
from tests.tables.house import an_open_table

PLACES = """(place) => [...document.querySelectorAll(place)].map((one) => {
    const box = one.getBoundingClientRect();
    return { top: box.top, height: box.height, right: box.right };
})"""


@pytest.mark.slow
def test_a_table_is_short_and_its_three_ways_share_a_row(page: Page) -> None:
    for house in (ATLANTIC_CITY, LIGALO):
        an_open_table(house)
    for width, height in ((320, 640), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/")
        tables = page.evaluate(PLACES, ".lobby-table")
        assert len(tables) == 2
        assert min(one["height"] for one in tables) < height * 0.6
        ways = page.evaluate(PLACES, ".lobby-table:last-child .button")
        assert len(ways) == 3
        assert len({one["top"] for one in ways}) == 1
        assert max(one["right"] for one in ways) <= width
