"""Effective limits: the strictest of house, table and player, and whose limit it is."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models.users import User
from accounts.sign_up.services.demo import register_demo_player
from limits.models import LimitDecision, LimitSet
from limits.values import EffectiveLimit, LimitScope
from tables.models import Table
from tables.selectors.house_tables import FRIENDLY
from tables.selectors.limits import load_bounds
from tests.tables.house import an_open_table, manager, operator

pytestmark = pytest.mark.database


def ana() -> User:
    return register_demo_player("ana@example.test", "a-long-password-of-ana", "Ana Rosario")


def brief(limit: EffectiveLimit | None) -> tuple[int, LimitScope] | None:
    return None if limit is None else (limit.amount, limit.scope)


def limits(player: User | None = None, approved: bool | None = True, **values: Any) -> LimitSet:  # noqa: FBT001, FBT002  passed by name
    row = LimitSet.objects.create(player=player, reason="tests", proposed_by=operator(), **values)
    if approved is not None:
        LimitDecision.objects.create(
            proposal=row, approved=approved, reason="tests", decided_by=manager()
        )
    return row


def test_without_other_limits_the_table_limits_apply() -> None:
    table, player = an_open_table(), ana()

    found = load_bounds(table, player.pk)
    assert brief(found.max_bet) == (500_000, LimitScope.TABLE)
    assert brief(found.hands_per_minute) == (60, LimitScope.TABLE)
    assert (found.max_player, found.max_side, found.min_player) == (None, None, None)


@pytest.mark.parametrize(
    ("name", "house", "player", "expected"),
    [
        ("max_bet", 400_000, None, (400_000, LimitScope.HOUSE)),
        ("max_bet", 400_000, 300_000, (300_000, LimitScope.PLAYER)),
        ("max_bet", 200_000, 300_000, (200_000, LimitScope.HOUSE)),
        ("max_bet", 600_000, 700_000, (500_000, LimitScope.TABLE)),
        ("max_bet", 500_000, 500_000, (500_000, LimitScope.TABLE)),
        ("min_bet", 2_000, None, (2_000, LimitScope.HOUSE)),
        ("min_bet", 500, 3_000, (3_000, LimitScope.PLAYER)),
        ("max_round", None, 0, (0, LimitScope.PLAYER)),
        ("max_player", None, 7_000, (7_000, LimitScope.PLAYER)),
        ("min_player", 5_000, 4_000, (5_000, LimitScope.HOUSE)),
        ("max_insurance", 1_000, 9_000, (1_000, LimitScope.HOUSE)),
        ("max_side", 1_000, None, (1_000, LimitScope.HOUSE)),
        ("hands_per_minute", 10, 20, (10, LimitScope.HOUSE)),
        ("hands_per_day", 9_000, 100, (100, LimitScope.PLAYER)),
        ("min_seconds_between_rounds", 2, 3, (3, LimitScope.PLAYER)),
    ],
)
def test_the_stricter_limit_applies_and_is_named(
    name: str, house: int | None, player: int | None, expected: tuple[int, LimitScope]
) -> None:
    table, person = an_open_table(), ana()
    given: list[tuple[User | None, int | None]] = [(None, house), (person, player)]
    for whose, value in given:
        row: dict[str, Any] = {name: value}
        limits(whose, **row)

    assert brief(getattr(load_bounds(table, person.pk), name)) == expected


def test_the_newest_approved_ones_count_as_a_whole() -> None:
    table, player = an_open_table(), ana()
    limits(max_bet=100_000, max_round=100_000)
    limits(max_bet=200_000)
    limits(max_bet=10_000, approved=False)
    limits(max_bet=20_000, approved=None)

    found = load_bounds(table, player.pk)
    assert brief(found.max_bet) == (200_000, LimitScope.HOUSE)
    assert brief(found.max_round) == (2_000_000, LimitScope.TABLE)


def test_limits_of_a_player_apply_to_that_player_only() -> None:
    table, player = an_open_table(), ana()
    limits(player, max_bet=100_000)

    assert load_bounds(table).max_bet.scope is LimitScope.TABLE
    assert load_bounds(table, player.pk + 1).max_bet.scope is LimitScope.TABLE


def test_play_money_is_limited_by_its_table_only() -> None:
    table, player = an_open_table(FRIENDLY), ana()
    limits(max_bet=1)
    limits(player, max_bet=1)

    assert brief(load_bounds(table, player.pk).max_bet) == (table.max_bet_usd, LimitScope.TABLE)


def test_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    player = ana()
    limits(max_bet=1)
    limits(player, max_bet=1)
    slug = an_open_table().slug
    table = Table.objects.select_related("version__rule_set").get(slug=slug)

    with django_assert_num_queries(1):
        load_bounds(table, player.pk)
