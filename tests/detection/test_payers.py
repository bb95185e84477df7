"""A deposit or a withdrawal makes its player due within minutes, and money passing through is flagged by the task."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.roles.values import Role
from detection.models import DuePlayer, LatestOutcome
from detection.services.building import PAUSE, make_due
from detection.services.judging import judge_due_players, make_active_players_due
from detection.services.payers import make_payers_due
from detection.tasks import judge_players
from tests.accounts.staff import staff
from tests.detection.test_building import play_rounds
from tests.wallet.cash import intent
from tests.wallet.paying_out import asked
from wallet.cash.services import withdrawals

pytestmark = pytest.mark.database


def due() -> list[int]:
    found = list(DuePlayer.objects.values_list("player_id", flat=True))
    DuePlayer.objects.all().delete()
    return found


def test_each_step_of_a_payment_makes_its_player_due_once() -> None:
    withdrawal = asked()
    assert make_payers_due() == 1
    assert due() == [withdrawal.player_id]
    assert make_payers_due() == 0
    assert due() == []
    withdrawals.approve_withdrawal(withdrawal.pk, seen=1, acting_user=staff(Role.CASHIER))
    assert make_payers_due() == 1
    assert due() == [withdrawal.player_id]


def test_a_deposit_alone_makes_its_player_due() -> None:
    deposit = intent()
    make_payers_due()
    assert due() == [deposit.player_id]


def test_the_task_judges_a_player_after_a_withdrawal_without_any_round() -> None:
    withdrawal = asked()
    judge_players()
    assert LatestOutcome.objects.filter(player=withdrawal.player_id, signal="AML1").exists()
    assert not DuePlayer.objects.exists()


def test_who_plays_on_is_judged_once_an_hour_and_at_once_after_a_payment() -> None:
    player = play_rounds(1).player
    judge_players()
    waits = DuePlayer.objects.get(player=player)
    assert waits.judge_from is not None
    assert timedelta(0) < waits.judge_from - timezone.now() <= PAUSE
    make_due([player.pk], judge_from=timezone.now() + 2 * PAUSE)  # plays on
    assert DuePlayer.objects.get(player=player).judge_from == waits.judge_from
    assert judge_due_players(waits.judge_from - timedelta(seconds=1)) == 0

    make_due([player.pk])  # as a payment does
    judge_players()
    assert LatestOutcome.objects.filter(player=player, signal="AML1").exists()
    assert not DuePlayer.objects.exists()


def test_the_night_judges_whom_something_happened_to_since_the_last_one() -> None:
    player = play_rounds(1).player
    judge_players()
    DuePlayer.objects.all().delete()
    assert make_active_players_due(timezone.now() + timedelta(days=2)) == 0
    assert make_active_players_due(timezone.now() - timedelta(days=2)) >= 1
    assert player.pk in due()
