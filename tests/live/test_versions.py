"""The version of a live table never falls."""

import time
from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction

from casino.live.selectors.time import database_now
from casino.live.services.outages import record_process_mark
from casino.models import Clock, ProcessMark
from casino.services.clocks import prepare_version_update
from casino.services.locks import lock_clock
from tests.live.scenes import a_live_table, clock_of
from tests.threads import Running

pytestmark = pytest.mark.database


def test_versions_rise_across_a_restore() -> None:
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


def test_versions_rise_at_a_waiting_table_after_an_outage() -> None:
    """A restored table that waits for bets would otherwise look older than what open pages show."""
    place = a_live_table()
    shown = time.time_ns() // 1_000_000  # on open pages, before the restore
    assert clock_of(place).version < shown
    ago = database_now() - timedelta(hours=1)
    ProcessMark.objects.create(kind=ProcessMark.Kind.WEB, at=ago)

    record_process_mark(ProcessMark.Kind.WEB)

    back = clock_of(place)
    assert back.version >= shown
    assert back.phase == Clock.Phase.WAITING
    record_process_mark(ProcessMark.Kind.WEB)
    assert clock_of(place).version == back.version


@pytest.mark.committed
def test_marks_do_not_wait_for_a_table_that_is_being_moved() -> None:
    moved, other = a_live_table(), a_live_table("friendly")
    ProcessMark.objects.create(kind=ProcessMark.Kind.WEB, at=database_now() - timedelta(hours=1))

    with transaction.atomic():
        before = lock_clock(moved.pk).version
        Running(partial(record_process_mark, ProcessMark.Kind.WEB)).result()
        assert clock_of(moved).version == before

    assert clock_of(other).version > before
