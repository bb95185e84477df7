"""A deposit or a withdrawal makes its player due within minutes, and money passing through is flagged by the task."""

import pytest

from accounts.roles.values import Role
from detection.models import DuePlayer, LatestOutcome
from detection.services.payers import make_payers_due
from detection.tasks import judge_players
from tests.accounts.staff import staff
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
