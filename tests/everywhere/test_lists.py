"""That no address is forgotten: each shows a page that somebody looks at, or says what it is instead."""

from tests.everywhere.pages import NO_PAGE, PLAYERS, addresses
from tests.matrix.pages import PAGES


def test_every_address_has_its_line() -> None:
    there = {one.name for one in addresses()}
    assert there - {*PLAYERS, *NO_PAGE, *PAGES} == set()
    assert {*PLAYERS, *NO_PAGE} - there == set()
    assert set(PLAYERS) & {*NO_PAGE, *PAGES} == set()
