"""Pairs at live tables are found from rounds and judged from packed columns."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models.users import User
from detection.models import Flag, LatestOutcome, LinkedAccount, PlayerDay
from detection.selectors.givens import load_given
from detection.selectors.pairs import find_pairs, load_pair
from detection.services.building import build_columns
from detection.services.groups import judge_pairs, judge_points
from signals.catalogue import SIGNALS
from signals.judging import judge_signal
from signals.outcomes import OutcomeStatus
from signals.population import Earner, Population
from tests.casino import scenes
from tests.detection.invented import invent_deals, new_player, store_day
from tests.live.scenes import Guest, a_live_table
from tests.live.test_co_seated import deals

pytestmark = pytest.mark.database


def link(*players: User) -> None:
    lowest = min(player.pk for player in players)
    LinkedAccount.objects.bulk_create(
        LinkedAccount(player=player, component=lowest, built_at=timezone.now())
        for player in players
    )


def test_linked_pairs_are_found_with_few_deals_and_others_with_many() -> None:
    place = a_live_table()
    ana, luis, eva = (
        Guest(place, name).sits(box) for box, name in enumerate(("ana", "luis", "eva"), 1)
    )
    deals(2, ana, luis)
    deals(1, ana, eva)
    since = timezone.now() - timedelta(days=90)
    assert find_pairs(since) == []

    link(ana.player, luis.player)
    low, high = sorted((ana.player.pk, luis.player.pk))
    assert find_pairs(since) == [(low, high, 2)]
    assert find_pairs(since, timezone.now() + timedelta(days=1)) == []

    build_columns()
    pair = load_pair(low, high, since)
    assert pair.linked
    assert len(pair.shared[0]) == 2
    assert (pair.one.rounds + pair.other.rounds, len(pair.boxes)) == (5, 0)
    assert judge_pairs() == 6
    assert LatestOutcome.objects.get(player=ana.player, signal="MA2").status == "too_few"


def test_a_pair_that_is_always_together_is_flagged_until_it_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    players = [new_player(f"{name}-pair@example.test") for name in "ab"]
    version, begin = scenes.ligalo().version, timezone.now() - timedelta(days=2)
    for place, player in enumerate(players):
        store_day(player, begin.date(), invent_deals(version, 80, begin, seed=1 + place))
    link(*players)
    low, high = sorted(player.pk for player in players)
    monkeypatch.setattr(
        "detection.services.groups.find_pairs",
        lambda *_when: [type("P", (), {"one": low, "other": high})],
    )
    judge_pairs()
    flags = Flag.objects.filter(signal="MA2", state=Flag.State.CURRENT)
    assert {(flag.player_id, flag.other_id) for flag in flags} == {(low, high), (high, low)}
    assert sorted(flags[0].rounds) == sorted(flags[1].rounds)
    judge_pairs()
    assert Flag.objects.filter(signal="MA2").count() == 2
    given = load_given(flags[0])
    assert given is not None
    assert given[1].figures["share"] == flags[0].figures["share"] == 1
    assert load_given(Flag(player_id=low, signal="MA1", raised_at=timezone.now(), thresholds={}))
    unlinked = new_player("nobody@example.test")
    flag = Flag(player=unlinked, signal="MA1", raised_at=timezone.now(), thresholds={})
    assert load_given(flag) is None

    monkeypatch.setattr("detection.services.groups.find_pairs", lambda *_when: [])
    PlayerDay.objects.filter(player=low).delete()
    judge_pairs()
    assert not flags.all().exists()


def test_points_are_shown_from_the_figures_of_their_flag() -> None:
    signal = SIGNALS["LOY1"]
    earner = Earner("1", 8000.0, 100.0, Population(100, 3.0, 0.1))
    outcome = judge_signal(signal, earner, signal.defaults)
    assert outcome.status is OutcomeStatus.FLAGGED
    flag = Flag(player_id=1, signal="LOY1", n=outcome.n, figures=dict(outcome.figures))
    flag.raised_at, flag.thresholds = timezone.now(), signal.defaults
    given = load_given(flag)
    assert given is not None
    assert given[1].figures == pytest.approx(dict(outcome.figures))
    assert (
        load_given(Flag(player_id=1, signal="LOY1", figures={}, raised_at=flag.raised_at)) is None
    )


def test_points_are_judged_against_all_players() -> None:
    player = scenes.play_out(scenes.deal(scenes.ordinary)).player
    assert judge_points() == 1
    assert LatestOutcome.objects.get(player=player, signal="LOY1").status in {
        "too_few",
        "not_applicable",
    }
