"""Results of ledger checks: while the latest failed, no money leaves the accounts concerned, or any account.

Nothing here waits for a lock that the application's role can hold: such a lock could stop the checks unnoticed. A
blocked row write ends by `lock_timeout` and is reported.
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
    build_unchecked_line,
)

BEGINS: Final = "checks can begin"
NEVER_FINISHED: Final = "checks that are begun are finished"
RESULT_KEPT: Final = "results of checks can be kept"


def begin_check() -> LedgerCheckBegun:
    """Commit the start of a run at once, to detect a run that dies."""
    with transaction.atomic(durable=True):
        return LedgerCheckBegun.objects.create()


def fail_unfinished_checks(now: LedgerCheckBegun) -> None:
    """Record every earlier run that died as failed; concurrent callers record it once."""
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
    """Store a result and, if a line is broken, its event, in one transaction. Return the broken lines.

    If the result of `begun` exists already or the write is blocked, that is a further finding, stored without `begun`.
    Raises DatabaseError if nothing can be written: the last result then expires, which closes withdrawals.
    """
    connection.close_if_unusable_or_obsolete()  # a broken connection may have ended the run
    try:
        with transaction.atomic(durable=True):
            _store(begun, broken, saw)
    except DatabaseError as error:
        connection.close_if_unusable_or_obsolete()
        broken = [*broken, build_unchecked_line(RESULT_KEPT, error)]
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
    """Return the players whose withdrawals these lines close; None: everybody's, or nobody's if nothing is broken.

    A surplus in a currency comes from transfers: if the line of transfers names its players, the line of currencies
    adds nobody.
    """
    explained = any(line.line == TRANSFERS and line.players is not None for line in broken)
    named = [line.players for line in broken if not (explained and line.line == CURRENCIES)]
    if not named or None in named:
        return None
    return sorted({player for players in named for player in players or ()})
