"""Maximum win of a box and a table: by the rules at the maximum bet, and under the round limit."""

import pytest

from blackjack.presets import PRESETS
from tables.models import Table
from tables.selectors.house_tables import ATLANTIC_CITY, LIGALO, LIVE, ONE, HouseTable
from tables.words.versions import Extreme, list_extremes
from tests.tables.house import an_open_table
from tests.tables.pages import olga, opened
from tests.tables.test_bounds import limits

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("nudges")]


def shown(house: HouseTable, **changes: int) -> Extreme:
    table = an_open_table(house)
    if changes:
        Table.objects.filter(pk=table.pk).update(**changes)
    [found] = list_extremes(table.version)
    return found


def test_ligalos_limit_of_a_round_leaves_half_of_what_its_rules_allow() -> None:
    found = shown(LIGALO)

    assert (found.bet, found.limit) == (50 * ONE, 200 * ONE)
    assert (found.seat, found.whole) == (400 * ONE, 400 * ONE)
    assert (found.limited_seat, found.limited_whole) == (200 * ONE, 200 * ONE)


def test_a_limit_that_nobody_reaches_on_one_box_leaves_it_all() -> None:
    found = shown(ATLANTIC_CITY)

    assert PRESETS["atlantic_city"].seats == 5
    assert found.seat == found.limited_seat == 1_600 * ONE
    assert found.whole == found.limited_whole == 8_000 * ONE


def test_side_bets_are_outside_the_limit() -> None:
    found = shown(LIVE, max_round_usd=100 * ONE)

    assert found.seat - found.limited_seat == 300 * ONE
    assert found.limited_seat > 424 * 19 * ONE
    assert found.limited_whole == 7 * found.limited_seat


def test_the_houses_limits_count_as_well() -> None:
    limits(max_bet=20 * ONE, max_round=60 * ONE)
    found = shown(LIGALO)

    assert (found.bet, found.limit, found.seat, found.limited_seat) == (
        20 * ONE,
        60 * ONE,
        160 * ONE,
        60 * ONE,
    )


def test_the_page_of_the_version_shows_both() -> None:
    table = an_open_table()
    row = opened(olga(), "version", table.version_id).split('scope="row">Lígalo</th>')[1][:600]
    for told in ("50.00", "400.00", "200.00"):
        assert told in row
