"""Checking the ledger, by hand and by schedule: a broken line is a significant event."""

from collections.abc import Callable

from casino.selectors.reconciliation import checked_lines_of_the_house
from journal.models import Kind
from journal.services import record
from wallet.cash.services.checks import remember_check
from wallet.reconciliation import BrokenLine


def check_ledger(tell: Callable[[BrokenLine], None] | None = None) -> list[BrokenLine]:
    """Return the lines that do not hold, and write them into the journal with the number of rows that break each.

    What was found is also stored: while the last check failed, nobody may withdraw.
    `tell` is called with every line as soon as it is checked.
    """
    broken = []
    for line in checked_lines_of_the_house():
        if tell is not None:
            tell(line)
        if line.rows:
            broken.append(line)
    remember_check(broken)
    if broken:
        record(Kind.LEDGER_BROKEN, subject="ledger", data={line.line: line.rows for line in broken})
    return broken
