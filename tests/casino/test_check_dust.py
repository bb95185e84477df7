"""Dust paid up: excused with the closing of its account, once per currency, reported otherwise."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from psycopg import Connection

from accounts.models.users import User
from accounts.roles.values import Role
from tests.accounts.staff import staff
from tests.casino.spoiled_records import CORRECTIONS
from tests.casino.test_check_records import broken, names
from tests.wallet.ledger import ask
from wallet.cash.services import closing, withdrawals
from wallet.ledger.services import movements
from wallet.money.values import Money

__all__ = ("names",)  # a fixture

pytestmark = [
    pytest.mark.committed,
    pytest.mark.breaks_the_ledger("that is what is tested"),
]


def test_dust_that_is_paid_up_with_its_closing_needs_no_correction_and_nothing_else_is_dust(
    names: dict[str, Any], owner_connection: Connection[Any], settings: Any
) -> None:
    ana, clerk = names["ana"], staff(Role.COMPLIANCE_ANALYST)
    withdrawals.refuse_withdrawal(
        names["W"], seen=1, acting_user=staff(Role.CASHIER), reason="x", told_player="review"
    )
    taken = movements.adjust_balance(ana, Money(-60, "USD"), key=uuid4(), reason="x").transfer_id
    part = movements.adjust_balance(ana, Money(20, "USD"), key=uuid4(), reason="x").transfer_id
    closing.close_account(ana, key=uuid4(), acting_user=clerk, reason="x")
    paid = ask("SELECT max(id) FROM wallet_transfer WHERE currency_id = 'USD'")
    coin = movements.adjust_balance(ana, Money(100, "USD"), key=uuid4(), reason="x").transfer_id
    settings.DEMO_PROVIDER_ENABLED = False
    others = [f"transfer {taken}: adjust of -60", f"transfer {part}: adjust of 20"]

    assert _by_hand() == [*others, f"transfer {coin}: adjust of 100"]
    # no excuse if the owner reopened the account, or another transaction closed it
    with owner_connection.transaction():
        owner_connection.execute("ALTER TABLE accounts_user DISABLE TRIGGER USER")
        owner_connection.execute("UPDATE accounts_user SET state = 'active' WHERE id = %s", [ana])
    assert _by_hand()[2:] == [f"transfer {paid}: adjust of 40", f"transfer {coin}: adjust of 100"]
    User.objects.filter(pk=ana).update(state="closed")
    with owner_connection.transaction():
        owner_connection.execute("ALTER TABLE wallet_closing DISABLE TRIGGER USER")
        owner_connection.execute("UPDATE wallet_closing SET xact = '3'")
    assert _by_hand()[2:] == [f"transfer {paid}: adjust of 40", f"transfer {coin}: adjust of 100"]


def test_dust_is_paid_up_once_however_much_the_transaction_of_the_closing_does(
    names: dict[str, Any], settings: Any
) -> None:
    """Otherwise any amount could leave, taken out in parts and paid up each time."""
    ana, clerk = names["ana"], staff(Role.COMPLIANCE_ANALYST)
    withdrawals.refuse_withdrawal(
        names["W"], seen=1, acting_user=staff(Role.CASHIER), reason="x", told_player="review"
    )
    taken = movements.adjust_balance(ana, Money(-60, "USD"), key=uuid4(), reason="x").transfer_id
    with transaction.atomic():
        closing.close_account(ana, key=uuid4(), acting_user=clerk, reason="x")
        out = movements.adjust_balance(ana, Money(-99, "USD"), key=uuid4(), reason="x").transfer_id
        back = movements.adjust_balance(ana, Money(99, "USD"), key=uuid4(), reason="x").transfer_id
    settings.DEMO_PROVIDER_ENABLED = False

    named = [(taken, -60), (out, -99), (back, 99)]
    assert _by_hand() == [f"transfer {number}: adjust of {units}" for number, units in named]


def test_dust_that_is_paid_up_without_a_closing_is_named(
    names: dict[str, Any], settings: Any
) -> None:
    movements.adjust_balance(names["ana"], Money(-60, "USD"), key=uuid4(), reason="x")
    coin = movements.adjust_balance(
        names["ana"], Money(60, "USD"), key=uuid4(), reason="x"
    ).transfer_id
    settings.DEMO_PROVIDER_ENABLED = False
    assert _by_hand()[1:] == [f"transfer {coin}: adjust of 60"]


def _by_hand() -> list[str]:
    """Return the USD adjustments that the check names, one per line."""
    found = broken().get(CORRECTIONS, ())
    return [line.partition(" USD of player")[0] for line in found if " USD of player" in line]
