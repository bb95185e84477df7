"""Isolation of background work items: an error in one does not stop the others."""

import logging
from collections.abc import Callable

from celery.exceptions import SoftTimeLimitExceeded

from journal.services.program_errors import is_transient

_LOG = logging.getLogger(__name__)


def run_isolated(
    what: str, work: Callable[[], bool], failed: Callable[[Exception], None] = lambda _error: None
) -> bool:
    """Run `work` and return its result. An error is logged, passed to `failed`, and returns False.

    A transient error, such as a lock held by others, is only logged: the next run does the work. `work` and
    `failed` should be transactions of their own. Raises `SoftTimeLimitExceeded`, which ends the task.
    """
    try:
        return work()
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:  # noqa: BLE001  # any error: the other items must go on
        if is_transient(error):
            _LOG.warning("%s; it is tried again", what, exc_info=error)
        else:
            _LOG.exception("%s", what)
            failed(error)
        return False
