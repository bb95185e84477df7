"""The pause between two deals ends early once every present seat is ready."""

from datetime import timedelta

import pytest

from casino.live.refusals import NoPause, NotSeated
from casino.live.selectors.table_state import load_table
from casino.live.selectors.time import database_now
from casino.live.services.betting import sit_out
from casino.live.services.pause import mark_ready
from casino.live.values.seating import AWAY_AFTER
from casino.live.words.box_view import view_boxes
from casino.models import Clock, Participant, Seat
from tests.live.scenes import Guest, a_live_table, clock_of, dealt_to, played_out, time_passes

pytestmark = pytest.mark.database


def in_the_pause(preset: str = "live") -> tuple[Guest, Guest]:
    place = a_live_table(preset)
    ana, luis = Guest(place, "ana").sits(1), Guest(place, "luis").sits(2)
    dealt_to(ana, luis)
    played_out(place)
    assert clock_of(place).phase == Clock.Phase.INTERMISSION
    return ana, luis


def test_the_pause_ends_when_the_last_seat_is_ready() -> None:
    ana, luis = in_the_pause()

    mark_ready(ana.player, ana.place)
    mark_ready(ana.player, ana.place)
    assert clock_of(ana.place).phase == Clock.Phase.INTERMISSION
    boxes = view_boxes(load_table(ana.place), set())
    assert [box.is_ready for box in boxes[:2]] == [True, False]
    assert [len(box.states) for box in boxes[:2]] == [1, 0]
    mark_ready(luis.player, luis.place)

    assert clock_of(ana.place).phase == Clock.Phase.WAITING
    assert not Seat.objects.filter(is_ready=True).exists()


@pytest.mark.parametrize("preset", ["live", "casino_floor"])
def test_a_bet_marks_its_seat_as_ready(preset: str) -> None:
    """One player is ready and the other bets: the betting clock runs for the one without a bet."""
    ana, luis = in_the_pause(preset)
    mark_ready(ana.player, ana.place)

    luis.bets({2: "10"})

    assert clock_of(ana.place).phase == Clock.Phase.BETTING


def test_a_seat_that_sits_out_is_not_waited_for() -> None:
    ana, luis = in_the_pause()
    mark_ready(ana.player, ana.place)

    sit_out(luis.player, luis.place, out=True)

    assert clock_of(ana.place).phase == Clock.Phase.WAITING


def test_readiness_does_not_outlast_the_pause() -> None:
    ana, _luis = in_the_pause()
    mark_ready(ana.player, ana.place)

    assert time_passes(ana.place)

    assert not Seat.objects.filter(is_ready=True).exists()


def test_readiness_is_said_by_a_seat_in_the_pause_alone() -> None:
    ana, luis = in_the_pause()
    with pytest.raises(NotSeated) as refusal:
        mark_ready(Guest(ana.place, "eva").player, ana.place)
    assert refusal.value.code == "not_seated"
    assert time_passes(ana.place)
    before = clock_of(ana.place).version

    with pytest.raises(NoPause) as late:
        mark_ready(luis.player, luis.place)

    assert late.value.code == "no_pause"
    assert clock_of(ana.place).version == before
    assert not Seat.objects.filter(is_ready=True).exists()


def test_a_seat_whose_player_is_away_or_leaves_is_not_waited_for() -> None:
    ana, luis = in_the_pause()
    luis_there = Participant.objects.filter(pk=luis.participant.pk)
    luis_there.update(seen_at=database_now() - AWAY_AFTER - timedelta(seconds=1))

    mark_ready(ana.player, ana.place)

    assert clock_of(ana.place).phase == Clock.Phase.WAITING
    luis_there.update(seen_at=database_now())
    ana.bets({1: "10"})
    assert clock_of(ana.place).phase == Clock.Phase.BETTING  # Luis is back


def test_a_bet_rings_where_the_other_seat_is_to_be_left() -> None:
    ana, luis = in_the_pause()
    Seat.objects.filter(participant=luis.participant).update(leaves=True)

    ana.bets({1: "10"})

    assert clock_of(ana.place).phase == Clock.Phase.SEALING
