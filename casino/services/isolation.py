"""Runs background work item by item: an error in one does not stop the others."""

import logging
from collections.abc import Callable

from celery.exceptions import SoftTimeLimitExceeded

from journal.services.program_errors import is_expected

_LOG = logging.getLogger(__name__)


def run_isolated(
    what: str, work: Callable[[], bool], failed: Callable[[Exception], None] = lambda _error: None
) -> bool:
    """Run `work` and return its result. An error is logged, passed to `failed`, and gives False.

    An error that passes by itself, as a lock that others hold, is logged only: the next run does the work. Both are to be transactions of their own. That the task's time is up is no error of the work, and ends the task.
    """
    try:
        return work()
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:  # noqa: BLE001  # whatever it is: the others have to go on
        if is_expected(error):
            _LOG.warning("%s; it is tried again", what, exc_info=error)
        else:
            _LOG.exception("%s", what)
            failed(error)
        return False
