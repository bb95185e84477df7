"""What the reconciliation found, kept: while its last run failed, no money leaves the house."""

from collections.abc import Sequence

from wallet.cash.models import LedgerCheck
from wallet.reconciliation import BrokenLine


def remember_check(broken: Sequence[BrokenLine]) -> LedgerCheck:
    """Store one run of the reconciliation, with the lines that it found broken."""
    return LedgerCheck.objects.create(passed=not broken, findings=[str(line) for line in broken])
