"""Waiting for conditions instead of times: each wait has a deadline and names what did not happen."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from time import monotonic, sleep
from typing import TypeVar

from django.db import connection
from playwright.sync_api import Page

T = TypeVar("T")
NOT_HUNG = 15.0
"""Seconds that only a wait for something unresponsive exceeds; benchmarks measure speed."""
BUILDING = 300.0
"""Seconds of a UTC day in which a database is built, or its builder awaited, and then tested."""
_BLOCKED = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND wait_event_type = 'Lock'"
)
_IS_STILL = """() => document.getAnimations().every(
    (one) => one.playState === "finished" || one.effect.getComputedTiming().endTime === Infinity
)"""

_OFTEN = 50
"""Milliseconds between two checks of a page; the default checks in every animation frame."""


def wait_until(
    condition: Callable[[], T],
    failure: str,
    *,
    seconds: float = 60,
    every: float = 0.01,
    meanwhile: Callable[[], object] = lambda: None,
) -> T:
    """Return the first true value of `condition`, checked every `every` seconds.

    Calls `meanwhile` after each false value. Fails with `failure` after `seconds`.
    """
    deadline = monotonic() + seconds
    while not (answer := condition()):
        assert monotonic() < deadline, f"{failure} after {seconds:g} seconds"
        meanwhile()
        sleep(every)
    return answer


def wait_for_horizon(
    condition: Callable[[], T], *, meanwhile: Callable[[], object] = lambda: None
) -> T:
    """Wait like `wait_until`, up to 300 seconds.

    The transaction horizon is that of the whole server, where the tests of other workers have
    transactions open.
    """
    return wait_until(
        condition, "the transaction horizon has not moved", seconds=300, meanwhile=meanwhile
    )


def wait_for_room_in_day(seconds: float = 60) -> None:
    """Wait, past midnight if needed, until at least `seconds` of the UTC day are left."""

    def has_room() -> bool:
        now = datetime.now(UTC)
        return (now + timedelta(seconds=seconds)).date() == now.date()

    wait_until(has_room, "the day has not ended", seconds=2 * seconds)


def is_blocked() -> bool:
    """Return whether a connection to this worker's database waits for a lock."""
    with connection.cursor() as cursor:
        # otherwise a transaction keeps seeing its first snapshot of the activity
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(_BLOCKED)
        return bool(cursor.fetchall() != [(0,)])


def wait_until_blocked() -> None:
    wait_until(is_blocked, "no connection waits for a lock")


def wait_for_animations(page: Page) -> None:
    """Wait until every finite animation and transition of the page has finished."""
    page.wait_for_function(_IS_STILL, polling=_OFTEN)


def wait_for_buttons(page: Page) -> None:
    """Wait until the table's buttons are enabled, after the cards have landed."""
    page.wait_for_function(
        "() => document.querySelector('#table [data-asleep]') === null", polling=_OFTEN
    )
