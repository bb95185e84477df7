"""A withdrawal is approved and paid only once what happened up to its request is judged."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.roles.values import Role
from cases.refusals import JudgementPending, JudgementStopped
from cases.services.judgements import LATE, report_late_judgements
from detection.models import DuePlayer, Flag
from detection.services.judging import judge_due_players
from detection.services.payers import make_payers_due
from detection.tasks import judge_players
from journal.models import Event, EventKind, Heartbeat
from tests.accounts.staff import inside, staff
from tests.cases.flagged import flag
from tests.wallet.ledger import refused
from tests.wallet.paying_out import asked, history, state
from tests.wallet.test_second_person import recorded
from wallet.cash.models import Withdrawal
from wallet.cash.refusals import HeldInCase
from wallet.cash.services import withdrawals

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def _judging(settings: Settings) -> None:
    settings.JUDGE_BEFORE_PAYING = True


@pytest.fixture
def alive() -> None:
    """Have the worker of the queue that judges give a sign of life."""
    Heartbeat.objects.create(
        host="one", queue="long", at=timezone.now(), wall=0, monotonic=0, boot="x"
    )


def approve(withdrawal: Withdrawal, seen: int = 1) -> None:
    withdrawals.approve_withdrawal(withdrawal.pk, seen=seen, acting_user=staff(Role.CASHIER))


def test_an_approval_waits_for_the_judgement_and_no_longer(alive: None) -> None:
    withdrawal = asked()
    with refused(JudgementPending) as told:
        approve(withdrawal)
    assert told.value.code == "judgement_pending"
    make_payers_due()  # its player is due, and not judged yet
    with refused(JudgementPending):
        approve(withdrawal)
    assert history(withdrawal) == ["requested"]
    judge_due_players()
    approve(withdrawal)
    withdrawals.record_staff_payment(
        withdrawal.pk, seen=2, acting_user=staff(Role.CASHIER), note="B-1"
    )
    assert state(withdrawal) == "paid"


def test_money_that_passes_through_is_caught_before_the_approval(alive: None) -> None:
    """Ana pays in, plays nothing and asks for most of it back: the judgement flags her, and with a link 80 is reached."""
    recorded("200.00")
    withdrawal = asked("180.00")
    flag(withdrawal.player, "MA1")
    with refused(JudgementPending):
        approve(withdrawal)
    judge_players()
    assert Flag.objects.filter(player=withdrawal.player, signal="AML1", state="current").exists()
    with refused(HeldInCase):
        approve(withdrawal)


def test_a_step_of_a_later_day_waits_for_the_player_who_is_due_again(alive: None) -> None:
    withdrawal = asked()
    judge_players()
    approve(withdrawal)
    DuePlayer.objects.create(player=withdrawal.player, since=timezone.now())
    with refused(JudgementPending):
        withdrawals.send_to_provider(withdrawal.pk, seen=2, acting_user=staff(Role.CASHIER))
    judge_due_players()
    withdrawals.send_to_provider(withdrawal.pk, seen=2, acting_user=staff(Role.CASHIER))
    assert state(withdrawal) != "approved"


def test_without_its_worker_the_refusal_says_so(settings: Settings) -> None:
    withdrawal = asked()
    with refused(JudgementStopped) as told:
        approve(withdrawal)
    assert (told.value.code, told.value.status) == ("judgement_stopped", 503)
    page = inside(staff(Role.CASHIER)).post(
        f"/staff/cash/withdrawals/{withdrawal.pk}/", {"do": "approve", "seen": "1", "note": ""}
    )
    assert page.status_code == 503
    assert "the worker that does it is not running" in page.content.decode()


def test_requests_that_wait_too_long_are_an_alarm_once_an_hour() -> None:
    withdrawal = asked()
    now = timezone.now()
    assert report_late_judgements(now) == 0
    later = now + LATE + timedelta(minutes=1)
    for _time in range(2):
        assert report_late_judgements(later) == 1
    event = Event.objects.get(kind=EventKind.JUDGEMENTS_LATE)
    assert (event.severity, event.data["count"]) == ("alarm", 1)
    judge_players()
    assert report_late_judgements(later) == 0
    assert withdrawal.state == "requested"
