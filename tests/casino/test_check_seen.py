"""The state that a check records: the next check names a forged one."""

from dataclasses import asdict
from typing import Any
from uuid import uuid4

import pytest

from casino.reconciliation.services import check_ledger
from tests.casino.spoiled_records import SEEN
from tests.casino.test_check_records import broken, names
from tests.wallet.ledger import usd
from tests.wallet.seals import seal_all
from wallet.ledger.models import Entry, LedgerCheck, Seal
from wallet.ledger.selectors.reconciliation import read_checked_state
from wallet.ledger.services import movements

__all__ = ("names",)  # a fixture

pytestmark = [
    pytest.mark.committed,
    pytest.mark.breaks_the_ledger("that is what is tested"),
]


def test_a_check_says_what_it_saw(names: dict[str, Any]) -> None:
    seal_all()
    assert check_ledger() == []

    row, head = LedgerCheck.objects.latest("id"), Seal.objects.latest("number")

    assert (row.seal_number, bytes(row.seal_hash or b"")) == (head.number, bytes(head.hash))
    assert row.entries == Entry.objects.count()
    movements.credit_deposit(names["ana"], usd("1.00"), key=uuid4(), provider="demo")
    seal_all()
    assert check_ledger() == []


@pytest.mark.parametrize(
    "forged",
    [
        {"seal_hash": b"guessed"},
        {"seal_number": 99},
        {"seal_number": 0, "entries": 5},
        {"entries": 1},
        {"entries": 1_000_000},
    ],
)
def test_a_forged_check_that_did_not_look_is_named_by_the_next(
    names: dict[str, Any], forged: dict[str, Any]
) -> None:
    seal_all()
    assert check_ledger() == []
    row = LedgerCheck.objects.create(passed=True, **{**asdict(read_checked_state()), **forged})
    movements.credit_deposit(names["ana"], usd("1.00"), key=uuid4(), provider="demo")
    seal_all()

    (told,) = broken()[SEEN]

    assert told.startswith(f"check {row.pk} of ")
