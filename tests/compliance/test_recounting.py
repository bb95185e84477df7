"""Finished rounds are recomputed once each; a round that was not paid by its rules raises an alarm that names it."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from blackjack import settlement
from blackjack.hands import Hand
from casino.models import Round, Sitting
from casino.services.betting import place_bet
from compliance.models import Recount
from compliance.recount import services
from compliance.recount.services import recount_due
from compliance.tasks import recount_rounds
from journal.models import Event
from tests.casino import scenes

pytestmark = pytest.mark.committed


def later() -> datetime:
    return timezone.now() + services.SETTLES + timedelta(seconds=1)


def seated(preset: str = "ligalo") -> Sitting:
    return scenes.sit(scenes.new_player(funds="100000"), scenes.table_of(preset))


def rounds_played(count: int, sitting: Sitting) -> list[Round]:
    return [
        scenes.play_out(place_bet(sitting.player, sitting.table, scenes.bet_request(sitting)))
        for _ in range(count)
    ]


def alarms() -> list[Event]:
    return list(Event.objects.filter(kind="payout_differs").order_by("pk"))


def test_each_round_is_recomputed_once() -> None:
    rounds = rounds_played(3, seated())
    assert [recount_due(later(), most=2) for _ in range(3)] == [2, 1, 0]
    assert [(one.rounds, one.differing) for one in Recount.objects.order_by("pk")] == [
        (2, 0),
        (1, 0),
    ]
    assert Recount.objects.order_by("pk")[1].last_round == rounds[-1].pk
    assert alarms() == []


def test_a_round_that_ended_just_now_waits() -> None:
    rounds_played(1, seated())
    assert recount_due(timezone.now()) == 0
    recount_rounds()
    assert not Recount.objects.exists()


@pytest.mark.parametrize("preset", ["ligalo", "atlantic_city", "casino_floor", "live"])
def test_rounds_of_every_table_agree(preset: str) -> None:
    rounds_played(6, seated(preset))
    assert recount_due(later()) == 6
    assert Recount.objects.get().differing == 0


def test_the_alarm_names_the_first_affected_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """From some round on the engine pays everything that is not lost by itself twice over."""
    sitting = seated()
    sound = rounds_played(2, sitting)

    def generous(hand: Hand, _total: int) -> settlement.Result:
        return settlement.Result("win", 3 * (hand.stake + hand.added))

    monkeypatch.setattr(settlement, "_compared", generous)
    faulty = rounds_played(8, sitting)
    paid_so = [
        one for one in faulty if (one.result or {})["seats"][0]["hands"][0]["outcome"] == "win"
    ]
    assert paid_so

    assert recount_due(later()) == len(sound) + len(faulty)
    (alarm,) = alarms()
    assert alarm.severity == "alarm"
    assert alarm.subject == f"round {paid_so[0].public_id}"
    assert alarm.data["rounds"] == len(paid_so)
    assert alarm.data["differs"]["code"] == "result_differs"
    assert "hands.1" in alarm.data["differs"]["where"]
    assert Recount.objects.get().differing == len(paid_so)
    assert recount_due(later()) == 0
