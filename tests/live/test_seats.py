"""Seats of a live table and its waiting list."""

import pytest

from accounts.models.users import User
from accounts.roles.values import Role
from blackjack.choices import Choices
from casino.live.refusals import (
    BoxTaken,
    BoxUnavailable,
    MixedAccountsRefused,
    NotSeated,
    TooManyBoxes,
    WaitingUnnecessary,
    WaitsElsewhere,
)
from casino.live.services.betting import sit_out
from casino.live.services.seats import leave_seats, take_seat
from casino.live.services.waiting_list import join_waiting_list, leave_waiting_list
from casino.models import Clock, Participant, Place, Seat, Wager, WaitingPlayer
from journal.refusals import Refusal
from tables.services.opening import close_table
from tests.accounts.staff import staff
from tests.live.scenes import (
    AGO,
    Guest,
    a_live_table,
    clock_of,
    dealt_to,
    played_out,
    rings,
    time_passes,
)

pytestmark = pytest.mark.database


def full(place: Place) -> list[Guest]:
    """Fill all seven boxes."""
    return [Guest(place, f"p{box}").sits(box) for box in range(1, 8)]


def test_a_free_box_is_taken_once() -> None:
    place = a_live_table()
    ana, luis = Guest(place, "ana"), Guest(place, "luis")

    first = take_seat(ana.player, place, 4)
    assert take_seat(ana.player, place, 4) == first
    with pytest.raises(BoxTaken):
        take_seat(luis.player, place, 4)

    assert Seat.objects.get().participant == ana.participant


@pytest.mark.parametrize(
    ("box", "kind"), [(0, BoxUnavailable), (8, BoxUnavailable), (5, TooManyBoxes)]
)
def test_a_box_that_cannot_be_taken_is_refused(box: int, kind: type[Refusal]) -> None:
    place = a_live_table()
    ana = Guest(place, "ana").sits(4)
    version = clock_of(place).version

    with pytest.raises(kind):
        take_seat(ana.player, place, box)

    assert Seat.objects.get().box == 4
    assert clock_of(place).version == version


def test_leaving_takes_effect_when_the_deal_is_over() -> None:
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    dealt_to(ana, luis)

    leave_seats(ana.player, place)
    assert Seat.objects.count() == 2
    played_out(place)

    assert Seat.objects.get().participant == luis.participant
    leave_seats(luis.player, place)
    assert not Seat.objects.exists()
    with pytest.raises(NotSeated):
        leave_seats(luis.player, place)


def test_a_seat_that_sits_out_holds_up_no_bet() -> None:
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    ana.bets({1: "10"})

    sit_out(luis.player, place, out=True)
    rings(place)

    assert clock_of(place).phase == Clock.Phase.SEALING


def test_a_seat_is_free_after_three_deals_without_a_bet() -> None:
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    sit_out(luis.player, place, out=True)
    for deals in range(1, 4):
        dealt_to(ana)
        played_out(place)
        assert time_passes(place)
        assert Seat.objects.filter(participant=luis.participant).exists() == (deals < 3)


def test_a_seat_is_lost_after_two_minutes_away() -> None:
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    dealt_to(ana, luis)
    long_ago = clock_of(place).since - AGO * 20
    Participant.objects.filter(player=luis.player).update(seen_at=long_ago)

    played_out(place)

    assert list(Seat.objects.values_list("box", flat=True)) == [1]


def test_a_free_box_goes_to_the_first_in_the_list() -> None:
    place = a_live_table()
    guests = full(place)
    eva, leo = Guest(place, "eva"), Guest(place, "leo")
    join_waiting_list(eva.player, place)
    join_waiting_list(leo.player, place)

    leave_seats(guests[2].player, place)

    assert WaitingPlayer.objects.get(player=eva.player).box == 3
    with pytest.raises(BoxTaken):
        take_seat(leo.player, place, 3)
    take_seat(eva.player, place, 3)
    assert list(WaitingPlayer.objects.values_list("player", flat=True)) == [leo.player.pk]


