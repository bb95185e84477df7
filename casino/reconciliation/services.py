"""Check of the ledger; a broken line is written to the journal."""

import logging
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

from django.db import connection

from casino.reconciliation.selectors.lines import (
    LedgerSnapshot,
    check_house_lines,
    list_line_names,
)
from wallet.ledger.models import LedgerCheckBegun
from wallet.ledger.selectors.reconciliation import BrokenLine, build_unchecked_line
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
    """Check all lines, store the result, and return the broken lines, each with an event.

    Nobody can withdraw while the latest check failed. A line that cannot be checked counts as broken and ends
    the run; a failure to begin or to store the result counts as a broken line too. `tell` is called with every
    line. `copy` is a folder with an external copy of the seals. With `since_proved` only the slice after the
    last checkpoint is read; a full check that passes stores a checkpoint. Must not run inside a transaction.
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
    """Record the start, and report runs that died; an error here does not prevent the check."""
    begun = None
    try:
        begun = begin_check()
        fail_unfinished_checks(begun)
    except Exception as error:  # noqa: BLE001  after any error the check has not passed
        _log.exception("The check of the ledger cannot begin as it should")
        connection.close_if_unusable_or_obsolete()
        return begun, [build_unchecked_line(BEGINS, error)]
    return begun, []


def _as_far_as_it_goes(
    sight: LedgerSnapshot, copy: Path | None, *, since_proved: bool
) -> Iterator[BrokenLine]:
    """Yield every line as it is checked. An error becomes a finding of its line and ends the run."""
    checked = check_house_lines(sight, copy, since_proved=since_proved)
    for name in list_line_names(since_proved=since_proved):
        try:
            line = next(checked)
        except Exception as error:  # noqa: BLE001  after any error the check has not passed
            _log.exception("The check of the ledger ended at a line", extra={"line": name})
            yield build_unchecked_line(name, error)
            return
        yield line
