"""Bets at a live table before the bell."""

from dataclasses import replace

import pytest

from accounts.models.users import User
from accounts.roles.values import Role
from blackjack.choices import Choices
from casino.live.refusals import (
    BetsClosed,
    BoxFull,
    NoFirstBettor,
    NotSeated,
    OwnBox,
    TooManyBoxes,
)
from casino.live.services.betting import place_wager, withdraw_wager
from casino.models import Bet, Clock, Deal, Wager
from casino.reconciliation.selectors.lines import find_broken_play_lines
from casino.refusals import Conflict
from casino.values.boxes import BoxInput
from journal.refusals import Refusal
from tables.services.switches import switch_box
from tests.accounts.staff import staff
from tests.live.scenes import (
    Guest,
    a_live_table,
    clock_of,
    dealt_to,
    played_out,
    rings,
    time_passes,
)
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database


def held(guest: Guest) -> Money:
    return Money.parse("1000", "USD") - balance(guest.player.pk, "USD")


def refused(guest: Guest, kind: type[Refusal], code: str = "", **boxes: str) -> None:
    before = (Transfer.objects.count(), Wager.objects.count(), clock_of(guest.place).version)
    request = guest.request({int(box[3:]): stake for box, stake in boxes.items()})
    with pytest.raises(kind) as refusal:
        place_wager(guest.player, guest.place, request)
    assert refusal.value.code == (code or kind.code)
    assert (
        Transfer.objects.count(),
        Wager.objects.count(),
        clock_of(guest.place).version,
    ) == before


def test_the_first_bet_starts_the_clock() -> None:
    place = a_live_table()
    ana, _ = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)

    ana.bets({1: "10"})

    assert clock_of(place).phase == Clock.Phase.BETTING
    assert held(ana) == Money.parse("10", "USD")
    assert find_broken_play_lines() == []


def test_the_last_bet_that_is_awaited_rings_the_bell() -> None:
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    ana.bets({1: "10"})
    assert clock_of(place).phase == Clock.Phase.BETTING

    luis.bets({2: "10"})

    assert clock_of(place).phase == Clock.Phase.SEALING


def test_betting_goes_on_for_bets_behind() -> None:
    place = a_live_table("casino_floor")
    ana = Guest(place, "ana").sits(1)

    ana.bets({1: "10"})

    assert clock_of(place).phase == Clock.Phase.BETTING


def test_a_bet_is_replaced_and_withdrawn_before_the_bell() -> None:
    place = a_live_table()
    ana, _ = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)

    ana.bets({1: "10"})
    ana.bets({1: "25"})
    assert held(ana) == Money.parse("25", "USD")
    assert [wager.end for wager in Wager.objects.order_by("pk")] == ["replaced", ""]

    withdraw_wager(ana.player, place)
    assert held(ana) == Money.zero("USD")
    assert find_broken_play_lines() == []


def test_the_same_form_sent_twice_bets_once() -> None:
    place = a_live_table()
    ana = Guest(place, "ana").sits(1)
    request = ana.request({1: "10"})

    first = place_wager(ana.player, place, request)
    assert place_wager(ana.player, place, request) == first
    with pytest.raises(Conflict):
        place_wager(ana.player, place, replace(request, boxes={1: BoxInput("20")}))

    assert held(ana) == Money.parse("10", "USD")


def test_a_bet_needs_a_seat() -> None:
    place = a_live_table()
    refused(Guest(place, "ana").sits(1), NotSeated, box2="10")


def test_a_bet_after_the_bell_is_refused() -> None:
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    luis.participant.seats.update(sits_out=True)
    ana.bets({1: "10"})
    rings(place)

    refused(luis, BetsClosed, box2="10")
    with pytest.raises(BetsClosed):
        withdraw_wager(ana.player, place)


def test_a_bet_for_another_nonce_or_shoe_is_refused() -> None:
    place = a_live_table()
    ana = Guest(place, "ana").sits(1)
    stale = ana.request({1: "10"})
    dealt_to(ana)
    played_out(place)

    before = Transfer.objects.count()
    with pytest.raises(Conflict):
        place_wager(ana.player, place, replace(stale, attempt=9))
    with pytest.raises(Conflict):
        place_wager(ana.player, place, replace(ana.request({1: "10"}), commitment="0" * 64))
    assert Transfer.objects.count() == before


def test_a_bet_behind_follows_its_first_bettor() -> None:
    place = a_live_table("casino_floor")
    ana, luis, eva = (
        Guest(place, "ana").sits(3),
        Guest(place, "luis").sits(5),
        Guest(place, "eva"),
    )
    ana.bets({3: "10"})
    luis.bets({5: "10", 3: "20"}, {3: Choices()})
    eva.bets({3: "15"}, {3: Choices("left", "stay", "left")})
    rings(place)
    ana.opens()
    luis.opens()

    deal = Deal.objects.get()
    assert deal.boxes == [3, 5]
    bettors = {one.player_id: one.bettor_by_box for one in deal.rounds.all()}
    assert bettors == {
        ana.player.pk: {3: 1},
        luis.player.pk: {3: 2, 5: 1},
        eva.player.pk: {3: 3},
    }
    assert Bet.objects.filter(choices__isnull=False).count() == 2
    played_out(place)
    assert find_broken_play_lines() == []


