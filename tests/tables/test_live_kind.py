"""Live tables: which tables may be live, and that private services refuse them."""

import dataclasses
from typing import Any

import pytest

from accounts.roles.values import Role
from casino.fairness.services.shoes import take_place
from casino.models import Participant, Place
from journal.refusals import NotFound
from tables.models import Table
from tables.refusals import Misconfigured
from tables.selectors.house_tables import LIVE_TABLES, HouseTable
from tables.services.changes import propose_change
from tables.services.validity import verify_rules, verify_table
from tests.accounts.staff import staff
from tests.casino import scenes
from tests.tables.house import an_open_table

pytestmark = pytest.mark.database


def problems(table: Table, **changes: Any) -> set[str]:
    """Return the names of the fields that make these rules invalid for this table."""
    rules = dataclasses.replace(table.version.rules, **changes)
    try:
        verify_rules(rules, table.rule_set)
    except Misconfigured as refusal:
        return {problem.field for problem in refusal.problems}
    return set()


@pytest.mark.parametrize("house", LIVE_TABLES.values(), ids=lambda house: house.slug)
def test_the_demo_s_live_tables_are_valid(house: HouseTable) -> None:
    """Each shares its rule family with the private table."""
    table = an_open_table(house)
    verify_table(table)
    assert table.is_live
    assert table.rule_set.name == house.family


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"turn_seconds": None}, "turn_seconds"),
        ({"betting_seconds": None, "intermission_seconds": None}, "betting_seconds"),
        ({"seats": 1, "seats_per_player": 1}, "seats"),
    ],
)
def test_rules_of_a_live_table_need_clocks_and_seats(changes: dict[str, Any], field: str) -> None:
    """New rules are refused while a live table plays them; a private table accepts them."""
    table = an_open_table(LIVE_TABLES["malecon"])
    assert problems(table) == set()
    assert problems(table, **changes) == {field}
    Table.objects.filter(pk=table.pk).update(kind=Table.Kind.PRIVATE)
    assert problems(table, **changes) == set()


def test_a_table_without_clocks_cannot_be_live() -> None:
    table = scenes.table_of("ligalo")
    table.kind = Table.Kind.LIVE
    with pytest.raises(Misconfigured) as refused:
        verify_table(table)
    assert {one.field for one in refused.value.problems} >= {"turn_seconds"}


def test_live_tables_have_no_private_places() -> None:
    table = an_open_table(LIVE_TABLES["malecon"])
    with pytest.raises(NotFound):
        take_place(scenes.new_player("ana@example.test"), table)
    assert not Place.objects.exists()
    assert not Participant.objects.exists()


def test_the_kind_of_a_table_never_changes() -> None:
    table = an_open_table(LIVE_TABLES["malecon"])
    values = {"kind": Table.Kind.PRIVATE}
    with pytest.raises(Misconfigured) as refused:
        propose_change(table.pk, values, reason="test", acting_user=staff(Role.OPERATOR))
    assert [one.field for one in refused.value.problems] == ["kind"]
    assert not table.changes.exists()
