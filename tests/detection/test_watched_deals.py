"""Deals that a player watched at a live table without a bet are deals that the player could have bet on."""

from datetime import timedelta

import pytest

from casino.fairness.selectors.exchanges import running_exchange
from casino.live.selectors.time import database_now
from casino.models import Deal, Participant, TableWatch
from detection.selectors.kept_rows import load_kept_rows
from detection.selectors.units import load_units
from detection.services.building import build_columns
from signals.columns import History
from signals.definition import Unit
from tests.live.scenes import Guest, a_live_table, closed_shoe, played_out, time_passes

pytestmark = pytest.mark.database


def play(*guests: Guest) -> Deal:
    """Deal to these guests alone, and play the deal to its end."""
    place = guests[0].place
    for guest in guests:
        guest.bets({guest.participant.seats.get().box: "10"})
    while running_exchange(place) is None:
        assert time_passes(place)
    for guest in guests:
        guest.opens()
    played_out(place)
    return Deal.objects.filter(place=place).latest("pk")


def look(guest: Guest, *, anew: bool = False) -> None:
    """Look at the table now; `anew`: after a gap."""
    mine = Participant.objects.filter(pk=guest.participant.pk)
    if anew:
        mine.update(seen_at=None)
    mine.update(seen_at=database_now())


def keep_watch(guest: Guest) -> None:
    """Write the present span of looking, as the database does once it is over."""
    since = Participant.objects.get(pk=guest.participant.pk).seen_since
    assert since is not None
    TableWatch.objects.create(
        participant=guest.participant, begun_at=since, ended_at=database_now()
    )


def history_of(guest: Guest) -> History:
    build_columns()
    days = load_units(guest.player.pk)
    return load_kept_rows(guest.player.pk, days, days[0].day).history


def seated() -> tuple[Guest, Guest]:
    place = a_live_table()
    return Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)


def test_watched_deals_around_own_rounds_are_sat_out() -> None:
    ana, luis = seated()
    first = play(ana)
    look(luis)
    own = play(ana, luis)
    last = play(ana)
    look(luis)
    keep_watch(luis)
    away = play(ana)
    closed_shoe(ana.place)
    look(luis, anew=True)
    next_shoe = play(ana)
    look(luis)
    luis.sits(2)  # the seat was lost after idle deals
    second = play(ana, luis)

    deals = history_of(luis).deals
    expected = [first.pk, own.pk, last.pk, next_shoe.pk, second.pk]
    assert deals.deal.tolist() == expected
    assert away.pk not in expected
    assert deals.played.tolist() == [False, True, False, False, True]
    assert deals.shoe.tolist() == [own.shoe_id] * 3 + [second.shoe_id] * 2
    assert load_units(luis.player.pk)[0].units[Unit.DEALS] == 5
    assert history_of(ana).deals.played.all()
    assert len(history_of(ana).deals) == 6


def test_who_did_not_watch_sat_nothing_out() -> None:
    ana, luis = seated()
    play(ana)
    look(luis, anew=True)
    own = play(ana, luis)
    assert history_of(luis).deals.deal.tolist() == [own.pk]


def test_a_watch_ends_with_a_gap_of_a_minute() -> None:
    _ana, luis = seated()
    mine, now = Participant.objects.filter(pk=luis.participant.pk), database_now()
    for ago in (600, 590, 545, 60, 30):
        if ago == 600:
            mine.update(seen_at=None)
        mine.update(seen_at=now - timedelta(seconds=ago))
    watch, present = TableWatch.objects.get(), mine.get()
    assert (watch.begun_at, watch.ended_at) == (
        now - timedelta(seconds=600),
        now - timedelta(seconds=545),
    )
    assert present.seen_since == now - timedelta(seconds=60)
