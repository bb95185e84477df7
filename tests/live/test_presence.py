"""Who is away, gone or back is shown within about a second, although nobody at the table acts."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from threading import Event

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from casino.live.selectors.table_state import load_table
from casino.live.selectors.time import database_now
from casino.live.services.dealers import move_due_tables, run_dealer, update_presence_at_tables
from casino.live.services.seats import free_unseen_seats, leave_seats, mark_player_seen
from casino.live.services.waiting_list import join_waiting_list
from casino.live.values.seating import AWAY_AFTER, BOX_HELD_FOR, LAST_SEEN_INTERVAL, SEAT_LOST_AFTER
from casino.live.words.box_view import view_boxes
from casino.models import Clock, Outage, Participant, Place, ProcessMark, Seat, WaitingPlayer
from tests.fixtures.reading import read_in
from tests.live.scenes import Guest, a_live_table, clock_of, dealt_to, played_out
from tests.threads import Running
from tests.waiting import wait_until

pytestmark = pytest.mark.database
MOMENT = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with override("en"):
        yield


def two() -> tuple[Guest, Guest]:
    place = a_live_table()
    return Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)


def last_seen(guest: Guest, ago: timedelta) -> None:
    Participant.objects.filter(pk=guest.participant.pk).update(seen_at=database_now() - ago)


def states(place: Place, box: int) -> list[str]:
    return view_boxes(load_table(place), set())[box - 1].states


def taken(place: Place) -> list[int]:
    return list(Seat.objects.filter(place=place).order_by("box").values_list("box", flat=True))


def test_leaving_and_returning_raise_the_version_once_each() -> None:
    ana, luis = two()
    place, versions = ana.place, [clock_of(ana.place).version]
    assert update_presence_at_tables() == 0

    last_seen(luis, AWAY_AFTER + MOMENT)
    assert update_presence_at_tables() == 1
    versions.append(clock_of(place).version)
    assert (states(place, 1), states(place, 2)) == ([], ["away"])
    assert update_presence_at_tables() == 0

    mark_player_seen(luis.player, place)
    assert clock_of(place).version == versions[-1]
    assert update_presence_at_tables() == 1
    versions.append(clock_of(place).version)
    assert states(place, 2) == []
    assert update_presence_at_tables() == 0
    assert versions == sorted(set(versions))


def test_a_sighting_of_a_player_who_is_not_away_writes_nothing_at_the_table() -> None:
    ana, luis = two()
    last_seen(luis, LAST_SEEN_INTERVAL + MOMENT)
    before = clock_of(ana.place).version

    with CaptureQueriesContext(connection) as asked:
        mark_player_seen(luis.player, luis.place)
    assert len(asked) == 1
    with CaptureQueriesContext(connection) as asked:
        assert update_presence_at_tables() == 0

    assert len(asked) == 2  # the time, and the places
    assert clock_of(ana.place).version == before


@pytest.mark.committed
def test_a_dealer_shows_absent_and_returned_players() -> None:
    ana, luis = two()
    stop = Event()
    dealer = Running(partial(run_dealer, stop))

    last_seen(luis, AWAY_AFTER + MOMENT)
    wait_until(Seat.objects.filter(box=2, is_away=True).exists, "nobody is shown as away")
    away = clock_of(ana.place).version
    mark_player_seen(luis.player, luis.place)
    wait_until(Seat.objects.filter(box=2, is_away=False).exists, "nobody is shown as back")
    stop.set()

    dealer.result()
    assert clock_of(ana.place).version > away


def reader(guest: Guest) -> Client:
    client = Client()
    client.force_login(guest.player)
    read_in(client, "en")
    return client


def test_without_a_dealer_a_request_shows_absent_and_returned_players() -> None:
    ana, luis = two()
    place = ana.place
    of_ana, of_luis = reader(ana), reader(luis)
    base = f"/live/{place.table.slug}"
    last_seen(luis, AWAY_AFTER + MOMENT)
    before = clock_of(place).version

    assert ">away<" in of_ana.get(f"{base}/felt/").text
    away = clock_of(place).version
    assert away > before
    assert ">away<" in of_ana.get(f"{base}/felt/").text
    assert clock_of(place).version == away

    of_luis.get(f"{base}/own/")
    assert clock_of(place).version > away
    assert ">away<" not in of_ana.get(f"{base}/felt/").text


def test_betting_ends_when_the_only_seat_without_a_bet_goes_away() -> None:
    ana, luis = two()
    ana.bets({1: "10"})
    assert clock_of(ana.place).phase == Clock.Phase.BETTING

    last_seen(luis, AWAY_AFTER + MOMENT)
    update_presence_at_tables()
    move_due_tables()

    assert clock_of(ana.place).phase == Clock.Phase.SEALING


def test_betting_ends_when_the_only_seat_without_a_bet_is_left() -> None:
    ana, luis = two()
    ana.bets({1: "10"})

    leave_seats(luis.player, luis.place)
    move_due_tables()

    assert clock_of(ana.place).phase == Clock.Phase.SEALING


def test_in_the_pause_the_bell_rings_when_the_only_seat_without_a_bet_is_left() -> None:
    ana, luis = two()
    dealt_to(ana, luis)
    played_out(ana.place)
    ana.bets({1: "10"})
    assert clock_of(ana.place).phase == Clock.Phase.INTERMISSION

    leave_seats(luis.player, luis.place)
    move_due_tables()

    assert clock_of(ana.place).phase == Clock.Phase.SEALING


def test_a_seat_that_is_left_while_another_is_awaited_ends_nothing() -> None:
    ana, luis = two()
    Guest(ana.place, "eva").sits(3)
    ana.bets({1: "10"})

    leave_seats(luis.player, luis.place)
    assert move_due_tables() == 0

    assert clock_of(ana.place).phase == Clock.Phase.BETTING


def test_a_player_who_has_gone_loses_the_seat_between_deals_without_any_request() -> None:
    ana, luis = two()
    last_seen(luis, SEAT_LOST_AFTER + MOMENT)

    assert update_presence_at_tables() == 1

    assert taken(ana.place) == [1]


def test_a_player_who_has_gone_keeps_the_seat_while_a_bet_or_a_deal_of_it_is_on_the_table() -> None:
    ana, luis = two()
    luis.bets({2: "10"})
    last_seen(luis, SEAT_LOST_AFTER + MOMENT)
    update_presence_at_tables()
    assert taken(ana.place) == [1, 2]
    ana.bets({1: "10"})
    for guest in (ana, luis):
        guest.opens()

    update_presence_at_tables()

    assert taken(ana.place) == [1, 2]


def an_outage() -> None:
    now = database_now()
    Outage.objects.create(
        kind=ProcessMark.Kind.WEB, began=now - SEAT_LOST_AFTER, ended=now - MOMENT
    )


def a_dead_web() -> None:
    ProcessMark.objects.create(kind=ProcessMark.Kind.WEB, at=database_now() - 10 * MOMENT)


@pytest.mark.parametrize("fault", [an_outage, a_dead_web])
def test_an_outage_costs_nobody_a_seat_or_turn(
    fault: Callable[[], None],
) -> None:
    """No page could tell that its player was there."""
    place = a_live_table()
    guests = [Guest(place, f"p{box}").sits(box) for box in range(1, 8)]
    eva = Guest(place, "eva")
    join_waiting_list(eva.player, place)
    Participant.objects.update(seen_at=database_now() - SEAT_LOST_AFTER - MOMENT)
    fault()

    update_presence_at_tables()
    free_unseen_seats(place)

    assert taken(place) == list(range(1, 8))
    assert WaitingPlayer.objects.get().player == eva.player
    Outage.objects.all().delete()
    ProcessMark.objects.all().delete()
    last_seen(guests[0], MOMENT)
    update_presence_at_tables()
    assert taken(place) == [1]
    assert not WaitingPlayer.objects.exists()


def waiting_for_a_box() -> tuple[Place, Guest, Guest]:
    """Return a full table with two waiting players; box 3 is free and held for the first of them."""
    place = a_live_table()
    guests = [Guest(place, f"p{box}").sits(box) for box in range(1, 8)]
    eva, leo = Guest(place, "eva"), Guest(place, "leo")
    for guest in (eva, leo):
        join_waiting_list(guest.player, place)
    leave_seats(guests[2].player, place)
    assert WaitingPlayer.objects.get(player=eva.player).box == 3
    return place, eva, leo


def test_an_unclaimed_box_goes_to_the_next_in_the_list() -> None:
    place, eva, leo = waiting_for_a_box()
    before = clock_of(place).version
    WaitingPlayer.objects.filter(player=eva.player).update(held_until=database_now() - MOMENT)

    assert update_presence_at_tables() == 1

    assert dict(WaitingPlayer.objects.values_list("player", "box")) == {
        eva.player.pk: None,
        leo.player.pk: 3,
    }
    assert clock_of(place).version > before
    held = WaitingPlayer.objects.get(player=leo.player).held_until
    assert held is not None
    assert database_now() < held <= database_now() + BOX_HELD_FOR


def test_absent_players_leave_the_waiting_list() -> None:
    place, eva, leo = waiting_for_a_box()
    last_seen(eva, SEAT_LOST_AFTER + MOMENT)

    update_presence_at_tables()

    assert list(WaitingPlayer.objects.values_list("player", "box")) == [(leo.player.pk, 3)]
    assert 3 not in taken(place)
