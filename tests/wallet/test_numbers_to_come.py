"""Transaction numbers that the server has not reached: its data came from another server."""

from uuid import uuid4

import pytest
from django.db import DatabaseError

from tests.wallet.ledger import funded, usd
from tests.wallet.seals import Owner, seal_all, unguarded
from wallet.ledger.models import Seal
from wallet.ledger.selectors.reconciliation import find_broken_lines
from wallet.ledger.services import movements
from wallet.ledger.services.seals import seal_ledger

pytestmark = [
    pytest.mark.committed,
    pytest.mark.breaks_the_ledger("that is what is tested"),
]
TO_COME = "no transaction is of a number that this server has still to give"


@pytest.mark.parametrize(
    ("told", "poured"),
    [
        (
            "sealed",
            "UPDATE wallet_seal SET to_xact = '8589934592' WHERE number = (SELECT max(number) FROM wallet_seal)",
        ),
        ("transfers", "UPDATE wallet_transfer SET xact = '8589934592'"),
    ],
)
def test_numbers_that_the_server_has_not_reached_are_named(
    owner_connection: Owner, told: str, poured: str
) -> None:
    """As after a dump is restored on another server."""
    funded()
    seal_all()
    movements.credit_deposit(funded(), usd("2"), key=uuid4(), provider="demo")
    unguarded(owner_connection, poured)
    before = Seal.objects.count()

    (found,) = {line.line: line.first for line in find_broken_lines()}[TO_COME]
    assert found.startswith(f"{told} up to transaction 8589934592; this server counts from ")
    if told == "sealed":
        with pytest.raises(DatabaseError, match="sealed up to transaction 8589934592, and this"):
            seal_ledger()
        assert Seal.objects.count() == before
