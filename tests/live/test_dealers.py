"""Dealers move the tables that are due, even if one table is blocked."""

from datetime import timedelta
from functools import partial
from threading import Event
from uuid import uuid4

import pytest
from django.db import OperationalError, connection
from psycopg import Connection

from accounts.protection.services.exclusion import start_self_exclusion
from casino.live.selectors.time import database_now
from casino.live.services import arrivals
from casino.live.services.arrivals import record_arrival
from casino.live.services.dealers import (
    MAX_SLEEP_SECONDS,
    RETRY_SECONDS,
    move_due_tables,
    run_dealer,
)
from casino.live.services.moving import due_tables
from casino.models import Arrival, Clock, Decision
from tests.live.scenes import AGO, a_table_that_deals, clock_of, dealt_to
from tests.live.test_turns import both_decide
from tests.threads import Running
from tests.waiting import wait_until

NAMES = {"ana": 1, "luis": 2}
GRACE = timedelta(seconds=1)


@pytest.mark.committed
def test_a_player_who_is_locked_elsewhere_stops_no_other_table(
    owner_connection: Connection[object],
) -> None:
    slow, (ana, luis) = a_table_that_deals(both_decide, NAMES)
    dealt_to(ana, luis)
    free, (eva, leo) = a_table_that_deals(both_decide, {"eva": 1, "leo": 2}, "casino_floor")
    dealt_to(eva, leo)
    for guest, place in ((ana, slow), (eva, free)):
        guest.decides("stand")
        since = clock_of(place).since
        Clock.objects.filter(place=place).update(deadline=since - AGO)
    steps = {place.pk: decided(place.pk) for place in (slow, free)}

    with owner_connection.transaction():
        owner_connection.execute(
            "SELECT FROM wallet_account WHERE player_id = ANY (%s) FOR UPDATE",
            [[ana.player.pk, luis.player.pk]],
        )
        move_due_tables()
        assert decided(slow.pk) == steps[slow.pk]
        assert decided(free.pk) > steps[free.pk]

    move_due_tables()
    assert decided(slow.pk) > steps[slow.pk]


@pytest.mark.committed
def test_a_dealer_moves_tables_until_it_is_stopped() -> None:
    place, (ana, luis) = a_table_that_deals(both_decide, NAMES)
    dealt_to(ana, luis)
    stop = Event()
    dealer = Running(partial(run_dealer, stop))
    since = clock_of(place).since
    Clock.objects.filter(place=place).update(deadline=since - AGO)

    wait_until(lambda: decided(place.pk) > 0, "the dealer decided nothing")
    stop.set()

    dealer.result()


@pytest.mark.committed
def test_a_dealer_does_not_ask_all_the_time_for_a_table_that_cannot_be_moved_yet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A request for the step has arrived and is being processed: the house must not decide."""
    monkeypatch.setattr(arrivals, "ARRIVED_SECONDS", 300)
    place, (ana, luis) = a_table_that_deals(both_decide, NAMES)
    dealt_to(ana, luis)
    record_arrival(ana.player.pk, ana.round.public_id, 0)
    arrived = Arrival.objects.get().at
    Clock.objects.filter(place=place).update(deadline=arrived - AGO / 10)

    assert pauses(2) == [RETRY_SECONDS, RETRY_SECONDS]
    assert decided(place.pk) == 0


@pytest.mark.committed
def test_a_dealer_sleeps_until_the_grace_of_a_decision_is_over() -> None:
    place, (ana, luis) = a_table_that_deals(both_decide, NAMES)
    dealt_to(ana, luis)
    Clock.objects.filter(place=place).update(deadline=database_now() + timedelta(minutes=5))

    assert pauses(1) == [MAX_SLEEP_SECONDS]
    assert due_tables(clock_of(place).deadline or database_now()) == []
    assert due_tables((clock_of(place).deadline or database_now()) + GRACE) == [place.pk]


def pauses(number: int) -> list[float]:
    """Run a dealer until it has paused this many times; return the pauses in seconds."""
    stop, waited = Event(), list[float]()

    def wait(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == number:
            stop.set()

    run_dealer(stop, wait)
    return waited


@pytest.mark.committed
def test_a_dealer_outlives_its_database() -> None:
    stop, waited = Event(), list[float]()

    def gone(*_statement: object) -> None:
        raise OperationalError("the database is gone")

    def wait(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 3:
            stop.set()

    with connection.execute_wrapper(gone):
        run_dealer(stop, wait)

    assert waited == [MAX_SLEEP_SECONDS] * 3


@pytest.mark.committed
def test_a_dealer_plays_for_an_excluded_player_before_the_deadline() -> None:
    place, (ana, luis) = a_table_that_deals(both_decide, NAMES)
    dealt_to(ana, luis)
    stop = Event()
    dealer = Running(partial(run_dealer, stop))

    start_self_exclusion(ana.player, None, key=uuid4())
    wait_until(lambda: decided(place.pk) > 0, "the dealer decided nothing")
    stop.set()

    dealer.result()
    made = Decision.objects.get(deal__place=place)
    assert (made.round, made.by_house) == (ana.round, True)


def decided(place: int) -> int:
    return Decision.objects.filter(deal__place=place).count()
