"""Holds of withdrawals: by the site at a score of 80, by staff, late, released by two people."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from cases.models import Case, CaseHold, CaseOutcome, CaseTopic
from cases.refusals import DecideFirst, HoldEnded, HoldReleaseProposed, NothingToHold
from cases.selectors.holds import active_holds, late_holds, list_holds
from cases.services import holds, work
from cases.services.site_holds import escalate_holds, hold_withdrawals
from journal.models import Event, EventKind
from journal.refusals import AnotherPersonNeeded, NotFound, ReasonMissing
from tests.accounts.staff import inside, staff
from tests.cases.flagged import analyst, flag, manager, officer, opened
from tests.fixtures.reading import read_in
from tests.wallet.ledger import refused
from tests.wallet.paying_out import approved, asked, history, state
from wallet.cash.models import Withdrawal
from wallet.cash.refusals import HeldInCase
from wallet.cash.services import withdrawals

pytestmark = pytest.mark.database


def held(*signals: str) -> Withdrawal:
    """Return Ana's withdrawal after the scan that holds it for these signals."""
    withdrawal = asked()
    for signal in signals:
        flag(withdrawal.player, signal)
    hold_withdrawals(timezone.now())
    withdrawal.refresh_from_db()
    return withdrawal


def test_the_site_holds_at_80_from_money_and_linked_accounts_alone() -> None:
    withdrawal = held("AML1", "AML3")
    assert state(withdrawal) == "held"
    hold = CaseHold.objects.get()
    assert (hold.case.kind, hold.signals, hold.score, hold.acting_user) == (
        "laundering",
        ["AML1", "AML3"],
        100,
        None,
    )
    assert hold.due_at - hold.at < timedelta(hours=24, minutes=1)
    hold_withdrawals(timezone.now())
    assert CaseHold.objects.count() == 1


@pytest.mark.parametrize(
    "signals", [("CC1", "EDGE", "CC2", "BOT1", "BOT2"), ("AML1",), ("INT1",), ("MA1", "COL1")]
)
def test_nothing_else_holds(signals: tuple[str, ...]) -> None:
    assert state(held(*signals)) == "requested"
    assert not CaseHold.objects.exists()


def test_without_a_withdrawal_nothing_is_opened() -> None:
    withdrawal = held("AML1", "AML3")
    before = Case.objects.count()
    hold_withdrawals(timezone.now())
    assert Case.objects.count() == before
    assert state(withdrawal) == "held"


def test_the_desk_neither_releases_nor_refuses_it() -> None:
    withdrawal = held("AML1", "AML3")
    with refused(HeldInCase):
        withdrawals.release_hold(withdrawal.pk, seen=2, acting_user=analyst(), reason="fine")
    with refused(HeldInCase):
        withdrawals.refuse_withdrawal(
            withdrawal.pk,
            seen=2,
            acting_user=staff(Role.CASHIER),
            reason="no",
            told_player="review",
        )
    assert state(withdrawal) == "held"


def test_a_late_hold_goes_to_the_manager_and_nothing_is_released() -> None:
    withdrawal, now = held("AML1", "AML3"), timezone.now()
    assert escalate_holds(now) == 0
    assert escalate_holds(now + timedelta(hours=25)) == 1
    assert escalate_holds(now + timedelta(hours=25)) == 0
    assert (late_holds().count(), state(withdrawal)) == (1, "held")
    event = Event.objects.get(kind=EventKind.CASE_HOLD_LATE)
    assert (event.severity, set(event.data)) == ("alarm", {"number"})
    line = list_holds(CaseHold.objects.get().case)[0]
    assert line.pay_by - withdrawal.created_at == timedelta(hours=120)


