"""What the reconciliation found, kept: while its last run failed, no money leaves the accounts that it names, or any.

Nothing here waits for a lock that the application's role could hold: whoever has that role would stop
the checks by it, unseen. What can be kept waiting all the same, a row, ends by `lock_timeout` and is told.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from django.db import DatabaseError, IntegrityError, connection, transaction

from journal.models import EventKind
from journal.services.recording import record
from wallet.ledger.models import LedgerCheck, LedgerCheckBegun
from wallet.ledger.selectors.check_runs import unfinished_checks
from wallet.ledger.selectors.reconciliation import (
    CURRENCIES,
    TRANSFERS,
    BrokenLine,
    CheckedState,
    unchecked_line,
)

BEGINS: Final = "checks can begin"
NEVER_FINISHED: Final = "checks that are begun are finished"
RESULT_KEPT: Final = "results of checks can be kept"


def begin_check() -> LedgerCheckBegun:
    """Store that a run begins, at once, so that it is missed if it dies."""
    with transaction.atomic(durable=True):
        return LedgerCheckBegun.objects.create()


def fail_unfinished_checks(now: LedgerCheckBegun) -> None:
    """Store of every run before this one that died that it failed; two that find the same one tell of it once."""
    for begun in list(unfinished_checks().filter(pk__lt=now.pk)):
        said = f"the check begun at {begun.at:%Y-%m-%d %H:%M:%S} UTC has no result"
        try:
            with transaction.atomic(durable=True):
                _store(begun, [BrokenLine(NEVER_FINISHED, 1, (said,))])
        except IntegrityError:
            if not LedgerCheck.objects.filter(begun=begun).exists():
                raise


def store_result(
    begun: LedgerCheckBegun | None, broken: Sequence[BrokenLine], saw: CheckedState | None
) -> list[BrokenLine]:
    """Store what a run found and, where a line is broken, its event: both or neither. Return what is broken.

    Where the result of `begun` has no place, for somebody wrote or holds one, that is a finding too and stands
    with the others by itself. Raises DatabaseError where nothing can be written at all: then the last result
    grows old, and withdrawals close by that.
    """
    connection.close_if_unusable_or_obsolete()  # what ended the run may have been its connection
    try:
        with transaction.atomic(durable=True):
            _store(begun, broken, saw)
    except DatabaseError as error:
        connection.close_if_unusable_or_obsolete()
        broken = [*broken, unchecked_line(RESULT_KEPT, error)]
        with transaction.atomic(durable=True):
            _store(None, broken, saw)
    return list(broken)


def _store(
    begun: LedgerCheckBegun | None, broken: Sequence[BrokenLine], saw: CheckedState | None = None
) -> None:
    LedgerCheck.objects.create(
        begun=begun,
        passed=not broken,
        findings=[str(line) for line in broken],
        players=_closed_to(broken),
        **(asdict(saw) if saw else {}),
    )
    if broken:
        data = {line.line: line.rows for line in broken}
        record(EventKind.LEDGER_BROKEN, subject="ledger", data=data)


def _closed_to(broken: Sequence[BrokenLine]) -> list[int] | None:
    """Whose withdrawals these lines close; None: everybody's, or nobody's where nothing is broken.

    What is left over of a currency is left over of transfers: where the line of transfers names all of those, their
    players are meant.
    """
    explained = any(line.line == TRANSFERS and line.players is not None for line in broken)
    named = [line.players for line in broken if not (explained and line.line == CURRENCIES)]
    if not named or None in named:
        return None
    return sorted({player for players in named for player in players or ()})
