"""Dealers: processes that move live tables whose deadline has passed. Any number may run at once; none is special."""

import logging
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from threading import Event
from time import monotonic
from typing import Final

from django.db import DatabaseError, close_old_connections
from django.db.models import Min

from casino.live.selectors.presence import find_tables_to_update
from casino.live.selectors.time import database_now
from casino.live.services.moving import ACTS_AT, due_tables, move_table_if_free
from casino.live.services.presence import update_presence
from casino.models import Clock
from casino.services.isolation import run_isolated
from journal.services.alive import leave_sign_of_life
from restores.selectors import is_open

_LOG = logging.getLogger(__name__)

MAX_SLEEP_SECONDS: float = 1.0
"""Maximum seconds between two scans of the tables, which also find unannounced changes."""

PRESENCE_SECONDS: Final = 0.5
"""Minimum seconds between two scans for changed presence, which need not follow every move."""

RETRY_SECONDS: Final = 0.25
"""Retry interval in seconds for a due table that cannot be moved yet: a request for its step is pending, or staff have stopped it."""

SECONDS_AFTER_MOVE: Final = 0.02
"""Seconds until the next scan after a move, because the table may be due again at once."""


def run_dealer(stop: Event, wait: Callable[[float], object] | None = None) -> None:
    """Move tables until `stop` is set. `wait` sleeps for some seconds, or less if a table has changed."""
    pause, looked = wait or stop.wait, monotonic() - PRESENCE_SECONDS
    while not stop.is_set():
        if monotonic() >= looked + PRESENCE_SECONDS:
            looked = monotonic()
            leave_sign_of_life()
            run_isolated("the presence of players could not be read", _update_all)
        moved = run_isolated("the live tables could not be read", _move_all)
        pause(SECONDS_AFTER_MOVE if moved else _seconds_to_next())
        close_old_connections()


def move_due_tables() -> int:
    """Move every due table that is not locked. Returns how many moved; a failing table does not stop the others."""
    return sum(
        run_isolated(f"live table {place} could not be moved", partial(move_table_if_free, place))
        for place in due_tables(database_now())
    )


def update_presence_at_tables() -> int:
    """Show changed presence at every live table that is not locked. Returns at how many."""
    return sum(
        run_isolated(
            f"presence at live table {place} is not shown", partial(update_presence, place)
        )
        for place in find_tables_to_update(database_now())
    )


def _move_all() -> bool:
    return is_open() and move_due_tables() > 0


def _update_all() -> bool:
    return update_presence_at_tables() > 0


def _seconds_to_next() -> float:
    """Seconds until the house may act at a table again, up to `MAX_SLEEP_SECONDS`; also if the database is down."""
    try:
        found = Clock.objects.aggregate(first=Min(ACTS_AT))["first"]
        if found is None:
            return MAX_SLEEP_SECONDS
        left = (found - database_now()) / timedelta(seconds=1)
    except DatabaseError:
        _LOG.warning("The next deadline could not be read; it is tried again", exc_info=True)
        return MAX_SLEEP_SECONDS
    return float(min(left, MAX_SLEEP_SECONDS)) if left > 0 else RETRY_SECONDS