def test_a_missed_offer_moves_to_the_end_of_the_list() -> None:
    place = a_live_table()
    guests = full(place)
    eva, leo = Guest(place, "eva"), Guest(place, "leo")
    join_waiting_list(eva.player, place)
    join_waiting_list(leo.player, place)
    leave_seats(guests[2].player, place)
    held = WaitingPlayer.objects.get(player=eva.player).held_until
    assert held is not None
    WaitingPlayer.objects.filter(player=eva.player).update(held_until=held - AGO * 6)

    leave_waiting_list(guests[0].player, place)
    leave_seats(guests[4].player, place)

    boxes = dict(WaitingPlayer.objects.values_list("player", "box"))
    assert boxes == {leo.player.pk: 3, eva.player.pk: 5}


def test_waiting_needs_a_full_table_and_one_list_only() -> None:
    place = a_live_table()
    eva = Guest(place, "eva")
    with pytest.raises(WaitingUnnecessary):
        join_waiting_list(eva.player, place)
    full(place)
    other = a_live_table("casino_floor")
    for box in range(1, 8):
        Guest(other, f"q{box}").sits(box)
    join_waiting_list(eva.player, place)

    with pytest.raises(WaitsElsewhere):
        join_waiting_list(eva.player, other)

    assert WaitingPlayer.objects.get().place == place


def test_a_player_with_several_boxes_keeps_one_while_another_waits() -> None:
    place = a_live_table("casino_floor")
    ana = Guest(place, "ana").sits(1, 2, 3)
    for box in range(4, 8):
        Guest(place, f"p{box}").sits(box)
    ana.bets({1: "10", 2: "10", 3: "10"})
    join_waiting_list(Guest(place, "eva").player, place)
    Seat.objects.exclude(participant=ana.participant).update(sits_out=True)
    rings(place)
    ana.opens()
    played_out(place)

    assert list(ana.participant.seats.values_list("box", flat=True)) == [1]


def test_a_test_player_of_operations_never_sits_with_people() -> None:
    place = a_live_table("casino_floor")
    ana, probe = Guest(place, "ana").sits(1), Guest(place, "probe")
    is_test = not ana.player.is_test_account
    User.objects.filter(pk=probe.player.pk).update(is_test_account=is_test)
    probe.player.refresh_from_db()
    with pytest.raises(MixedAccountsRefused):
        probe.sits(2)
    ana.bets({1: "10"})
    with pytest.raises(MixedAccountsRefused):
        probe.bets({1: "10"}, {1: Choices()})
    assert list(Seat.objects.values_list("box", flat=True)) == [1]
    assert Wager.objects.count() == 1


def test_an_unclaimed_box_is_held_for_the_next_in_the_list() -> None:
    place = a_live_table()
    guests = full(place)
    eva, leo, zoe = (Guest(place, name) for name in ("eva", "leo", "zoe"))
    for one in (eva, leo):
        join_waiting_list(one.player, place)
    leave_seats(guests[0].player, place)
    WaitingPlayer.objects.filter(player=eva.player).update(held_until=clock_of(place).since - AGO)

    with pytest.raises(BoxTaken):
        take_seat(zoe.player, place, 1)
    take_seat(leo.player, place, 1)

    assert Seat.objects.get(place=place, box=1).participant == leo.participant


@pytest.mark.parametrize("bets", [{}, {1: "10"}])
def test_a_closed_table_frees_its_waiting_list(bets: dict[int, str]) -> None:
    place, other = a_live_table(), a_live_table("casino_floor")
    guests = full(place)
    for box in range(1, 8):
        Guest(other, f"q{box}").sits(box)
    eva = Guest(place, "eva")
    if bets:
        guests[0].bets(bets)
    join_waiting_list(eva.player, place)
    close_table(place.table_id, reason="for the night", acting_user=staff(Role.OPERATOR))
    if bets:
        while clock_of(place).phase != Clock.Phase.WAITING:
            assert time_passes(place)
        assert not WaitingPlayer.objects.exists()

    join_waiting_list(eva.player, other)

    assert WaitingPlayer.objects.get().place == other


def test_a_seat_that_was_left_becomes_free_when_its_deal_is_cancelled_before_a_card() -> None:
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    ana.bets({1: "10"})
    luis.bets({2: "10"})
    rings(place)
    leave_seats(ana.player, place)
    assert Seat.objects.get(box=1).leaves

    while clock_of(place).phase != Clock.Phase.WAITING:
        assert time_passes(place)  # nobody opens

    assert not Seat.objects.filter(box=1).exists()
    assert Seat.objects.filter(box=2).exists()
