"""The stricter of the house's, the table's and the player's limits, and whose it is."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models.users import User
from accounts.sign_up.services.demo import register_demo_player
from tables.models import LimitDecision, LimitSet, Table
from tables.selectors.house_tables import FRIENDLY
from tables.selectors.limits import Bound, Whose, bounds
from tests.tables.house import an_open_table, manager, operator

pytestmark = pytest.mark.database


def ana() -> User:
    return register_demo_player("ana@example.test", "a-long-password-of-ana", "Ana Rosario")


def limits(player: User | None = None, approved: bool | None = True, **values: Any) -> LimitSet:  # noqa: FBT001, FBT002  reads as a sentence by name
    row = LimitSet.objects.create(player=player, reason="tests", proposed_by=operator(), **values)
    if approved is not None:
        LimitDecision.objects.create(
            proposal=row, approved=approved, reason="tests", decided_by=manager()
        )
    return row


def test_where_nothing_is_set_the_table_alone_limits() -> None:
    table, player = an_open_table(), ana()

    found = bounds(table, player.pk)
    assert found.max_bet == Bound(500_000, Whose.TABLE)
    assert found.hands_per_minute == Bound(60, Whose.TABLE)
    assert (found.max_player, found.max_side, found.min_player) == (None, None, None)


@pytest.mark.parametrize(
    ("name", "house", "player", "expected"),
    [
        ("max_bet", 400_000, None, Bound(400_000, Whose.HOUSE)),
        ("max_bet", 400_000, 300_000, Bound(300_000, Whose.PLAYER)),
        ("max_bet", 200_000, 300_000, Bound(200_000, Whose.HOUSE)),
        ("max_bet", 600_000, 700_000, Bound(500_000, Whose.TABLE)),
        ("max_bet", 500_000, 500_000, Bound(500_000, Whose.TABLE)),
        ("min_bet", 2_000, None, Bound(2_000, Whose.HOUSE)),
        ("min_bet", 500, 3_000, Bound(3_000, Whose.PLAYER)),
        ("max_round", None, 0, Bound(0, Whose.PLAYER)),
        ("max_player", None, 7_000, Bound(7_000, Whose.PLAYER)),
        ("min_player", 5_000, 4_000, Bound(5_000, Whose.HOUSE)),
        ("max_insurance", 1_000, 9_000, Bound(1_000, Whose.HOUSE)),
        ("max_side", 1_000, None, Bound(1_000, Whose.HOUSE)),
        ("hands_per_minute", 10, 20, Bound(10, Whose.HOUSE)),
        ("hands_per_day", 9_000, 100, Bound(100, Whose.PLAYER)),
        ("min_seconds_between_rounds", 2, 3, Bound(3, Whose.PLAYER)),
    ],
)
def test_the_stricter_wins_and_is_named(
    name: str, house: int | None, player: int | None, expected: Bound
) -> None:
    table, person = an_open_table(), ana()
    given: list[tuple[User | None, int | None]] = [(None, house), (person, player)]
    for whose, value in given:
        row: dict[str, Any] = {name: value}
        limits(whose, **row)

    assert getattr(bounds(table, person.pk), name) == expected


def test_the_newest_approved_ones_count_as_a_whole() -> None:
    table, player = an_open_table(), ana()
    limits(max_bet=100_000, max_round=100_000)
    limits(max_bet=200_000)
    limits(max_bet=10_000, approved=False)
    limits(max_bet=20_000, approved=None)

    found = bounds(table, player.pk)
    assert found.max_bet == Bound(200_000, Whose.HOUSE)
    assert found.max_round == Bound(2_000_000, Whose.TABLE)


def test_another_players_limits_are_nobody_elses() -> None:
    table, player = an_open_table(), ana()
    limits(player, max_bet=100_000)

    assert bounds(table).max_bet.whose is Whose.TABLE
    assert bounds(table, player.pk + 1).max_bet.whose is Whose.TABLE


def test_play_money_is_limited_by_its_table_only() -> None:
    table, player = an_open_table(FRIENDLY), ana()
    limits(max_bet=1)
    limits(player, max_bet=1)

    assert bounds(table, player.pk).max_bet == Bound(table.max_bet_usd, Whose.TABLE)


def test_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    player = ana()
    limits(max_bet=1)
    limits(player, max_bet=1)
    slug = an_open_table().slug
    table = Table.objects.select_related("version__rule_set").get(slug=slug)

    with django_assert_num_queries(1):
        bounds(table, player.pk)
