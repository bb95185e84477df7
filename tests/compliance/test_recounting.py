"""Finished rounds are recomputed once each; a round not paid by its rules raises an alarm that names it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from blackjack import settlement
from blackjack.hands import Hand
from casino.models import Participant, Round
from casino.play.services.betting import place_bet
from compliance.models import Recount
from compliance.recount import services
from compliance.recount.services import recount_due_rounds
from compliance.tasks import recount_rounds
from journal.models import Event
from tests.casino import scenes

pytestmark = pytest.mark.database


def later() -> datetime:
    return timezone.now() + services.SETTLING_TIME + timedelta(seconds=1)


def seated(preset: str = "ligalo") -> Participant:
    return scenes.sit(scenes.new_player(funds="100000"), scenes.table_of(preset))


def rounds_played(count: int, participant: Participant) -> list[Round]:
    return [
        scenes.play_out(
            place_bet(participant.player, participant.table, scenes.bet_request(participant))
        )
        for _ in range(count)
    ]


def alarms() -> list[Event]:
    return list(Event.objects.filter(kind="payout_differs").order_by("pk"))


def test_each_round_is_recomputed_once() -> None:
    rounds = rounds_played(3, seated())
    assert [recount_due_rounds(later(), most=2) for _ in range(3)] == [2, 1, 0]
    assert [(one.rounds, one.differing) for one in Recount.objects.order_by("pk")] == [
        (2, 0),
        (1, 0),
    ]
    assert Recount.objects.order_by("pk")[1].last_round == rounds[-1].pk
    assert alarms() == []


def test_a_round_that_ended_just_now_waits() -> None:
    rounds_played(1, seated())
    assert recount_due_rounds(timezone.now()) == 0
    recount_rounds()
    assert not Recount.objects.exists()


@pytest.mark.parametrize("preset", ["ligalo", "atlantic_city", "casino_floor", "live"])
def test_rounds_of_every_table_agree(preset: str) -> None:
    rounds_played(6, seated(preset))
    assert recount_due_rounds(later()) == 6
    assert Recount.objects.get().differing == 0


@pytest.mark.committed
def test_the_alarm_names_the_first_affected_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """From some round on, the engine returns three times the stake for every hand decided by comparing totals."""
    participant = seated()
    sound = rounds_played(2, participant)

    def generous(hand: Hand, _total: int) -> settlement.HandResult:
        return settlement.HandResult("win", 3 * (hand.stake + hand.added))

    monkeypatch.setattr(settlement, "_compare_totals", generous)
    faulty = rounds_played(8, participant)
    paid_so = [
        one for one in faulty if (one.result or {})["seats"][0]["hands"][0]["outcome"] == "win"
    ]
    assert paid_so

    assert recount_due_rounds(later()) == len(sound) + len(faulty)
    (alarm,) = alarms()
    assert alarm.severity == "alarm"
    assert alarm.subject == f"round {paid_so[0].public_id}"
    assert alarm.data["rounds"] == len(paid_so)
    assert alarm.data["differs"]["code"] == "result_differs"
    assert "hands.1" in alarm.data["differs"]["where"]
    assert Recount.objects.get().differing == len(paid_so)
    assert recount_due_rounds(later()) == 0


def checkpoint(last: Round, **other: Any) -> None:
    """Insert a checkpoint with the application's role."""
    given = {"until": last.finished_at, "last_round": last.pk, "rounds": 1, "differing": 0, **other}
    with transaction.atomic():
        Recount.objects.create(**given)


def test_a_false_checkpoint_is_refused_and_the_rounds_are_recomputed() -> None:
    participant = seated()
    first, second, third = rounds_played(3, participant)
    assert recount_due_rounds(later(), most=1) == 1
    running = place_bet(participant.player, participant.table, scenes.bet_request(participant))
    future = datetime(3000, 1, 1, tzinfo=UTC)
    assert third.finished_at
    tries: list[tuple[Round, dict[str, Any]]] = [
        (second, {"until": future, "last_round": 1, "rounds": 0}),
        (second, {"until": future}),
        (second, {"until": timezone.now()}),  # not the end of that round
        (second, {"until": third.finished_at}),
        (second, {"last_round": 10**9}),
        (running, {"until": timezone.now()}),
        (first, {}),  # already the latest checkpoint
        (first, {"rounds": 0}),
        (second, {"rounds": 0}),
        (second, {"rounds": 2}),
        (third, {"rounds": 1}),  # skips the second
        (second, {"differing": 2}),
    ]
    for last, other in tries:
        with pytest.raises(IntegrityError):
            checkpoint(last, **other)
    assert Recount.objects.count() == 1

    checkpoint(second)
    with pytest.raises(IntegrityError):
        checkpoint(first, rounds=0)  # before the latest checkpoint
    assert recount_due_rounds(later()) == 1 + (running.status == Round.Status.COMPLETED)
    assert [one.rounds for one in Recount.objects.order_by("pk")][:2] == [1, 1]


@pytest.mark.committed
def test_rounds_that_ended_at_the_same_moment_are_taken_by_number(
    owner_connection: Any,
) -> None:
    rounds = rounds_played(3, seated())
    at = rounds[0].finished_at
    owner_connection.execute("ALTER TABLE casino_round DISABLE TRIGGER USER")
    owner_connection.execute("UPDATE casino_round SET finished_at = %s", [at])
    owner_connection.execute("ALTER TABLE casino_round ENABLE TRIGGER USER")
    assert [recount_due_rounds(later(), most=2) for _ in range(3)] == [2, 1, 0]
    found = Recount.objects.order_by("pk")
    assert [(one.until, one.rounds) for one in found] == [(at, 2), (at, 1)]
