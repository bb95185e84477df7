"""Waiting for a condition, never for a time: each wait has a deadline and says what did not happen."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from time import monotonic, sleep
from typing import TypeVar

from django.db import connection
from playwright.sync_api import Page

T = TypeVar("T")
NOT_HUNG = 15.0
"""Seconds that nothing takes on any machine unless it waits for what does not answer. How fast it is, benchmarks measure."""
_BLOCKED = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND wait_event_type = 'Lock'"
)
_IS_STILL = """() => document.getAnimations().every(
    (one) => one.playState === "finished" || one.effect.getComputedTiming().endTime === Infinity
)"""

_OFTEN = 50
"""Milliseconds between two looks at a page, which otherwise would be drawn for each of them."""


def wait_until(
    condition: Callable[[], T],
    failure: str,
    *,
    seconds: float = 60,
    every: float = 0.01,
    meanwhile: Callable[[], object] = lambda: None,
) -> T:
    """Return the first true answer of `condition`, asked `every` so many seconds; call `meanwhile` after each false one.

    Fails with `failure`.
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
    """As `wait_until`, as long as any test may take: the transaction horizon is the whole server's, where the other workers' tests
    have transactions open."""
    return wait_until(
        condition, "the transaction horizon has not moved", seconds=300, meanwhile=meanwhile
    )


def wait_for_room_in_day(seconds: float = 60) -> None:
    """Return when at least so many seconds of the day in UTC are left, after midnight if need be."""

    def has_room() -> bool:
        now = datetime.now(UTC)
        return (now + timedelta(seconds=seconds)).date() == now.date()

    wait_until(has_room, "the day has not ended", seconds=2 * seconds)


def is_blocked() -> bool:
    """Whether a connection to this worker's database waits for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # a transaction sees the activity once
        cursor.execute(_BLOCKED)
        return bool(cursor.fetchall() != [(0,)])


def wait_until_blocked() -> None:
    """Wait until a connection to this worker's database waits for a lock."""
    wait_until(is_blocked, "no connection waits for a lock")


def wait_for_animations(page: Page) -> None:
    """Wait until every animation and transition of the page has finished; endless ones don't count."""
    page.wait_for_function(_IS_STILL, polling=_OFTEN)


def wait_for_buttons(page: Page) -> None:
    """Wait until the buttons of the table can be pressed: the cards have landed."""
    page.wait_for_function(
        "() => document.querySelector('#table [data-asleep]') === null", polling=_OFTEN
    )
