"""How holds end besides their release: refusal by two people, a reversed deposit; and words that only look like a hold."""

from uuid import uuid4

import pytest

from accounts.models.letters import Letter
from accounts.values.reasons import OwnReason
from cases.models import Case, CaseHold, CaseOutcome
from cases.refusals import CaseNotConfirmed, HoldEnded, HoldReleaseProposed
from cases.selectors.holds import active_holds, list_holds, undecided_releases
from cases.services import holds, work
from journal.models import Event, EventKind
from journal.refusals import AnotherPersonNeeded
from tests.accounts.staff import inside
from tests.cases.flagged import analyst, flag, manager, officer, opened
from tests.cases.papers import text_of_file
from tests.cases.test_holds import held
from tests.wallet.cash import account, just_now, person
from tests.wallet.ledger import refused, usd
from tests.wallet.paying_out import asked, history, money, state
from tests.wallet.test_corrections import approve, reversal
from tests.wallet.test_second_person import recorded
from wallet.cash.models import Withdrawal, WithdrawalStep
from wallet.cash.services import withdrawals

pytestmark = pytest.mark.database


def decided(case: Case, outcome: CaseOutcome) -> None:
    lena = officer()
    work.assign_case(case.public_id, assignee=lena.pk, acting_user=lena)
    work.decide_case(case.public_id, outcome=outcome, acting_user=lena, reason="the bank's letter")


def test_two_people_refuse_a_withdrawal_of_a_confirmed_case_and_the_money_goes_back_once() -> None:
    withdrawal, lena, marta = held("AML1", "AML3"), officer(), manager()
    hold = CaseHold.objects.get()
    with refused(CaseNotConfirmed):
        holds.propose_refusal(hold.pk, acting_user=lena, reason="a mule")
    decided(hold.case, CaseOutcome.CONFIRMED)
    own = holds.propose_refusal(hold.pk, acting_user=marta, reason="a mule")
    with refused(AnotherPersonNeeded):
        holds.decide_release(own.pk, approved=True, acting_user=marta, reason="me")
    with refused(HoldReleaseProposed):
        holds.propose_release(hold.pk, acting_user=lena, reason="or not")
    holds.decide_release(own.pk, approved=False, acting_user=manager("mila"), reason="wait")
    made = holds.propose_refusal(hold.pk, acting_user=lena, reason="a mule")
    before = money(withdrawal)
    assert before == ("100.00 USD", "100.00 USD")
    for _time in range(2):
        holds.decide_release(made.pk, approved=True, acting_user=marta, reason="agreed")
    assert (state(withdrawal), money(withdrawal)) == ("refused", ("200.00 USD", ""))
    step = WithdrawalStep.objects.get(withdrawal=withdrawal, to_state="refused")
    assert (step.told_player, step.note, step.acting_user) == (
        "review",
        OwnReason.CASE_REVIEW,
        marta,
    )
    assert Letter.objects.filter(kind=Letter.Kind.REFUSED, about=str(withdrawal.pk)).count() == 1
    assert Event.objects.filter(kind=EventKind.CASE_WITHDRAWAL_REFUSED).count() == 1
    assert list_holds(hold.case)[0].ended_by == "refusal"
    file = inside(lena).post(f"/staff/cases/{hold.case.public_id}/file/")
    assert "refused, the money is back" in text_of_file(file.content)
    work.close_case(hold.case.public_id, acting_user=lena)


def test_a_refusal_falls_with_a_decision_that_is_reopened() -> None:
    withdrawal, lena, marta = held("AML1", "AML3"), officer(), manager()
    hold = CaseHold.objects.get()
    decided(hold.case, CaseOutcome.CONFIRMED)
    made = holds.propose_refusal(hold.pk, acting_user=lena, reason="a mule")
    flag(withdrawal.player, "AML4")
    asked("50.00")  # held in the same case, which comes back
    hold.case.refresh_from_db()
    assert hold.case.status == "reopened"
    with refused(CaseNotConfirmed):
        holds.decide_release(made.pk, approved=True, acting_user=marta, reason="agreed")
    assert state(withdrawal) == "held"
    holds.decide_release(made.pk, approved=False, acting_user=marta, reason="look again")
    assert active_holds().count() == 2


def test_the_page_offers_the_refusal_once_the_case_is_confirmed() -> None:
    held("AML1", "AML3")
    hold = CaseHold.objects.get()
    address = f"/staff/cases/{hold.case.public_id}/"
    refusal = f"/staff/cases/holds/{hold.pk}/refusal/"
    client = inside(officer())
    assert refusal not in client.get(address).content.decode()
    decided(hold.case, CaseOutcome.CONFIRMED)
    assert refusal in client.get(address).content.decode()
    assert client.post(refusal, {"reason": "a mule"}).status_code == 303
    page = inside(manager()).get(address).content.decode()
    assert "the money goes back to the balance" in page


def by_hand() -> Withdrawal:
    """Return Ana's withdrawal of 100 dollars, which an analyst held in a case; she has 100 dollars besides."""
    withdrawal = asked()
    case = opened(withdrawal.player, "MA1")
    holds.place_hold(case.public_id, acting_user=analyst(), reason="two accounts")
    return withdrawal


def test_a_reversed_deposit_takes_held_money_and_the_case_keeps_holding_the_rest() -> None:
    withdrawal = by_hand()
    hold = CaseHold.objects.get()
    made = holds.propose_release(hold.pk, acting_user=analyst(), reason="family")
    deposit = recorded("60.00")
    transfer = deposit.steps.get(to_state="credited").transfer_id
    assert transfer is not None
    second = asked_more("150.00")
    assert money(withdrawal) == ("10.00 USD", "250.00 USD")
    approve(reversal(transfer))
    assert (state(withdrawal), state(second)) == ("refused", "requested")
    assert money(withdrawal) == ("50.00 USD", "150.00 USD")  # 10 + 100 held - 60, no debt
    told = Event.objects.filter(kind=EventKind.CASE_HOLD_REVERSED)
    assert told.count() == 1
    assert list_holds(hold.case)[0].ended_by == "reversal"
    assert not undecided_releases().exists()
    with refused(HoldEnded):
        holds.decide_release(made.pk, approved=True, acting_user=manager(), reason="seen")
    again = asked_more("50.00")
    assert state(again) == "held"
    assert state(second) == "held"  # it waited for approval
    line = active_holds().get(withdrawal=again)
    assert (line.withdrawal_id, line.acting_user, line.reason) == (
        again.pk,
        hold.acting_user,
        hold.reason,
    )


def asked_more(text: str) -> Withdrawal:
    """Request another withdrawal of Ana's from what she has."""
    return withdrawals.request_withdrawal(
        person(),
        usd(text),
        destination=account("Banco Uno 0011"),
        key=uuid4(),
        provider="demo",
        proof=just_now(),
    )


def test_the_desk_ends_a_hold_of_its_own_that_repeats_the_words_of_cases() -> None:
    withdrawal, nora = asked(), analyst()
    words = OwnReason.CASE_REVIEW.value
    withdrawals.put_on_hold(withdrawal.pk, seen=1, acting_user=nora, reason=words)
    withdrawals.release_hold(withdrawal.pk, seen=2, acting_user=nora, reason="called")
    assert history(withdrawal) == ["requested", "held", "requested"]
