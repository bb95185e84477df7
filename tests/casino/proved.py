"""Full and incremental ledger checks, side by side."""

from collections.abc import Mapping
from typing import Any

from psycopg import Connection
from psycopg.sql import SQL, Identifier

from casino.reconciliation.selectors.lines import LedgerSnapshot, check_house_lines
from casino.reconciliation.services import check_ledger
from tests.casino.spoiled_records import TABLES
from tests.wallet.seals import SEALED_IN_TIME, seal_all
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
    """Return the lines with findings: number of rows, first rows, accepted rows.

    Without unsealed entries: what was written after the proof may have been prepared more than ten minutes ago.
    """
    return {
        line.line: (line.rows, line.first, line.accepted)
        for line in check_house_lines(since_proved=since_proved)
        if (line.rows or line.accepted) and line.line != SEALED_IN_TIME
    }


def part_read() -> LedgerSlice:
    """Return the slice of the ledger that an incremental check reads."""
    sight = LedgerSnapshot()
    for _line in check_house_lines(sight, since_proved=True):
        pass
    return sight.part


def prove() -> int:
    """Seal and check the whole ledger; return the block of the new checkpoint."""
    seal_all()
    assert check_ledger() == []
    assert part_read().block == Seal.objects.latest("number").number > 0
    return part_read().block


def unguarded(owner: Owner, statement: str) -> None:
    """Change rows with the triggers disabled, as only the owner or a superuser can."""
    with owner.transaction():
        for table in UNGUARDED:
            owner.execute(SQL("ALTER TABLE {} DISABLE TRIGGER USER").format(Identifier(table)))
        assert owner.execute(statement.encode()).rowcount
