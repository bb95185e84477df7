"""Decisions off the chart are measured once, after their shoe's seed is public."""

import pytest

from casino.models import Decision, Shoe
from detection.models import DuePlayer, FoundDeviation
from detection.selectors.deviations import load_deviations
from detection.services.deviations import measure_revealed_shoes
from tests.casino import scenes
from tests.casino.gone import charted

pytestmark = pytest.mark.database


def test_deviations_of_a_revealed_shoe_are_measured_once() -> None:
    charted(scenes.ligalo().version.rules, "H")
    shoe = scenes.finished_shoe()
    made = set(
        Decision.objects.filter(deal__shoe=shoe, action="stand").values_list("pk", flat=True)
    )
    assert measure_revealed_shoes() > 0

    found = FoundDeviation.objects.all()
    assert {one.decision_id for one in found} <= made
    assert all(sum(one.chances) == pytest.approx(1) for one in found)
    player = found[0].player_id
    assert DuePlayer.objects.get().player_id == player
    history = load_deviations(player)
    assert len(history.deviations) == len(found)
    assert history.deals.round[history.decisions.row].tolist() == [
        one.round_id for one in found.order_by("made_at", "decision")
    ]
    before = list(found.values())
    assert measure_revealed_shoes() == 0
    assert list(FoundDeviation.objects.values()) == before


def test_an_open_shoe_is_left_alone() -> None:
    charted(scenes.ligalo().version.rules, "H")
    scenes.play_out(scenes.deal(scenes.ordinary))
    assert Shoe.objects.filter(server_seed__isnull=True).exists()
    assert measure_revealed_shoes() == 0
