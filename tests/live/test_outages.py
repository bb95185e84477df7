"""Players who were being asked get the time of an outage back."""

from datetime import datetime, timedelta

import pytest

from casino.live.selectors.time import database_now
from casino.live.services.moving import move_table
from casino.live.services.outages import record_process_mark
from casino.models import Clock, Decision, Outage, ProcessMark, Round
from casino.reconciliation.selectors.lines import find_broken_play_lines
from journal.models import Event
from tests.live.scenes import (
    AGO,
    Guest,
    a_live_table,
    a_table_that_deals,
    clock_of,
    dealt_to,
    rings,
    time_passes,
)
from tests.live.test_turns import both_decide
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database


def asked() -> Guest:
    _, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    return ana


def test_a_gap_between_two_marks_is_an_outage() -> None:
    record_process_mark(ProcessMark.Kind.WEB)
    record_process_mark(ProcessMark.Kind.WEB)
    assert not Outage.objects.exists()
    ProcessMark.objects.update(at=database_now() - AGO)

    record_process_mark(ProcessMark.Kind.WEB)

    outage = Outage.objects.get()
    assert outage.ended - outage.began >= AGO


def test_an_outage_times_nobody_out() -> None:
    ana = asked()
    ProcessMark.objects.create(kind=ProcessMark.Kind.WEB, at=database_now() - AGO)

    assert not time_passes(ana.place)

    assert not Decision.objects.exists()


def test_a_turn_has_its_full_time_again_after_an_outage_once() -> None:
    ana = asked()
    clock = clock_of(ana.place)
    moment = timedelta(milliseconds=1)
    Outage.objects.create(
        kind=ProcessMark.Kind.WEB, began=clock.since + moment, ended=clock.since + 2 * moment
    )

    late = runs_out(ana)
    assert not Decision.objects.exists()
    again = clock_of(ana.place)
    assert again.deadline is not None
    assert again.deadline - late == (clock.deadline or late) - clock.since
    runs_out(ana)

    assert Decision.objects.filter(by_house=True).count() == 1


def runs_out(guest: Guest) -> datetime:
    """Move the table when the present clock and the grace period have run out; return that time."""
    deadline = clock_of(guest.place).deadline
    assert deadline is not None
    assert move_table(guest.place.pk, deadline + AGO)
    return deadline + AGO


def test_a_deal_that_cannot_go_on_for_ten_minutes_is_cancelled() -> None:
    ana = asked()
    since = clock_of(ana.place).since

    assert move_table(ana.place.pk, since + timedelta(minutes=11))

    assert ana.round.status == Round.Status.CANCELLED
    assert move_table(ana.place.pk, since + timedelta(minutes=11))
    assert balance(ana.player.pk, "USD") == Money.parse("1000", "USD")
    assert clock_of(ana.place).phase == Clock.Phase.WAITING
    assert Event.objects.filter(kind="round_frozen").exists()
    assert find_broken_play_lines() == []


def test_bets_return_after_ten_minutes_of_an_exchange_though_a_part_of_the_house_stays_down() -> (
    None
):
    place = a_live_table()
    guests = [Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)]
    for box, guest in enumerate(guests, 1):
        guest.bets({box: "10"})
    rings(place)
    since = clock_of(place).since
    ProcessMark.objects.create(kind=ProcessMark.Kind.STREAMS, at=since)

    assert not move_table(place.pk, since + timedelta(minutes=9))
    assert move_table(place.pk, since + timedelta(minutes=11))

    for guest in guests:
        assert balance(guest.player.pk, "USD") == Money.parse("1000", "USD")
        assert guest.participant.deals_to_miss == 0
    assert find_broken_play_lines() == []


def test_a_deal_is_cancelled_after_ten_minutes_though_a_part_of_the_house_stays_down() -> None:
    ana = asked()
    since = clock_of(ana.place).since
    ProcessMark.objects.create(kind=ProcessMark.Kind.STREAMS, at=since)

    assert not move_table(ana.place.pk, since + timedelta(minutes=9))
    assert move_table(ana.place.pk, since + timedelta(minutes=11))

    assert ana.round.status == Round.Status.CANCELLED
    assert find_broken_play_lines() == []
