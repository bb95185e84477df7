"""The version of a live table never falls."""

import time

import pytest

from casino.services.clocks import record_visible_change
from tests.live.scenes import a_live_table, clock_of

pytestmark = pytest.mark.database


def test_it_rises_also_over_a_restore_from_a_backup() -> None:
    """Open pages have seen versions that the restored table does not know."""
    clock = clock_of(a_live_table())
    record_visible_change(clock)
    seen = clock.version
    for _ in range(3):
        record_visible_change(clock)
        assert clock.version > seen
        seen = clock.version

    clock.version = 3  # as after a restore
    while time.time_ns() // 1_000_000 <= seen:
        pass
    record_visible_change(clock)

    assert clock.version > seen
