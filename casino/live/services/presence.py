"""Presence at live tables, shown by dealers within about a second although nobody at the table acts.

A sighting of a player writes one time, at most every ten seconds, and takes no lock of the table. A dealer, or a request
that finds a difference, takes it and raises the version.
"""

from django.db import transaction

from casino.live.selectors.time import database_now
from casino.live.services.seats import free_gone_seats, mark_presence, prepare_seats_update
from casino.live.services.waiting_list import move_waiting_list
from casino.services.locks import limit_lock_wait, lock_free_clock
from casino.values.clocks import DEALERS_WAIT
from internals.compiled_queries import write_rows


@transaction.atomic
def update_presence(place: int) -> bool:
    """Show who is away or back, free the seats of players who are gone, and move expired holds on.

    Returns whether anything changed; False if another transaction holds the table's lock.
    """
    limit_lock_wait(DEALERS_WAIT)
    clock = lock_free_clock(place)
    if clock is None:
        return False
    now = database_now()
    gone, marked = free_gone_seats(clock, now), mark_presence(clock, now)
    held = move_waiting_list(clock, now)
    changed = gone or marked or held
    if changed:
        write_rows(prepare_seats_update(clock, now))
    return changed