def test_bets_behind_return_when_their_first_bettor_withdraws() -> None:
    place = a_live_table("casino_floor")
    ana, luis = Guest(place, "ana").sits(3), Guest(place, "luis").sits(5)
    ana.bets({3: "10"})
    luis.bets({5: "10", 3: "20"}, {3: Choices()})

    withdraw_wager(ana.player, place)

    assert held(luis) == Money.parse("10", "USD")
    assert held(ana) == Money.zero("USD")
    assert find_broken_play_lines() == []


@pytest.mark.parametrize(
    ("box", "kind"), [(3, OwnBox), (4, NoFirstBettor)], ids=["own box", "nobody ahead"]
)
def test_a_bet_behind_needs_another_ahead(box: int, kind: type[Refusal]) -> None:
    place = a_live_table("casino_floor")
    ana = Guest(place, "ana").sits(3)
    ana.bets({3: "10"})
    before = Transfer.objects.count()
    request = ana.request({box: "10"}, {box: Choices()})

    with pytest.raises(kind):
        place_wager(ana.player, place, request)

    assert Transfer.objects.count() == before


def test_a_box_takes_no_more_than_its_maximum_of_all_bettors() -> None:
    place = a_live_table("casino_floor", max_bet_usd=300_000)
    ana, luis = Guest(place, "ana").sits(3), Guest(place, "luis")
    ana.bets({3: "20"})

    request = luis.request({3: "15"}, {3: Choices()})
    before = Transfer.objects.count()
    with pytest.raises(BoxFull) as refusal:
        place_wager(luis.player, place, request)

    assert "10,00" in str(refusal.value.message)
    assert Transfer.objects.count() == before
    luis.bets({3: "10"}, {3: Choices()})


def test_a_bet_of_a_player_who_was_suspended_returns_at_the_bell_with_those_behind() -> None:
    place = a_live_table("casino_floor")
    ana, luis = Guest(place, "ana").sits(3), Guest(place, "luis").sits(5)
    ana.bets({3: "10"})
    luis.bets({5: "10", 3: "20"}, {3: Choices()})
    User.objects.filter(pk=ana.player.pk).update(play_stopped=True)

    rings(place)
    assert (held(ana), held(luis)) == (Money.zero("USD"), Money.parse("10", "USD"))
    rings(place)

    assert clock_of(place).phase == Clock.Phase.SEALING
    assert find_broken_play_lines() == []


def test_a_bet_on_a_box_that_is_stopped_before_the_bell_returns_and_the_others_play() -> None:
    place = a_live_table("casino_floor")
    ana, luis = Guest(place, "ana").sits(1, 2), Guest(place, "luis").sits(3)
    ana.bets({1: "10", 2: "20"})
    luis.bets({3: "10"})
    for box in (1, 3):
        switch_box(
            place.table_id, box, stopped=True, reason="a check", acting_user=staff(Role.OPERATOR)
        )

    while clock_of(place).phase == Clock.Phase.BETTING:
        assert time_passes(place)
    ana.opens()

    assert ana.round.boxes == [2]
    assert held(ana) == Money.parse("20", "USD")
    assert held(luis) == Money.zero("USD")
    played_out(place)
    assert find_broken_play_lines() == []


def test_a_bet_that_is_replaced_without_a_box_returns_what_is_bet_behind_there() -> None:
    place = a_live_table("casino_floor")
    ana, luis = Guest(place, "ana").sits(1, 2), Guest(place, "luis").sits(5)
    ana.bets({1: "10", 2: "10"})
    luis.bets({1: "5", 2: "7"}, {1: Choices(), 2: Choices()})

    ana.bets({2: "10"})

    assert held(luis) == Money.parse("7", "USD")
    assert held(ana) == Money.parse("10", "USD")
    assert find_broken_play_lines() == []


def test_bets_behind_count_towards_the_maximum_of_boxes() -> None:
    place = a_live_table("casino_floor", seats_per_player=1)
    for box in (1, 2):
        Guest(place, f"p{box}").sits(box).bets({box: "10"})
    eva = Guest(place, "eva")
    before = (Transfer.objects.count(), Wager.objects.count(), clock_of(place).version)

    with pytest.raises(TooManyBoxes) as refusal:
        place_wager(eva.player, place, eva.request({1: "5", 2: "5"}, {1: Choices(), 2: Choices()}))

    assert (refusal.value.code, refusal.value.field) == ("too_many_boxes", "stake-2")
    assert (Transfer.objects.count(), Wager.objects.count(), clock_of(place).version) == before
    eva.bets({1: "5"}, {1: Choices()})
