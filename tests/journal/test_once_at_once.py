"""Concurrent callers record the same event once."""

from functools import partial

import pytest
from django.db import transaction

from journal.models import Event, EventKind
from journal.services.recording import record, record_once
from tests.casino.test_closing_at_once import one_before_the_other
from tests.threads import at_once

pytestmark = pytest.mark.committed
TELL = partial(record_once, EventKind.ROUND_FROZEN, subject="round 1")


def test_a_concurrent_repeat_records_nothing() -> None:
    assert one_before_the_other(TELL, TELL) == (True, False)
    assert Event.objects.filter(kind="round_frozen").count() == 1


def test_a_rolled_back_event_is_not_recorded() -> None:
    with transaction.atomic():
        assert TELL()
        transaction.set_rollback(True)
    assert TELL()
    assert not TELL()


def test_concurrent_events_are_recorded_once() -> None:
    assert sum(at_once(*[TELL] * 8)) == 1


@pytest.mark.empty
def test_other_subjects_kinds_and_times_are_recorded() -> None:
    assert TELL()
    assert record_once(EventKind.ROUND_FROZEN, subject="round 2")
    assert record_once(EventKind.SHOE_FAILED, subject="round 1")
    assert record_once(EventKind.ROUND_FROZEN, subject="round 1", once="2026-11-22")
    record(EventKind.ROUND_FROZEN, subject="round 1")
    assert not TELL()
    assert Event.objects.count() == 5
