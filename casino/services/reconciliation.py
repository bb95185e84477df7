"""Checking the ledger, by hand and by schedule: a broken line is a significant event."""

from casino.selectors.reconciliation import broken_lines_of_the_house
from journal.models import Kind
from journal.services import record
from wallet.reconciliation import BrokenLine


def check_ledger() -> list[BrokenLine]:
    """Return the lines that do not hold, and write them into the journal with the number of rows that break each."""
    broken = broken_lines_of_the_house()
    if broken:
        record(Kind.LEDGER_BROKEN, subject="ledger", data={line.line: line.rows for line in broken})
    return broken
