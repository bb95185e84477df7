"""A malfunction affects the whole deal, a void only one player's round."""

import pytest

from accounts.roles.values import Role
from casino.incidents.services.freezing import freeze_round
from casino.live.selectors.table_state import load_table
from casino.live.services.answers import AnswerRequest, give_answers
from casino.live.services.dealers import move_due_tables
from casino.live.services.early import EarlyRequest, choose_early
from casino.live.services.seats import leave_seats
from casino.live.services.waiting_list import join_waiting_list
from casino.models import (
    Arrival,
    Clock,
    Decision,
    EarlyDecision,
    Notice,
    Participant,
    Round,
    Seat,
    WaitingPlayer,
)
from casino.reconciliation.selectors.lines import find_broken_play_lines
from casino.refusals import RoundHeldByStaff
from tests.accounts.staff import staff
from tests.casino.frozen import cancel_by_two
from tests.live.scenes import (
    Guest,
    a_table_that_deals,
    clock_of,
    dealt_to,
    time_passes,
)
from tests.live.test_answers import NAMES, all_insure
from tests.live.test_turns import both_decide
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database
ALL = Money.parse("1000", "USD")


def test_a_cancelled_deal_returns_everybodys_stakes() -> None:
    _, guests = a_table_that_deals(all_insure, NAMES)
    dealt_to(*guests)
    ana = guests[0]
    give_answers(ana.player, AnswerRequest(ana.round.public_id, {1: "insure"}))

    cancel_by_two(guests[1].round)

    assert [balance(guest.player.pk, "USD") for guest in guests] == [ALL] * 3
    assert {guest.round.status for guest in guests} == {Round.Status.CANCELLED}
    assert Notice.objects.filter(kind=Notice.Kind.CANCELLED).count() == 3
    assert load_table(ana.place).is_cancelled
    assert move_due_tables() == 1
    assert clock_of(ana.place).phase == Clock.Phase.WAITING
    assert load_table(ana.place).is_cancelled
    assert find_broken_play_lines() == []


def test_a_held_deal_is_played_by_nobody() -> None:
    _, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    freeze_round(luis.round.pk, staff(Role.OPERATOR), "a check")

    with pytest.raises(RoundHeldByStaff):
        ana.decides("stand")
    assert not time_passes(ana.place)

    assert not Decision.objects.exists()


def seats_after_a_cancelled_deal(*guests: Guest) -> list[int]:
    """Cancel the deal of these guests; return the boxes that are still taken once the table waits again."""
    cancel_by_two(guests[0].round)
    assert move_due_tables() == 1
    assert clock_of(guests[0].place).phase == Clock.Phase.WAITING
    return list(Seat.objects.order_by("box").values_list("box", flat=True))


def test_for_the_seats_a_cancelled_deal_counts_as_any_other() -> None:
    """Who had bet is not idle, and who had not is; a seat that was to be left becomes free."""
    place, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    eva = Guest(place, "eva").sits(3)
    Seat.objects.filter(box=3).update(sits_out=True)
    dealt_to(ana, luis)
    choose_early(luis.player, EarlyRequest(luis.round.public_id, 2, "stand"))
    leave_seats(luis.player, place)

    assert seats_after_a_cancelled_deal(ana, luis) == [1, 3]

    idle = dict(Seat.objects.values_list("box", "idle_deals"))
    assert idle == {1: 0, 3: 1}
    assert eva.participant.seats.exists()
    assert not EarlyDecision.objects.exists()
    assert not Arrival.objects.exists()


def test_the_third_deal_without_a_bet_frees_the_seat_though_it_is_cancelled() -> None:
    place, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    Guest(place, "eva").sits(3)
    Seat.objects.filter(box=3).update(sits_out=True, idle_deals=2)
    dealt_to(ana, luis)

    assert seats_after_a_cancelled_deal(ana, luis) == [1, 2]


def test_a_cancelled_deal_is_one_of_those_that_a_seat_sits_out_and_leaves_it_no_idler() -> None:
    place, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    eva = Guest(place, "eva").sits(3)
    Participant.objects.filter(pk=eva.participant.pk).update(deals_to_miss=3)
    dealt_to(ana, luis)

    assert seats_after_a_cancelled_deal(ana, luis) == [1, 2, 3]

    assert eva.participant.deals_to_miss == 2
    assert Seat.objects.get(box=3).idle_deals == 0


def test_a_seat_left_in_a_cancelled_deal_is_held_for_the_first_in_the_list() -> None:
    place, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    for box in range(3, 8):
        Guest(place, f"p{box}").sits(box)
    Seat.objects.filter(box__gt=2).update(sits_out=True)
    zoe = Guest(place, "zoe")
    dealt_to(ana, luis)
    join_waiting_list(zoe.player, place)
    leave_seats(luis.player, place)

    seats_after_a_cancelled_deal(ana, luis)

    assert WaitingPlayer.objects.get(player=zoe.player).box == 2


def test_a_bet_placed_before_the_seats_are_settled_starts_the_next_deal() -> None:
    place, (ana, luis) = a_table_that_deals(both_decide, {"ana": 1, "luis": 2})
    dealt_to(ana, luis)
    cancel_by_two(ana.round)

    ana.bets({1: "10"})
    assert move_due_tables() == 1

    assert clock_of(place).phase == Clock.Phase.BETTING
    luis.bets({2: "10"})
    assert clock_of(place).phase == Clock.Phase.SEALING