def test_two_people_release_it_and_the_same_flags_do_not_hold_it_again() -> None:
    withdrawal, lena, marta = held("AML1", "AML3"), officer(), manager()
    hold = CaseHold.objects.get()
    with refused(ReasonMissing):
        holds.propose_release(hold.pk, acting_user=lena, reason=" ")
    with refused(NotFound):
        holds.propose_release(hold.pk, acting_user=analyst(), reason="I cannot see it")
    made = holds.propose_release(hold.pk, acting_user=lena, reason="a salary")
    with refused(HoldReleaseProposed):
        holds.propose_release(hold.pk, acting_user=lena, reason="again")
    with pytest.raises(NotPermitted):
        holds.decide_release(made.pk, approved=True, acting_user=lena, reason="fine")
    assert state(withdrawal) == "held"
    for _time in range(2):
        holds.decide_release(made.pk, approved=True, acting_user=marta, reason="seen the payslip")
    assert history(withdrawal)[-2:] == ["held", "requested"]
    assert not active_holds().exists()
    hold_withdrawals(timezone.now())
    assert state(withdrawal) == "requested"
    with refused(HoldEnded):
        holds.propose_release(hold.pk, acting_user=lena, reason="once more")
    flag(withdrawal.player, "AML4")
    hold_withdrawals(timezone.now())
    assert state(withdrawal) == "held"


def test_a_release_stands_though_a_flag_was_raised_while_the_withdrawal_was_held() -> None:
    withdrawal, lena, marta = held("AML1", "AML3"), officer(), manager()
    made = holds.propose_release(CaseHold.objects.get().pk, acting_user=lena, reason="a salary")
    flag(withdrawal.player, "AML4")
    holds.decide_release(made.pk, approved=True, acting_user=marta, reason="seen with the new one")
    assert hold_withdrawals(timezone.now()) == 0
    assert state(withdrawal) == "requested"


def test_a_release_of_a_hold_by_a_person_stands_too() -> None:
    nora, withdrawal = analyst(), asked()
    case = opened(withdrawal.player, "MA1")
    holds.place_hold(case.public_id, acting_user=nora, reason="two accounts")
    for signal in ("AML1", "AML3"):
        flag(withdrawal.player, signal)
    made = holds.propose_release(CaseHold.objects.get().pk, acting_user=nora, reason="family")
    holds.decide_release(made.pk, approved=True, acting_user=manager(), reason="seen all three")
    assert hold_withdrawals(timezone.now()) == 0
    assert state(withdrawal) == "requested"


def flag_for_hold(withdrawal: Withdrawal) -> None:
    for signal in ("AML1", "AML3"):
        flag(withdrawal.player, signal)


def test_nothing_is_paid_at_80_before_the_scan_came() -> None:
    cashier, withdrawal = staff(Role.CASHIER), asked()
    flag_for_hold(withdrawal)
    with refused(HeldInCase):
        withdrawals.approve_withdrawal(withdrawal.pk, seen=1, acting_user=cashier)
    assert history(withdrawal) == ["requested"]


def test_an_approved_withdrawal_is_not_paid_at_80() -> None:
    cashier, withdrawal = staff(Role.CASHIER), approved()
    flag_for_hold(withdrawal)
    with refused(HeldInCase):
        withdrawals.send_to_provider(withdrawal.pk, seen=2, acting_user=cashier)
    with refused(HeldInCase):
        withdrawals.record_staff_payment(withdrawal.pk, seen=2, acting_user=cashier, note="B-1")
    assert state(withdrawal) == "approved"


def test_a_request_at_80_is_held_at_once() -> None:
    first = held("AML1", "AML3")
    second = asked("50.00")
    assert (state(first), state(second)) == ("held", "held")
    assert set(CaseHold.objects.values_list("withdrawal", flat=True)) == {first.pk, second.pk}


def test_one_person_does_not_end_the_last_hold_at_80() -> None:
    withdrawal, nora = asked(), analyst()
    withdrawals.put_on_hold(withdrawal.pk, seen=1, acting_user=nora, reason="a call")
    flag_for_hold(withdrawal)
    withdrawals.release_hold(withdrawal.pk, seen=2, acting_user=nora, reason="called")
    assert history(withdrawal) == ["requested", "held", "requested", "held"]
    assert active_holds().get().acting_user is None


