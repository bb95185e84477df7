"""Deals of a live table, from the first bet to the next one."""

import pytest

from casino.fairness.selectors.exchanges import build_exchange
from casino.models import Clock, Deal, Round, SeedExchange, Wager
from casino.reconciliation.selectors.lines import find_broken_play_lines
from tests.live.scenes import (
    Guest,
    a_live_table,
    clock_of,
    dealt_to,
    played_out,
    rings,
    running,
    time_passes,
)
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database


def test_a_deal_has_one_round_for_each_player() -> None:
    place = a_live_table("casino_floor")
    ana, luis = Guest(place, "ana").sits(2, 5), Guest(place, "luis").sits(3)

    deal = dealt_to(ana, luis)

    rounds = {round_.player_id: round_ for round_ in deal.rounds.all()}
    assert deal.boxes == [2, 3, 5]
    assert rounds[ana.player.pk].boxes == [2, 5]
    assert rounds[luis.player.pk].boxes == [3]
    assert {round_.public_id for round_ in rounds.values()} == {
        wager.public_id for wager in Wager.objects.filter(end=Wager.End.DEALT)
    }


def test_every_players_seed_is_in_the_entropy() -> None:
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(2), Guest(place, "luis").sits(3)

    deal = dealt_to(ana, luis)

    exchange = build_exchange(SeedExchange.objects.get())
    assert exchange.openings == {2: ana.seed, 3: luis.seed}
    assert deal.entropy == exchange.entropy(deal.shoe.cut)


def test_a_deal_that_nobody_decides_ends_and_the_money_is_right() -> None:
    place = a_live_table("casino_floor")
    guests = [Guest(place, "ana").sits(1, 2), Guest(place, "luis").sits(4)]

    deal = dealt_to(*guests)
    played_out(place)

    deal.refresh_from_db()
    assert deal.status == Round.Status.COMPLETED
    assert clock_of(place).phase == Clock.Phase.INTERMISSION
    for guest in guests:
        round_ = guest.round
        won = Money((round_.returned or 0) - round_.staked, "USD")
        assert balance(guest.player.pk, "USD") == Money.parse("1000", "USD") + won
        assert [seat["seat"] for seat in (round_.result or {})["seats"]] == round_.boxes
    assert find_broken_play_lines() == []


def test_after_the_pause_the_table_waits_for_a_bet_or_takes_those_that_came() -> None:
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    dealt_to(ana, luis)
    played_out(place)

    ana.bets({1: "10"})
    assert clock_of(place).phase == Clock.Phase.INTERMISSION
    assert time_passes(place)
    assert clock_of(place).phase == Clock.Phase.BETTING
    rings(place)
    ana.opens()

    assert Deal.objects.count() == 2
    played_out(place)
    assert time_passes(place)
    assert clock_of(place).phase == Clock.Phase.WAITING


def test_the_pause_ends_early_once_everybody_has_bet_again() -> None:
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    dealt_to(ana, luis)
    played_out(place)

    ana.bets({1: "10"})
    luis.bets({2: "10"})
    assert clock_of(place).phase == Clock.Phase.SEALING


def test_the_version_only_rises() -> None:
    place = a_live_table()
    ana, luis = Guest(place, "ana"), Guest(place, "luis")
    seen = [clock_of(place).version]
    for step in (
        lambda: ana.sits(1),
        lambda: luis.sits(2),
        lambda: ana.bets({1: "10"}),
        lambda: luis.bets({2: "10"}),
        ana.opens,
        luis.opens,
        lambda: played_out(place),
        lambda: time_passes(place),
    ):
        step()
        seen.append(clock_of(place).version)
    assert seen == sorted(seen)
    assert len(set(seen)) == len(seen) - 1  # the first opening changes nothing that is shown


def test_a_turn_belongs_to_its_player() -> None:
    place = a_live_table()
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    dealt_to(ana, luis)
    while clock_of(place).phase == Clock.Phase.ANSWERS:
        time_passes(place)
    while clock_of(place).phase == Clock.Phase.TURNS:
        live = running(place)
        guest = ana if live.turn_share.round.player_id == ana.player.pk else luis
        guest.decides("stand")
    assert {made.by_house for made in ana.round.decisions.all()} <= {True, False}
    assert find_broken_play_lines() == []
