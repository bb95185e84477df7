"""Dealers: ordinary processes that move live tables whose deadline has passed. Any number at once; none is special."""

import logging
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from threading import Event
from typing import Final

from django.db import DatabaseError, close_old_connections
from django.db.models import Min

from casino.live.selectors.time import database_now
from casino.live.services.moving import ACTS_AT, due_tables, move_if_free
from casino.models import Clock
from casino.services.isolation import run_isolated

_LOG = logging.getLogger(__name__)

LONGEST: float = 1.0
"""Seconds between two looks at the tables: also of one whose change was not announced."""

AGAIN: Final = 0.25
"""Seconds until a table that is due and cannot be moved yet is tried again: a request for its step is on its way, or staff have stopped it."""

SOON: Final = 0.02
"""Seconds until the next look after something has moved, which may be due again at once."""


def run_dealer(stop: Event, wait: Callable[[float], object] | None = None) -> None:
    """Move tables until `stop` is set. `wait` sleeps for some seconds, or less where a table has changed."""
    pause = wait or stop.wait
    while not stop.is_set():
        moved = run_isolated("the live tables could not be read", _move_all)
        pause(SOON if moved else _seconds_to_next())
        close_old_connections()


def move_due_tables() -> int:
    """Move every table that is due and that nobody else is moving. Returns how many moved; one that cannot stops no other."""
    return sum(
        run_isolated(f"live table {place} could not be moved", partial(move_if_free, place))
        for place in due_tables(database_now())
    )


def _move_all() -> bool:
    return move_due_tables() > 0


def _seconds_to_next() -> float:
    """Until the house may act at a table again, or the next look. A dealer outlives its database."""
    try:
        found = Clock.objects.aggregate(first=Min(ACTS_AT))["first"]
        if found is None:
            return LONGEST
        left = (found - database_now()) / timedelta(seconds=1)
    except DatabaseError:
        _LOG.warning("The next deadline could not be read; it is tried again", exc_info=True)
        return LONGEST
    return float(min(left, LONGEST)) if left > 0 else AGAIN
