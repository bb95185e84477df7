"""Checks the ledger; a broken line is written to the journal."""

import logging
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

from django.db import connection

from casino.reconciliation.selectors.lines import (
    LedgerSnapshot,
    checked_lines_of_the_house,
    names_of_lines,
)
from wallet.ledger.models import LedgerCheckBegun
from wallet.ledger.selectors.reconciliation import BrokenLine, unchecked_line
from wallet.ledger.services import checkpoint
from wallet.ledger.services.check_results import (
    BEGINS,
    begin_check,
    fail_unfinished_checks,
    store_result,
)

_log = logging.getLogger(__name__)


def check_ledger(
    tell: Callable[[BrokenLine], object] | None = None,
    copy: Path | None = None,
    *,
    since_proved: bool = False,
) -> list[BrokenLine]:
    """Return the lines that do not hold, and write them into the journal with the number of rows that break each.

    What was found is also stored: while the last check failed, nobody may withdraw. A line that
    cannot be checked counts as broken and ends the run; that it could not begin, or that its result
    has no place, is a finding as well. `tell` is called with every line as soon as it is checked.
    `copy` is a folder with a copy of the seals from elsewhere, compared as well. With `since_proved` only what came after
    the last proof is read; a check that read everything and passed leaves one. Not inside a transaction.
    """
    tell = tell or (lambda _line: None)
    begun, refused = _begun()
    broken: list[BrokenLine] = []
    sight = LedgerSnapshot()
    for line in chain(refused, _as_far_as_it_goes(sight, copy, since_proved=since_proved)):
        tell(line)
        if line.rows:
            broken.append(line)
    remembered = store_result(begun, broken, sight.seen)
    for line in remembered[len(broken) :]:
        tell(line)
    if sight.proved and not remembered:
        checkpoint.store_checkpoint(sight.proved)
    return remembered


def _begun() -> tuple[LedgerCheckBegun | None, list[BrokenLine]]:
    """Begin a run, and tell of those that died; what cannot be done of it does not keep the lines from being checked."""
    begun = None
    try:
        begun = begin_check()
        fail_unfinished_checks(begun)
    except Exception as error:  # noqa: BLE001  whatever it is, the check did not pass
        _log.exception("The check of the ledger cannot begin as it should")
        connection.close_if_unusable_or_obsolete()
        return begun, [unchecked_line(BEGINS, error)]
    return begun, []


def _as_far_as_it_goes(
    sight: LedgerSnapshot, copy: Path | None, *, since_proved: bool
) -> Iterator[BrokenLine]:
    """Yield every line as it is checked; an error becomes a finding of its line."""
    checked = checked_lines_of_the_house(sight, copy, since_proved=since_proved)
    for name in names_of_lines(since_proved=since_proved):
        try:
            line = next(checked)
        except Exception as error:  # noqa: BLE001  whatever it is, the check did not pass
            _log.exception("The check of the ledger ended at a line", extra={"line": name})
            yield unchecked_line(name, error)
            return
        yield line
