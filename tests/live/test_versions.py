"""The version of a live table never falls."""

import time

import pytest

from casino.services.clocks import prepare_version_update
from tests.live.scenes import a_live_table, clock_of

pytestmark = pytest.mark.database


def test_it_rises_also_over_a_restore_from_a_backup() -> None:
    """Open pages have seen versions that the restored table does not know."""
    clock = clock_of(a_live_table())
    prepare_version_update(clock)
    seen = clock.version
    for _ in range(3):
        prepare_version_update(clock)
        assert clock.version > seen
        seen = clock.version

    clock.version = 3  # as after a restore
    while time.time_ns() // 1_000_000 <= seen:
        pass
    prepare_version_update(clock)

    assert clock.version > seen
