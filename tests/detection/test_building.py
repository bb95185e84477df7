"""Packed columns are what the rounds say, however often and in whatever order they are packed."""

import numpy as np
import pytest

from casino.models import Decision, Round
from casino.play.services.betting import place_bet
from detection.models import DuePlayer, LateRound, PlayerDay
from detection.selectors.binary_rows import read_columns
from detection.selectors.finished_rounds import (
    UNKNOWN_COUNT,
    UNKNOWN_SPOT,
    RoundRange,
    read_rounds,
)
from detection.selectors.histories import build_history
from detection.selectors.kept_rows import load_kept_rows
from detection.selectors.units import load_units
from detection.services.building import build_columns, rebuild_day
from detection.services.completing import complete_columns
from signals.columns import VERBS, History
from tests.casino import scenes

pytestmark = pytest.mark.database


def play_rounds(count: int) -> Round:
    player, table = scenes.new_player(), scenes.ligalo()
    participant = scenes.sit(player, table, scenes.seed_for(scenes.ordinary))
    for _ in range(count):
        round_ = place_bet(player, table, scenes.bet_request(participant))
        scenes.play_out(round_)
    return Round.objects.filter(player=player).latest("pk")


def history_of(player: int) -> History:
    days = load_units(player)
    return load_kept_rows(player, days, days[0].day).history


def test_columns_are_the_rounds() -> None:
    last = play_rounds(3)
    assert build_columns() == 3

    history = history_of(last.player_id)
    rounds = list(Round.objects.filter(player=last.player).select_related("deal").order_by("pk"))
    deals = history.deals
    assert deals.round.tolist() == [one.pk for one in rounds]
    assert deals.stake.tolist() == [one.amount_usd for one in rounds]
    assert deals.staked.tolist() == [one.staked_usd for one in rounds]
    assert deals.returned.tolist() == [one.returned_usd for one in rounds]
    assert deals.running.tolist() == [one.deal.running_count for one in rounds]
    assert deals.left.tolist() == [one.deal.cards_left for one in rounds]
    assert np.allclose(deals.at, [one.started_at.timestamp() for one in rounds])
    assert history.rules[0] == last.version.rules
    made = list(Decision.objects.filter(round__player=last.player).order_by("pk"))
    assert [VERBS[one] for one in history.decisions.action] == [one.action for one in made]
    assert history.decisions.spot.tolist() == [one.spot for one in made]
    assert deals.round[history.decisions.row].tolist() == [one.round_id for one in made]
    thinking = [(one.made_at - one.asked_at).total_seconds() for one in made if one.asked_at]
    assert np.allclose(history.decisions.think, thinking, atol=1e-5)


def test_a_second_run_adds_only_what_is_new() -> None:
    last = play_rounds(2)
    assert build_columns() == 2
    assert build_columns() == 0
    scenes.play_out(place_bet(last.player, last.place.table, scenes.bet_request(last.participant)))
    assert build_columns() == 1
    assert len(history_of(last.player_id).deals) == 3
    assert DuePlayer.objects.get().player_id == last.player_id


def test_a_round_that_still_runs_is_packed_when_it_ends() -> None:
    round_ = scenes.deal(scenes.ordinary)
    assert build_columns() == 0
    assert LateRound.objects.get().round_id == round_.pk
    scenes.play(round_, "stand")
    build_columns()
    assert history_of(round_.player_id).deals.round.tolist() == [round_.pk]
    assert not LateRound.objects.exists()


def test_a_rebuilt_day_is_the_same() -> None:
    last = play_rounds(3)
    build_columns()
    before = history_of(last.player_id)
    day = PlayerDay.objects.get()
    rebuild_day(last.player_id, day.day)
    again = PlayerDay.objects.get()
    assert (again.deals, again.rounds, again.decisions) == (day.deals, day.rounds, day.decisions)
    after = history_of(last.player_id)
    assert_same(before, after)


def assert_same(one: History, other: History) -> None:
    for name in ("deals", "decisions", "shoe_ends"):
        for column in getattr(one, name).__slots__:
            np.testing.assert_array_equal(
                getattr(getattr(one, name), column), getattr(getattr(other, name), column), column
            )


def test_rounds_without_stored_columns_are_replayed_to_the_same_values() -> None:
    last = play_rounds(4)
    deals, decisions = read_rounds(RoundRange(0, last.pk))
    old_deals = {name: column.copy() for name, column in deals.items()}
    old_decisions = {name: column.copy() for name, column in decisions.items()}
    old_deals["running"][:] = old_decisions["running"][:] = UNKNOWN_COUNT
    old_deals["left"][:] = old_decisions["left"][:] = -1
    old_decisions["spot"][:], old_decisions["legal"][:] = UNKNOWN_SPOT, 0
    complete_columns(old_deals, old_decisions)
    for name in ("running", "left"):
        np.testing.assert_array_equal(old_deals[name], deals[name], name)
    for name in ("running", "left", "spot", "legal"):
        np.testing.assert_array_equal(old_decisions[name], decisions[name], name)


def test_voided_rounds_are_left_out_without_packing_again() -> None:
    last = play_rounds(3)
    build_columns()
    packed = [bytes(one) for one in PlayerDay.objects.values_list("columns", flat=True)]
    history = build_history(last.player_id, packed, [last.pk])
    assert last.pk not in history.deals.round.tolist()
    assert len(history.deals) == 2
    assert set(history.decisions.row.tolist()) == {0, 1}


def test_columns_with_a_null_are_refused() -> None:
    with pytest.raises(ValueError, match="int4"):
        read_columns("SELECT 1::int8, NULL::int4", [], {"round": "int8", "table": "int4"})
    found = read_columns("SELECT 1::int8 WHERE %s", [False], {"round": "int8"})
    assert found["round"].tolist() == []
