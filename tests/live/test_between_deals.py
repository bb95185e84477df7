"""The pause after a deal, while its cards still lie: names at boxes, free boxes, and switches by staff."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from django.db import transaction
from django.utils.translation import override

from accounts.roles.values import Role
from casino.live.selectors.table_state import load_table
from casino.live.selectors.time import database_now
from casino.live.services.moving import due_tables, move_table_if_free
from casino.live.services.seats import leave_seats, take_seat
from casino.live.services.waiting_list import join_waiting_list
from casino.live.words.box_view import BoxView
from casino.live.words.table_view import LiveTableView, view_table
from casino.models import Clock, Place, Seat, WaitingPlayer
from tables.models import Switching, Table
from tables.services import switches
from tables.services.opening import close_table
from tests.accounts.staff import staff
from tests.live.scenes import Guest, a_live_table, clock_of, dealt_to, played_out
from tests.threads import Running
from tests.waiting import is_blocked, wait_until

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with override("en"):
        yield


def seen(place: Place) -> LiveTableView:
    """Return the public view after a dealer has moved the tables that are due."""
    for due in due_tables(database_now()):
        move_table_if_free(due)
    return view_table(load_table(place))


def box_at(place: Place, number: int) -> BoxView:
    return seen(place).boxes[number - 1]


def in_the_pause() -> tuple[Place, Guest]:
    """Return a table in the pause after a deal of two players, and one of them."""
    place = a_live_table()
    ana = Guest(place, "ana").sits(1)
    dealt_to(ana, Guest(place, "luis").sits(2))
    played_out(place)
    assert clock_of(place).phase == Clock.Phase.INTERMISSION
    return place, ana


def test_a_box_that_was_left_may_be_taken_while_its_cards_still_lie_there() -> None:
    place, ana = in_the_pause()
    assert not box_at(place, 1).free

    leave_seats(ana.player, place)
    left = box_at(place, 1)
    assert left.free
    assert left.hands
    assert left.name == ana.player.shown_name

    eva = Guest(place, "eva")
    take_seat(eva.player, place, 1)
    taken = box_at(place, 1)
    assert not taken.free
    assert (taken.name, taken.next_name) == (ana.player.shown_name, eva.player.shown_name)
    assert taken.states == [f"next: {eva.player.shown_name}"]


def test_a_box_does_not_show_the_last_players_actions() -> None:
    place, ana = in_the_pause()
    leave_seats(ana.player, place)
    Guest(place, "eva").sits(1)
    Seat.objects.filter(box=1).update(sits_out=True, is_ready=True)

    shown = box_at(place, 1)

    assert shown.states == [f"next: {shown.next_name}"]
    assert shown.seat_states == ["sits out", "ready"]


def house(table: Table, *, stopped: bool) -> None:
    switches.switch_house(
        stopped=stopped, reason="a check", acting_user=staff(Role.COMPLIANCE_MANAGER)
    )


def rules(table: Table, *, stopped: bool) -> None:
    switches.switch_rules(
        table.rule_set.pk,
        stopped=stopped,
        reason="a check",
        acting_user=staff(Role.COMPLIANCE_MANAGER),
    )


def status(table: Table, *, stopped: bool) -> None:
    if stopped:
        close_table(table.pk, reason="a check", acting_user=staff(Role.OPERATOR))
    else:
        Table.objects.filter(pk=table.pk).update(status=Table.Status.OPEN)
        Switching.objects.create(
            what=Switching.What.TABLE,
            table=table,
            stopped=False,
            reason="a check",
            acting_user=None,
        )


def boxes(table: Table, *, stopped: bool) -> None:
    for box in table.box_numbers:
        switches.switch_box(
            table.pk, box, stopped=stopped, reason="a check", acting_user=staff(Role.OPERATOR)
        )


@pytest.mark.parametrize(
    ("switch", "code", "words"),
    [
        (house, "play_stopped", "No bets are taken for the moment"),
        (rules, "rules_stopped", "No bets are taken for the moment"),
        (status, "table_closed", "This table is closed"),
        (boxes, "box_stopped", "No bets are taken for the moment"),
    ],
)
def test_a_switch_is_shown_at_once(switch: Callable[..., None], code: str, words: str) -> None:
    """The version rises, so streams send the change; the token changes, so pages request new bet forms."""
    place = a_live_table()
    other = a_live_table("friendly")
    before, elsewhere = seen(place), clock_of(other).version

    switch(place.table, stopped=True)
    stopped = seen(place)
    assert stopped.version > before.version
    assert (stopped.closed, stopped.phase_words) == (code, words)
    assert stopped.token != before.token
    assert clock_of(other).version > elsewhere

    switch(place.table, stopped=False)
    after = seen(place)
    assert after.version > stopped.version
    assert (after.token, after.phase_words) == (before.token, before.phase_words)


def test_one_stopped_box_is_shown_as_closed_and_the_others_go_on() -> None:
    place = a_live_table()
    before = seen(place)

    switches.switch_box(
        place.table_id, 3, stopped=True, reason="a check", acting_user=staff(Role.OPERATOR)
    )

    after = seen(place)
    assert after.version > before.version
    assert after.closed == ""
    assert after.token != before.token
    assert [box.number for box in after.boxes if box.stopped] == [3]
    assert not after.boxes[2].free


def test_a_deal_that_is_played_says_nothing_of_a_closed_table() -> None:
    place = a_live_table()
    dealt_to(Guest(place, "ana").sits(1), Guest(place, "luis").sits(2))
    before = seen(place)

    status(place.table, stopped=True)

    assert seen(place).version > before.version
    assert seen(place).phase_words == before.phase_words
    played_out(place)
    assert seen(place).phase_words == "This table is closed"


@pytest.mark.committed
def test_a_switch_that_commits_after_a_later_one_is_shown_too() -> None:
    """The later one waits for the earlier: numbers of switches rise in the order of the commits."""
    place, other = a_live_table(), a_live_table("friendly")
    manager, operator = staff(Role.COMPLIANCE_MANAGER), staff(Role.OPERATOR)
    switch_rules = partial(switches.switch_rules, other.table.rule_set.pk, acting_user=manager)
    switch_box = partial(switches.switch_box, place.table_id, 3, acting_user=operator)
    switch_rules(stopped=True, reason="a check")
    switch_box(stopped=True, reason="a check")
    assert seen(place).boxes[2].stopped
    with transaction.atomic():
        earlier = switch_rules(stopped=False, reason="earlier")
        later = Running(partial(switch_box, stopped=False, reason="later"))
        wait_until(lambda: later.future.done() or is_blocked(), "the later switch does nothing")
        Running(partial(seen, place)).result()
    later.result()
    shown = clock_of(place).version

    assert seen(place).version > shown
    assert earlier is not None
    assert clock_of(place).switching > earlier.pk
    assert not seen(place).boxes[2].stopped


def test_a_table_that_closes_while_it_waits_clears_its_waiting_list() -> None:
    place = a_live_table()
    for box in range(1, 8):
        Guest(place, f"p{box}").sits(box)
    join_waiting_list(Guest(place, "eva").player, place)

    close_table(place.table_id, reason="for the night", acting_user=staff(Role.OPERATOR))
    assert not seen(place).waiting

    assert not WaitingPlayer.objects.exists()


def test_a_reopened_box_is_held_for_the_first_in_the_list() -> None:
    place = a_live_table()
    operator = staff(Role.OPERATOR)
    switches.switch_box(place.table_id, 7, stopped=True, reason="a spill", acting_user=operator)
    for box in range(1, 7):
        Guest(place, f"p{box}").sits(box)
    eva = Guest(place, "eva")
    join_waiting_list(eva.player, place)
    assert seen(place).boxes[6].stopped

    switches.switch_box(place.table_id, 7, stopped=False, reason="dry", acting_user=operator)
    assert seen(place).boxes[6].held

    assert WaitingPlayer.objects.get(player=eva.player).box == 7


def test_pages_ask_for_their_own_part_when_the_table_fills_or_a_box_is_held() -> None:
    """Whoever watches is offered the waiting list, and whoever waits the box that is held."""
    place = a_live_table()
    guests = [Guest(place, f"p{box}").sits(box) for box in range(1, 7)]
    tokens = [seen(place).token]
    Guest(place, "p7").sits(7)
    tokens.append(seen(place).token)
    join_waiting_list(Guest(place, "eva").player, place)
    tokens.append(seen(place).token)
    leave_seats(guests[0].player, place)
    tokens.append(seen(place).token)

    assert len(set(tokens)) == 4


def test_the_cards_of_a_box_lie_there_until_the_next_bet_on_it() -> None:
    place, ana = in_the_pause()

    ana.bets({1: "25"})

    first, second = seen(place).boxes[:2]
    assert first.hands == ()
    assert first.first is not None
    assert first.first.amount.text == "25.00"
    assert second.hands
