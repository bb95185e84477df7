"""A decision counts by its request's arrival time, however long it then waits for the table's lock."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.db import transaction

from casino.live.refusals import TooLate
from casino.live.selectors.time import database_now
from casino.live.services import turns
from casino.live.services.arrivals import record_arrival
from casino.live.services.moving import move_table
from casino.models import Arrival, Clock, Decision, Round
from casino.refusals import Conflict
from casino.services.locks import lock_clock
from tests.live.scenes import Guest, a_table_that_deals, clock_of, dealt_to, running
from tests.live.test_turns import both_decide
from tests.threads import Running
from tests.waiting import wait_until_blocked

GRACE = timedelta(seconds=1)
LEFT_ALONE = timedelta(seconds=5)
MOMENT = timedelta(milliseconds=100)


def asked() -> Guest:
    _, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    return ana


@contextmanager
def a_decision_that_waits(
    ana: Guest, before: timedelta
) -> Iterator[tuple[Running[Round], datetime]]:
    """Lock the table; yield a decision that arrived this long before the grace period's end, and its arrival time."""
    with transaction.atomic():
        clock = lock_clock(ana.place.pk)
        deciding = Running(partial(ana.decides, "stand"))
        wait_until_blocked()
        at = Arrival.objects.get().at
        Clock.objects.filter(pk=clock.pk).update(deadline=at + before - GRACE)
        yield deciding, at


@pytest.mark.committed
def test_a_request_in_time_that_waits_for_the_lock_is_not_timed_out() -> None:
    ana = asked()

    with a_decision_that_waits(ana, MOMENT) as (deciding, at):
        assert not move_table(ana.place.pk, at + LEFT_ALONE - MOMENT)

    assert deciding.result().pk == ana.round.pk
    assert not Decision.objects.get().by_house


@pytest.mark.committed
def test_its_step_is_left_alone_for_five_seconds_and_no_longer() -> None:
    ana = asked()

    with a_decision_that_waits(ana, MOMENT) as (deciding, at):
        assert move_table(ana.place.pk, at + LEFT_ALONE + MOMENT)

    with pytest.raises(Conflict):
        deciding.result()
    assert Decision.objects.get().by_house


@pytest.mark.committed
def test_a_request_after_the_grace_is_not_waited_for() -> None:
    ana = asked()

    with a_decision_that_waits(ana, -MOMENT) as (deciding, at):
        assert move_table(ana.place.pk, at + MOMENT)

    with pytest.raises(Conflict):
        deciding.result()
    assert Decision.objects.get().by_house


@pytest.mark.database
@pytest.mark.parametrize(("before", "counts"), [(MOMENT, 1), (-MOMENT, 0)])
def test_a_decision_counts_by_its_own_arrival_within_the_grace(
    before: timedelta, counts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The arrival of an earlier request for the same step does not count."""
    ana = asked()
    record_arrival(ana.player.pk, ana.round.public_id, running(ana.place).step)
    deadline = database_now() + timedelta(minutes=1)
    Clock.objects.filter(place=ana.place).update(deadline=deadline)
    at = deadline + GRACE - before
    monkeypatch.setattr(turns, "record_arrival", lambda *_request: at)

    with suppress(TooLate):
        ana.decides("stand")

    assert Decision.objects.count() == counts


@pytest.mark.database
def test_a_request_that_follows_a_refused_one_is_awaited_too() -> None:
    ana = asked()
    first = database_now() - timedelta(seconds=20)
    step = running(ana.place).step
    record_arrival(ana.player.pk, ana.round.public_id, step)
    Arrival.objects.update(at=first)
    record_arrival(ana.player.pk, ana.round.public_id, step)
    now = database_now()
    Clock.objects.filter(place=ana.place).update(deadline=now - GRACE)

    assert not move_table(ana.place.pk, now + MOMENT)

    assert clock_of(ana.place).phase == Clock.Phase.TURNS
    assert not Decision.objects.exists()
