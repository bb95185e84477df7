"""Staff actions at a live table."""

import pytest

from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from casino.live.refusals import SeatNotTaken
from casino.live.services.staff_acts import free_seat
from casino.models import Clock, Seat, Wager, WaitingPlayer
from casino.reconciliation.selectors.lines import find_broken_play_lines
from journal.models import Event
from tables.models import Table
from tables.services.opening import close_table
from tests.accounts.staff import inside, staff
from tests.live.scenes import (
    Guest,
    a_live_table,
    a_table_that_deals,
    clock_of,
    dealt_to,
    is_asked,
    played_out,
    time_passes,
)
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database


def test_a_seat_is_freed_with_a_reason_and_an_event() -> None:
    place = a_live_table()
    Guest(place, "ana").sits(4)

    free_seat(place, 4, acting_user=staff(Role.OPERATOR), reason="asleep")

    assert not Seat.objects.exists()
    event = Event.objects.get(kind="seat_freed")
    assert (event.data["box"], event.data["reason"]) == (4, "asleep")


def test_a_seat_in_a_deal_is_freed_when_it_is_over() -> None:
    place = a_live_table()
    ana = Guest(place, "ana").sits(4)
    dealt_to(ana)

    free_seat(place, 4, acting_user=staff(Role.OPERATOR), reason="asleep")
    assert Seat.objects.exists()
    played_out(place)

    assert not Seat.objects.exists()


def test_freeing_a_seat_needs_the_right() -> None:
    place = a_live_table()
    Guest(place, "ana").sits(4)

    with pytest.raises(NotPermitted):
        free_seat(place, 4, acting_user=staff(Role.AUDITOR), reason="asleep")
    with pytest.raises(SeatNotTaken):
        free_seat(place, 5, acting_user=staff(Role.OPERATOR), reason="asleep")

    assert Seat.objects.count() == 1
    assert not Event.objects.filter(kind="seat_freed").exists()


def test_a_table_that_is_closed_finishes_its_deal_and_returns_later_bets() -> None:
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    deal = dealt_to(ana, luis)
    WaitingPlayer.objects.create(
        player=Guest(place, "eva").player, place=place, since=clock_of(place).since
    )
    close_table(place.table_id, reason="for the night", acting_user=staff(Role.OPERATOR))
    played_out(place)
    deal.refresh_from_db()
    assert deal.status == "completed"

    assert time_passes(place)

    assert clock_of(place).phase == Clock.Phase.WAITING
    assert not WaitingPlayer.objects.exists()


def test_bets_before_the_bell_return_when_the_table_closes() -> None:
    place = a_live_table()
    ana, _ = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    ana.bets({1: "10"})
    close_table(place.table_id, reason="for the night", acting_user=staff(Role.OPERATOR))

    assert time_passes(place)

    assert Wager.objects.get().end == Wager.End.RETURNED
    assert balance(ana.player.pk, "USD") == Money.parse("1000", "USD")
    assert find_broken_play_lines() == []


def test_table_and_boxes_are_closed_on_the_page_of_the_table_with_a_reason_and_an_event() -> None:
    """With the house's switches for the table and for each box; the running deal goes on."""
    place, (ana,) = a_table_that_deals(is_asked, {"ana": 1})
    dealt_to(ana)
    address = f"/staff/live/{place.table.slug}/"
    operator = inside(staff(Role.OPERATOR), "en")
    assert f'action="{address}boxes/7/switch/"' in operator.get(address).text

    for path in ("boxes/7/switch/", "switch/"):
        answer = operator.post(f"{address}{path}", {"do": "stop", "reason": "a spilt drink"})
        assert (answer.status_code, answer["Location"]) == (303, address)

    table = Table.objects.get(pk=place.table_id)
    assert (table.status, table.stopped_boxes) == (Table.Status.CLOSED, [7])
    events = Event.objects.filter(data__reason="a spilt drink")
    assert set(events.values_list("subject", flat=True)) == {f"table {table.slug}"}
    assert events.count() == 2
    assert ana.round.status == "in_progress"
    assert "a spilt drink" in operator.get(address).text
    assert operator.post(f"{address}switch/", {"do": "go", "reason": "dry"}).status_code == 303
    assert Table.objects.get(pk=place.table_id).status != Table.Status.CLOSED


@pytest.mark.parametrize(
    ("role", "path", "reason", "status"),
    [
        (Role.AUDITOR, "switch/", "why", 403),
        (Role.OPERATOR, "switch/", "", 422),
        (Role.OPERATOR, "boxes/8/switch/", "why", 422),
    ],
)
def test_forms_that_close_nothing(role: Role, path: str, reason: str, status: int) -> None:
    place = a_live_table()
    before = Event.objects.count()

    answer = inside(staff(role), "en").post(
        f"/staff/live/{place.table.slug}/{path}", {"do": "stop", "reason": reason}
    )

    assert answer.status_code == status
    table = Table.objects.get(pk=place.table_id)
    assert (table.status, table.stopped_boxes) == (Table.Status.OPEN, [])
    assert not Event.objects.filter(pk__gt=before, kind="play_stopped").exists()
