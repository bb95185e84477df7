"""Tests that need the owner: entries older than the window, and changes refused even to the owner."""

from typing import Any

import psycopg
import pytest
from psycopg import Connection

from loyalty.models.points import PointsEntry
from loyalty.selectors.points import Points, load_points
from loyalty.selectors.tiers import find_tier
from loyalty.services import tier_refresh
from tests.loyalty.test_points import earned
from tests.loyalty.test_tiers import in_force
from tests.wallet.ledger import player

pytestmark = pytest.mark.committed


def test_not_even_the_owner_changes_what_a_player_has(owner_connection: Connection[Any]) -> None:
    ana = player()
    earned(ana, "10")
    for statement in (
        "UPDATE loyalty_account SET balance = 5",
        "UPDATE loyalty_entry SET hundredths = 5",
        "TRUNCATE loyalty_entry CASCADE",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            owner_connection.execute(statement.encode())
    assert PointsEntry.objects.get().balance_after == 1000


def test_points_older_than_the_window_do_not_count(owner_connection: Connection[Any]) -> None:
    in_force()
    ana = player()
    earned(ana, "500")
    tier_refresh.refresh_tiers()
    assert find_tier(ana).name == "Two"
    owner_connection.execute("ALTER TABLE loyalty_entry DISABLE TRIGGER USER")
    owner_connection.execute("UPDATE loyalty_entry SET earned_on = earned_on - 30")
    owner_connection.execute("ALTER TABLE loyalty_entry ENABLE TRIGGER USER")
    assert tier_refresh.refresh_tiers() == 1
    assert (find_tier(ana).name, load_points(ana)) == ("One", Points(50_000, 0))
