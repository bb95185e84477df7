"""A player with several boxes keeps one of them while another player waits, and the page says so before and after."""

from collections.abc import Iterator

import pytest
from django.utils.translation import override

from casino.live.refusals import TooManyBoxes
from casino.live.selectors.own_state import load_own_state
from casino.live.selectors.table_state import load_table
from casino.live.services.seats import leave_seats, take_seat
from casino.live.services.waiting_list import join_waiting_list, leave_waiting_list
from casino.live.words.own_news import describe_extra_boxes
from casino.live.words.table_view import view_table
from casino.models import Place, Seat, WaitingPlayer
from tests.live.scenes import Guest, a_live_table, dealt_to, played_out, rings, time_passes
from tests.live.test_page import page_of, signed_in

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with override("en"):
        yield


def a_full_table() -> tuple[Place, Guest, Guest]:
    """Return a full table, Ana who has boxes 1 to 3 of it, and Eva who would like to play."""
    place = a_live_table("casino_floor")
    ana = Guest(place, "ana").sits(1, 2, 3)
    for box in range(4, 8):
        Guest(place, f"p{box}").sits(box)
    Seat.objects.exclude(participant=ana.participant).update(sits_out=True)
    return place, ana, Guest(place, "eva")


def news(guest: Guest) -> list[str]:
    state = load_table(guest.place)
    return describe_extra_boxes(load_own_state(guest.player, state), state)


def boxes(guest: Guest) -> list[int]:
    return sorted(guest.participant.seats.values_list("box", flat=True))


BEFORE = "Another player is waiting for a seat: when this deal is over, boxes 2, 3 become free and you keep box 1."
AFTER = (
    "Another player was waiting for a seat: boxes 2, 3 are free for others now, and you keep box 1."
)


def test_boxes_with_a_bet_are_kept_until_the_deal_ends() -> None:
    place, ana, eva = a_full_table()
    ana.bets({1: "10", 2: "10", 3: "10"})
    quiet = view_table(load_table(place)).token
    assert news(ana) == []

    join_waiting_list(eva.player, place)
    assert news(ana) == [BEFORE]
    assert view_table(load_table(place)).token != quiet  # open pages ask for their own part
    assert boxes(ana) == [1, 2, 3]
    rings(place)
    ana.opens()
    assert news(ana) == [BEFORE]
    played_out(place)

    assert boxes(ana) == [1]
    assert news(ana) == [AFTER]
    assert WaitingPlayer.objects.get().box == 2
    page = page_of(signed_in(ana), place)
    assert page.count("Otro jugador esperaba un asiento") == 2  # shown, and for screen readers


def test_between_deals_boxes_without_a_bet_become_free_at_once() -> None:
    """From the next deal on: the next one is that for which nobody has bet yet."""
    place, ana, eva = a_full_table()

    join_waiting_list(eva.player, place)

    assert boxes(ana) == [1]
    assert news(ana) == [AFTER]
    assert WaitingPlayer.objects.get().box == 2
    take_seat(eva.player, place, 2)
    assert not WaitingPlayer.objects.exists()


def test_the_sentence_goes_with_the_next_bet() -> None:
    place, ana, eva = a_full_table()
    join_waiting_list(eva.player, place)
    assert news(ana) == [AFTER]

    ana.bets({1: "10"})

    assert news(ana) == []


def test_players_with_one_box_get_no_message() -> None:
    place, ana, eva = a_full_table()
    other = Guest(place, "leo")
    ana.bets({1: "10", 2: "10", 3: "10"})
    join_waiting_list(eva.player, place)
    seated = Guest(place, "p4", known=Seat.objects.get(box=4).participant.player)

    assert (news(eva), news(other), news(seated)) == ([], [], [])


def test_nobody_takes_a_second_box_while_another_waits() -> None:
    place, ana, eva = a_full_table()
    join_waiting_list(eva.player, place)

    with pytest.raises(TooManyBoxes) as refusal:
        take_seat(ana.player, place, 3)

    assert refusal.value.code == "too_many_boxes"
    assert boxes(ana) == [1]


def test_a_returning_player_is_not_notified_again() -> None:
    place, ana, eva = a_full_table()
    join_waiting_list(eva.player, place)
    take_seat(eva.player, place, 2)
    leave_seats(ana.player, place)

    take_seat(ana.player, place, 1)

    assert news(ana) == []


def test_boxes_are_kept_if_nobody_waits_any_more_when_the_deal_is_over() -> None:
    place, ana, eva = a_full_table()
    ana.bets({1: "10", 2: "10", 3: "10"})
    join_waiting_list(eva.player, place)
    leave_waiting_list(eva.player, place)
    rings(place)
    ana.opens()
    played_out(place)

    assert boxes(ana) == [1, 2, 3]
    assert news(ana) == []
    assert time_passes(place)
    dealt_to(ana)