def test_a_released_withdrawal_is_approved_though_the_score_stays() -> None:
    withdrawal, cashier = held("AML1", "AML3"), staff(Role.CASHIER)
    made = holds.propose_release(CaseHold.objects.get().pk, acting_user=officer(), reason="salary")
    holds.decide_release(made.pk, approved=True, acting_user=manager(), reason="seen")
    withdrawals.approve_withdrawal(withdrawal.pk, seen=3, acting_user=cashier)
    assert state(withdrawal) == "approved"


def test_who_proposed_does_not_approve() -> None:
    held("AML1", "AML3")
    marta = manager()
    made = holds.propose_release(CaseHold.objects.get().pk, acting_user=marta, reason="a salary")
    with refused(AnotherPersonNeeded):
        holds.decide_release(made.pk, approved=True, acting_user=marta, reason="me")
    holds.decide_release(made.pk, approved=False, acting_user=manager("mila"), reason="not proven")
    assert active_holds().count() == 1


def test_a_case_is_not_closed_while_a_withdrawal_is_held() -> None:
    nora, withdrawal = analyst(), asked()
    case = opened(withdrawal.player, "MA1")
    work.assign_case(case.public_id, assignee=nora.pk, acting_user=nora)
    with refused(ReasonMissing):
        holds.place_hold(case.public_id, acting_user=nora, reason="")
    holds.place_hold(case.public_id, acting_user=nora, reason="two accounts")
    assert Event.objects.get(kind=EventKind.WITHDRAWAL_HELD).actor_id is None
    assert state(withdrawal) == "held"
    with refused(NothingToHold):
        holds.place_hold(case.public_id, acting_user=nora, reason="again")
    work.decide_case(case.public_id, outcome=CaseOutcome.CLEARED, acting_user=nora, reason="family")
    with refused(DecideFirst):
        work.close_case(case.public_id, acting_user=nora)
    hold = CaseHold.objects.get()
    made = holds.propose_release(hold.pk, acting_user=nora, reason="family")
    holds.decide_release(made.pk, approved=True, acting_user=manager(), reason="seen")
    assert work.close_case(case.public_id, acting_user=nora).status == "closed"


def player_page(user: User, withdrawal: Withdrawal) -> str:
    client = Client()
    client.force_login(user)
    read_in(client, "en")
    answer = client.get(reverse("wallet:receipt", args=["withdrawal", withdrawal.reference]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_player_reads_the_same_words_whatever_the_hold_is() -> None:
    by_site = held("AML1", "AML3")
    page = player_page(by_site.player, by_site)
    assert "Under review" in page
    for told in ("AML", "laundering", "compliance", "score", "fraud"):
        assert told not in page


def test_the_manager_sees_the_queue_of_late_holds() -> None:
    held("AML1", "AML3")
    escalate_holds(timezone.now() + timedelta(hours=25))
    page = inside(manager()).get("/staff/cases/holds/").content.decode()
    assert "with the manager" in page
    assert "with the manager" not in inside(analyst()).get("/staff/cases/holds/").content.decode()
    assert CaseTopic.LAUNDERING.value == CaseHold.objects.get().case.kind


def test_a_released_hold_is_not_late_when_the_desk_holds_the_withdrawal() -> None:
    withdrawal, now = held("AML1", "AML3"), timezone.now()
    made = holds.propose_release(CaseHold.objects.get().pk, acting_user=officer(), reason="salary")
    holds.decide_release(made.pk, approved=True, acting_user=manager(), reason="seen")
    steps = len(history(withdrawal))
    withdrawals.put_on_hold(withdrawal.pk, seen=steps, acting_user=analyst(), reason="papers")
    assert state(withdrawal) == "held"
    assert escalate_holds(now + timedelta(hours=25)) == 0
