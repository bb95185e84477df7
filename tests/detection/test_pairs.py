"""Pairs at live tables are found from rounds and judged from packed columns."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models.users import User
from detection.models import Flag, LatestOutcome, LinkedAccount, PlayerDay
from detection.selectors.pairs import find_pairs, load_pair
from detection.services.building import build_columns
from detection.services.groups import judge_pairs, judge_points
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

    monkeypatch.setattr("detection.services.groups.find_pairs", lambda *_when: [])
    PlayerDay.objects.filter(player=low).delete()
    judge_pairs()
    assert not flags.all().exists()


def test_points_are_judged_against_all_players() -> None:
    player = scenes.play_out(scenes.deal(scenes.ordinary)).player
    assert judge_points() == 1
    assert LatestOutcome.objects.get(player=player, signal="LOY1").status in {
        "too_few",
        "not_applicable",
    }
