"""Completeness of the page lists: every address has a reader or a reason for having no page."""

from tests.everywhere.pages import NO_PAGE, PLAYERS, addresses
from tests.matrix.pages import PAGES


def test_every_address_has_its_line() -> None:
    there = {one.name for one in addresses()}
    assert there - {*PLAYERS, *NO_PAGE, *PAGES} == set()
    assert {*PLAYERS, *NO_PAGE} - there == set()
    assert set(PLAYERS) & {*NO_PAGE, *PAGES} == set()
