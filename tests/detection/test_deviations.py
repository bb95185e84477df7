"""Decisions off the chart are measured once, after their shoe's seed is public."""

from collections.abc import Iterable, Iterator
from datetime import timedelta

import pytest

from casino.models import Decision, Round, Shoe
from detection.models import DuePlayer, FoundDeviation, LatestOutcome, Watermark
from detection.selectors.deviations import load_deviations
from detection.services import deviations
from detection.services.deviations import measure_revealed_shoes
from signals.columns import VERBS
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
    stand, hit = VERBS.index("stand"), VERBS.index("hit")
    assert {(one.action, one.advised) for one in found} == {(stand, hit)}
    player = found[0].player_id
    assert DuePlayer.objects.get().player_id == player
    history = load_deviations(player)
    assert len(history.deviations) == len(found)
    kept = [(one.spot, one.cost) for one in found.order_by("measured_at", "decision")]
    columns = history.decisions.spot.tolist(), history.deviations.cost.tolist()
    assert list(zip(*columns, strict=True)) == kept
    assert history.decisions.spot.min() >= 0
    assert history.deals.round[history.decisions.row].tolist() == [
        one.round_id for one in found.order_by("measured_at", "decision")
    ]
    before = list(found.values())
    assert measure_revealed_shoes() == 0
    assert list(FoundDeviation.objects.values()) == before


def test_an_open_shoe_is_left_alone() -> None:
    charted(scenes.ligalo().version.rules, "H")
    scenes.play_out(scenes.deal(scenes.ordinary))
    assert Shoe.objects.filter(server_seed__isnull=True).exists()
    assert measure_revealed_shoes() == 0


def test_a_shoe_revealed_late_follows_those_judged_before() -> None:
    charted(scenes.ligalo().version.rules, "H")
    scenes.finished_shoe()
    measure_revealed_shoes()
    first = FoundDeviation.objects.order_by("measured_at", "decision").first()
    assert first is not None
    before = load_deviations(first.player_id).deals.round.tolist()
    earlier = FoundDeviation(
        decision_id=first.decision_id + 1_000_000,
        player_id=first.player_id,
        round_id=first.round_id,
        shoe_id=first.shoe_id,
        made_at=first.made_at - timedelta(days=1),
        gain=0.5,
        values=[0.0, 1.0],
        chances=[0.5, 0.5],
        right=True,
        right_chance=0.5,
    )
    earlier.save(force_insert=True)
    history = load_deviations(first.player_id)
    assert history.deals.round.tolist() == [*before, first.round_id]
    assert history.deviations.gain.tolist()[-1] == 0.5


def test_a_shoe_that_cannot_be_measured_is_an_error_and_the_others_are_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken = scenes.finished_shoe()
    other = Shoe(pk=broken.pk + 1)
    measured = FoundDeviation(shoe=other)

    def measure(shoes: Iterable[Shoe]) -> Iterator[FoundDeviation]:
        if broken in shoes:
            raise KeyError(broken.pk)
        yield measured

    monkeypatch.setattr(deviations, "_measure", measure)
    failures: dict[int, str] = {}
    assert deviations._try_shoes([broken, other], failures) == [measured]
    assert failures == {broken.pk: "KeyError"}

    assert measure_revealed_shoes() == 0
    failed = LatestOutcome.objects.get(signal="INT1")
    assert (failed.status, failed.reason) == ("error", "KeyError")
    assert Round.objects.filter(deal__shoe=broken, player=failed.player).exists()
    assert Watermark.objects.get(name="revealed shoes").notes == [broken.pk]
