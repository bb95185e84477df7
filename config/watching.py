"""The web watches the workers: a dead one cannot say that it is dead."""

import logging
import time
from threading import Thread
from typing import Final

from django.db import DatabaseError, close_old_connections

EVERY: Final = 15  # seconds
_log = logging.getLogger(__name__)


def watch_workers() -> None:
    """Look every quarter of a minute whether a worker lives, in a thread that ends with the process."""
    Thread(target=_watch, name="watches the workers", daemon=True).start()


def _watch() -> None:
    from journal.clocks import tell_of_silence  # noqa: PLC0415  # needs the apps, which this module is read before

    while True:
        time.sleep(EVERY)
        try:
            tell_of_silence()
        except DatabaseError:
            _log.exception("It cannot be seen whether the workers live")
        finally:
            close_old_connections()
