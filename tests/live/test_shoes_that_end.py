"""A live table whose shoe ends, is stopped, or waits for new rules: bets return without penalties, and the next shoe deals."""

from datetime import timedelta

import pytest
from django.utils import timezone
from psycopg import Connection

from accounts.roles.values import Role
from blackjack.rules import Rules
from casino.fairness.services.due_shoes import close_due_shoes
from casino.fairness.values.sealing import seal_seed
from casino.incidents.services.reopening import reopen_place
from casino.live.selectors.table_state import load_table
from casino.live.services.betting import place_wager
from casino.live.services.moving import move_table
from casino.live.words.table_view import view_table
from casino.models import Clock, Deal, Place, SeatSeal, SeedExchange, Shoe, Wager
from casino.reconciliation.selectors.lines import find_broken_play_lines
from casino.refusals import Conflict, PlaceStopped, SeedMismatch
from casino.selectors.places import load_visible_shoes, present_shoe
from casino.services.alarms import report_alarm
from journal.models import Event, EventKind
from tables.models import Table
from tests.accounts.staff import staff
from tests.live.scenes import (
    Guest,
    a_live_table,
    clock_of,
    closed_shoe,
    dealt_to,
    played_out,
    rings,
    time_passes,
)
from tests.tables.house import play_by
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database
ALL = Money.parse("1000", "USD")


def new_rules(place: Place) -> None:
    """Put the next version of the table's rules into force."""
    table = Table.objects.select_related("version__rule_set").get(pk=place.table_id)
    play_by(table, Rules.from_dict({"soft_17": "hit"}, table.version.rules))


def two_at_a_table() -> tuple[Place, Guest, Guest]:
    place = a_live_table()
    return place, Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)


def plays_by_new_rules(*guests: Guest) -> None:
    """Play a whole deal and assert that it follows the new rules."""
    deal = dealt_to(*guests)
    assert deal.shoe.version.rules.soft_17 == "hit"
    played_out(guests[0].place)
    assert find_broken_play_lines() == []


def test_new_rules_while_nobody_plays_are_those_of_the_next_deal() -> None:
    place, ana, luis = two_at_a_table()
    new_rules(place)
    with pytest.raises(Conflict):
        place_wager(ana.player, place, ana.request({1: "10"}))

    version, token = clock_of(place).version, view_table(load_table(place)).token
    assert close_due_shoes(timezone.now()) == 2
    assert clock_of(place).version > version
    assert view_table(load_table(place)).token != token  # open pages ask for the next bet form

    plays_by_new_rules(ana, luis)


def test_new_rules_return_the_bets_at_the_bell_and_the_table_goes_on() -> None:
    place, ana, luis = two_at_a_table()
    ana.bets({1: "10"})
    new_rules(place)
    assert close_due_shoes(timezone.now()) == 1  # only the next shoe: this one has a bet

    assert time_passes(place)

    assert clock_of(place).phase == Clock.Phase.WAITING
    assert not any(shoe.is_over for shoe in load_visible_shoes(clock_of(place).place))
    assert balance(ana.player.pk, "USD") == ALL
    plays_by_new_rules(ana, luis)


def test_new_rules_in_the_middle_of_a_deal_wait_for_its_end() -> None:
    place, ana, luis = two_at_a_table()
    deal = dealt_to(ana, luis)
    new_rules(place)
    close_due_shoes(timezone.now())
    assert Shoe.objects.get(pk=deal.shoe_id).status != Shoe.Status.CLOSED

    played_out(place)
    assert time_passes(place)

    plays_by_new_rules(ana, luis)


def test_a_shoe_that_is_bet_on_is_not_closed_as_idle() -> None:
    place, ana, luis = two_at_a_table()
    deal = dealt_to(ana, luis)
    played_out(place)
    ana.bets({1: "10"})

    assert close_due_shoes(timezone.now() + timedelta(days=30)) == 0

    assert Shoe.objects.get(pk=deal.shoe_id).status == Shoe.Status.DEALING


def stopped_in_the_exchange() -> tuple[Place, Guest, Guest]:
    place, ana, luis = two_at_a_table()
    ana.bets({1: "10"})
    luis.bets({2: "10"})
    rings(place)
    shoe = present_shoe(place)
    assert shoe is not None
    Shoe.objects.filter(pk=shoe.pk).update(status=Shoe.Status.STOPPED)
    return place, ana, luis


@pytest.mark.parametrize("opened", [0, 1, 2])
def test_an_exchange_whose_shoe_was_stopped_returns_all_and_punishes_nobody(opened: int) -> None:
    place, *guests = stopped_in_the_exchange()

    for guest in guests[:opened]:
        guest.opens()
    if opened < len(guests):
        assert time_passes(place)

    assert clock_of(place).phase == Clock.Phase.WAITING
    assert not Deal.objects.exists()
    assert not Wager.objects.filter(end="").exists()
    assert SeedExchange.objects.get().status == SeedExchange.Status.DROPPED
    for guest in guests:
        assert balance(guest.player.pk, "USD") == ALL
        assert guest.participant.deals_to_miss == 0
    assert find_broken_play_lines() == []


