"""Checks of either kind beside each other: of everything, and of what came since that passed."""

from collections.abc import Mapping
from typing import Any

from psycopg import Connection
from psycopg.sql import SQL, Identifier

from casino.reconciliation.selectors.lines import LedgerSnapshot, checked_lines_of_the_house
from casino.reconciliation.services import check_ledger
from tests.casino.test_check_records import TABLES
from tests.wallet.seals import seal_all
from wallet.ledger.models import Seal
from wallet.ledger.selectors.slices import LedgerSlice

Owner = Connection[Any]
Findings = Mapping[str, tuple[int, tuple[str, ...], tuple[str, ...]]]
UNGUARDED = (
    *TABLES,
    *("wallet_account", "wallet_open_stake", "wallet_withdrawal_hold"),
    *("wallet_rollup", "wallet_seal"),
)


def findings(*, since_proved: bool) -> Findings:
    """What a check of either kind says of the lines of which it says anything."""
    return {
        line.line: (line.rows, line.first, line.accepted)
        for line in checked_lines_of_the_house(since_proved=since_proved)
        if line.rows or line.accepted
    }


def part_read() -> LedgerSlice:
    """What a check since the proof reads."""
    sight = LedgerSnapshot()
    for _line in checked_lines_of_the_house(sight, since_proved=True):
        pass
    return sight.part


def prove() -> int:
    """Seal and read everything; return the block that is proved then."""
    seal_all()
    assert check_ledger() == []
    assert part_read().block == Seal.objects.latest("number").number > 0
    return part_read().block


def unguarded(owner: Owner, statement: str) -> None:
    """What an owner can do, and a superuser: change rows with the guards off."""
    with owner.transaction():
        for table in UNGUARDED:
            owner.execute(SQL("ALTER TABLE {} DISABLE TRIGGER USER").format(Identifier(table)))
        assert owner.execute(statement.encode()).rowcount
