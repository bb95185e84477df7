"""What needs an owner who goes past the guards: points that are spent, and points of long ago."""

from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg import Connection

from loyalty import services
from loyalty.models import Entry
from loyalty.selectors import Points, points_of, tier_of
from tests.loyalty.test_points import earned, kinds
from tests.loyalty.test_tiers import in_force
from tests.wallet.ledger import player

pytestmark = pytest.mark.usefixtures("committed_db")


def spent(person: int, hundredths: int, owner: Connection[Any]) -> None:
    """Points that are gone, as a redemption would take them."""
    owner.execute("ALTER TABLE loyalty_account DISABLE TRIGGER USER")
    owner.execute(
        "UPDATE loyalty_account SET balance = balance - %s WHERE player_id = %s",
        [hundredths, person],
    )
    owner.execute("ALTER TABLE loyalty_account ENABLE TRIGGER USER")


def test_later_points_repay_first_what_is_owed_and_an_undoing_leaves_nothing_owed(
    owner_connection: Connection[Any],
) -> None:
    ana = player()
    first = earned(ana, "10")
    spent(ana, 700, owner_connection)
    assert services.reverse(ana, first, uuid4()) == services.Change(-1000, 700)
    assert points_of(ana) == Points(0, 700)
    earned(ana, "3")
    assert points_of(ana) == Points(0, 400)
    assert services.restore(ana, first, uuid4()) == services.Change(1000, -400)
    assert points_of(ana) == Points(600, 0)
    assert kinds(ana) == [
        ("earned", 1000),
        ("debt", 700),
        ("reversed", -1000),
        ("earned", 300),
        ("repaid", -300),
        ("restored", 1000),
        ("repaid", -400),
    ]


def test_not_even_the_owner_changes_what_a_player_has(owner_connection: Connection[Any]) -> None:
    ana = player()
    earned(ana, "10")
    for statement in (
        "UPDATE loyalty_account SET balance = 5",
        "UPDATE loyalty_entry SET hundredths = 5",
        "TRUNCATE loyalty_entry",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            owner_connection.execute(statement.encode())
    assert Entry.objects.get().balance_after == 1000


def test_points_older_than_the_window_do_not_count(owner_connection: Connection[Any]) -> None:
    in_force()
    ana = player()
    earned(ana, "500")
    services.refresh_tiers()
    assert tier_of(ana).name == "Two"
    owner_connection.execute("ALTER TABLE loyalty_entry DISABLE TRIGGER USER")
    owner_connection.execute("UPDATE loyalty_entry SET earned_on = earned_on - 30")
    owner_connection.execute("ALTER TABLE loyalty_entry ENABLE TRIGGER USER")
    assert services.refresh_tiers() == 1
    assert (tier_of(ana).name, points_of(ana)) == ("One", Points(50_000, 0))