def test_a_bet_for_a_shoe_that_does_not_deal_next_returns_at_the_bell() -> None:
    place, ana, luis = two_at_a_table()
    dealt_to(ana, luis)
    played_out(place)
    ana.bets({1: "10"})
    held = Money.parse("10", "USD")
    before = balance(ana.player.pk, "USD")
    closed_shoe(place)

    while clock_of(place).phase != Clock.Phase.WAITING:
        assert time_passes(place)

    assert balance(ana.player.pk, "USD") == before + held
    assert SeedExchange.objects.count() == 1


def last_opening() -> tuple[Place, Guest, Guest]:
    """Return an exchange in which only the second player has not opened."""
    place, ana, luis = two_at_a_table()
    ana.bets({1: "10"})
    luis.bets({2: "10"})
    rings(place)
    ana.opens()
    return place, ana, luis


def spoil_seed(owner: Connection[object], shoe: Shoe, sealed: bytes) -> None:
    owner.execute("ALTER TABLE casino_shoe DISABLE TRIGGER guard")
    owner.execute("UPDATE casino_shoe SET sealed_seed = %s WHERE id = %s", [sealed, shoe.pk])
    owner.execute("ALTER TABLE casino_shoe ENABLE TRIGGER guard")


@pytest.mark.committed
def test_a_seed_mismatch_at_the_last_opening_stops_the_shoe_and_alerts_staff(
    owner_connection: Connection[object],
) -> None:
    place, ana, luis = last_opening()
    shoe = SeedExchange.objects.get().shoe
    spoil_seed(owner_connection, shoe, seal_seed(shoe.public_id, "b" * 64))

    with pytest.raises(PlaceStopped):
        luis.opens()

    assert Shoe.objects.get(pk=shoe.pk).status == Shoe.Status.STOPPED
    assert Event.objects.filter(kind=EventKind.SEED_MISMATCH).count() == 1
    assert not Deal.objects.exists()
    assert time_passes(place)
    for guest in (ana, luis):
        assert balance(guest.player.pk, "USD") == ALL
        assert guest.participant.deals_to_miss == 0


@pytest.mark.committed
def test_a_seed_that_cannot_be_read_for_long_returns_the_bets_and_punishes_nobody(
    owner_connection: Connection[object],
) -> None:
    """The openings are stored; the deal is retried for some seconds."""
    place, ana, luis = last_opening()
    spoil_seed(owner_connection, SeedExchange.objects.get().shoe, b"x")

    with pytest.raises(PlaceStopped):
        luis.opens()
    assert not SeatSeal.objects.filter(seat_seed=None).exists()
    deadline = clock_of(place).deadline
    assert deadline is not None
    with pytest.raises(PlaceStopped):
        move_table(place.pk, deadline + timedelta(seconds=1))
    assert move_table(place.pk, deadline + timedelta(seconds=11))

    assert Event.objects.filter(kind=EventKind.SEED_UNREADABLE).count() == 1
    assert SeedExchange.objects.get().status == SeedExchange.Status.DROPPED
    for guest in (ana, luis):
        assert balance(guest.player.pk, "USD") == ALL
        assert guest.participant.deals_to_miss == 0


def test_a_shoe_closed_for_its_age_is_shown_at_the_table() -> None:
    """A bet form on an open page names the shoe: the page asks for the one of the next shoe."""
    place, ana, luis = two_at_a_table()
    deal = dealt_to(ana, luis)
    played_out(place)
    assert time_passes(place)
    version, token = clock_of(place).version, view_table(load_table(place)).token

    assert close_due_shoes(timezone.now() + timedelta(days=30)) == 1

    assert Shoe.objects.get(pk=deal.shoe_id).close_reason == Shoe.CloseReason.AGE
    assert clock_of(place).version > version
    assert view_table(load_table(place)).token != token


def test_a_table_that_staff_reopen_is_shown_with_its_next_shoe() -> None:
    place = a_live_table()
    shoe = present_shoe(place)
    assert shoe is not None
    Shoe.objects.filter(pk=shoe.pk).update(status=Shoe.Status.STOPPED)
    version, token = clock_of(place).version, view_table(load_table(place)).token

    reopen_place(shoe.public_id, staff(Role.OPERATOR), "checked")

    assert clock_of(place).version > version
    assert view_table(load_table(place)).token != token


def test_a_shoe_stopped_by_an_alarm_is_shown_at_once_and_only_once() -> None:
    place = a_live_table()
    shoe, before = present_shoe(place), clock_of(place).version
    assert shoe is not None

    report_alarm(SeedMismatch(str(shoe.public_id)))

    shown = clock_of(place).version
    assert shown > before
    shoe.refresh_from_db()
    assert shoe.status == Shoe.Status.STOPPED
    report_alarm(SeedMismatch(str(shoe.public_id)))
    assert clock_of(place).version == shown
