"""Players who were in deals together."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from blackjack.choices import Choices
from casino.live.selectors.co_seated import (
    CoSeatedPair,
    find_co_seated_pair,
    find_co_seated_pairs,
    find_co_seated_players,
)
from casino.live.selectors.time import database_now
from casino.models import Round
from casino.play.services.betting import place_bet
from tests.casino import scenes
from tests.live.scenes import Guest, a_live_table, dealt_to, played_out, rings, time_passes

pytestmark = pytest.mark.database


def deals(count: int, *guests: Guest) -> None:
    """Play this many deals with these guests; the other seats sit out."""
    place = guests[0].place
    betting = [guest.player for guest in guests]
    place.seats.update(sits_out=False, idle_deals=0)
    place.seats.exclude(participant__player__in=betting).update(sits_out=True)
    for _ in range(count):
        dealt_to(*guests)
        played_out(place)
        time_passes(place)


def three() -> tuple[Guest, Guest, Guest]:
    """Return Ana and Luis with three deals together, Ana and Eva with one, Eva and Luis with none; Ana also plays alone."""
    place = a_live_table()
    ana, luis, eva = (
        Guest(place, name).sits(box) for box, name in enumerate(("ana", "luis", "eva"), 1)
    )
    deals(2, ana, luis)
    deals(1, ana, eva)
    deals(1, ana, luis)
    deals(1, ana)
    return ana, luis, eva


def test_pairs_are_counted_by_deals_with_the_last_time() -> None:
    ana, luis, eva = three()
    with_luis = CoSeatedPair(ana.player.pk, luis.player.pk, 3, luis.round.started_at)
    with_eva = CoSeatedPair(ana.player.pk, eva.player.pk, 1, eva.round.started_at)

    assert find_co_seated_players(ana.player.pk) == [with_luis, with_eva]
    assert find_co_seated_players(ana.player.pk, most=1) == [with_luis]
    assert find_co_seated_pair(ana.player.pk, luis.player.pk) == with_luis
    assert find_co_seated_pair(luis.player.pk, eva.player.pk) is None
    assert find_co_seated_pair(ana.player.pk, ana.player.pk) is None
    everybody = [guest.player.pk for guest in (ana, luis, eva)]
    assert list(find_co_seated_pairs(everybody).values()) == [with_luis, with_eva]


def test_a_pair_is_the_same_from_both_sides() -> None:
    ana, luis, _ = three()
    there = find_co_seated_pair(ana.player.pk, luis.player.pk)
    back = find_co_seated_pair(luis.player.pk, ana.player.pk)
    assert there is not None
    assert back is not None
    assert (there.player, there.other) == (back.other, back.player)
    assert (there.deals, there.last_at) == (back.deals, back.last_at)


def test_only_deals_since_then_count() -> None:
    ana, luis, eva = three()
    last = luis.round.started_at
    assert [one.other for one in find_co_seated_players(ana.player.pk, since=last)] == [
        luis.player.pk
    ]
    found = find_co_seated_pair(ana.player.pk, luis.player.pk, since=last)
    assert found is not None
    assert found.deals == 1
    later = database_now() + timedelta(hours=1)
    assert find_co_seated_pairs([ana.player.pk, luis.player.pk, eva.player.pk], since=later) == {}


def test_bettors_behind_are_co_seated() -> None:
    place = a_live_table("casino_floor")
    ana, eva = Guest(place, "ana").sits(1), Guest(place, "eva")
    ana.bets({1: "10"})
    eva.bets({1: "20"}, {1: Choices()})
    rings(place)
    ana.opens()

    assert [one.other for one in find_co_seated_players(eva.player.pk)] == [ana.player.pk]


def test_deals_at_different_tables_add_up_and_private_ones_do_not_count() -> None:
    first = a_live_table()
    ana, luis = Guest(first, "ana").sits(1), Guest(first, "luis").sits(2)
    deals(1, ana, luis)
    second = a_live_table("casino_floor")
    again = [Guest(second, f"{one.name}-again", known=one.player) for one in (ana, luis)]
    deals(1, *(guest.sits(box) for box, guest in enumerate(again, 1)))
    private = scenes.table_of("atlantic_city")
    for guest in (ana, luis):
        participant = scenes.sit(guest.player, private)
        scenes.play_out(place_bet(guest.player, private, scenes.bet_request(participant)))

    found = find_co_seated_pair(ana.player.pk, luis.player.pk)
    assert found is not None
    assert found.deals == 2
    assert Round.objects.filter(player=ana.player).count() == 3


def test_each_question_is_one_query() -> None:
    ana, luis, eva = three()
    with CaptureQueriesContext(connection) as asked:
        find_co_seated_players(ana.player.pk)
        find_co_seated_pair(ana.player.pk, luis.player.pk)
        find_co_seated_pairs([ana.player.pk, luis.player.pk, eva.player.pk])
    assert len(asked) == 3
