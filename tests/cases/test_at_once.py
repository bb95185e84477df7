"""Two people at the same moment on two connections: next, releases and refusals of one hold."""

from functools import partial

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from cases.models import Case, CaseHold, CaseOutcome, CaseStatus, HoldReleaseDecision
from cases.refusals import NoCaseWaiting
from cases.services import holds, work
from cases.services.site_holds import hold_withdrawals
from journal.refusals import ChangedMeanwhile, Refusal
from tests.cases.flagged import analyst, flag, manager, officer, opened, player
from tests.threads import Running, at_once
from tests.wallet.ledger import at_once as many_at_once
from tests.wallet.paying_out import asked, money, state

pytestmark = [pytest.mark.database, pytest.mark.committed]


def test_next_on_two_connections_takes_two_cases(committed_db: None) -> None:
    """The first transaction is still open when the second person asks: the locked case is skipped, not waited for."""
    first, second = opened(player(), "CC1", score=90), opened(player("bea"), "CC1", score=60)
    nora, noel = analyst(), analyst("noel")
    with transaction.atomic():
        mine = work.take_next(nora)
        other = Running(partial(work.take_next, noel)).result()
    assert (mine, other) == (first, second)
    rows = Case.objects.order_by("pk").values_list("status", "assignee")
    assert list(rows) == [(CaseStatus.ASSIGNED, nora.pk), (CaseStatus.ASSIGNED, noel.pk)]


def test_one_case_goes_to_one_of_many_who_press_at_once(committed_db: None) -> None:
    case = opened(player(), "CC1")
    people = [analyst(f"nora{number}") for number in range(6)]

    def press(person: User) -> Case | Refusal:
        try:
            return work.take_next(person)
        except NoCaseWaiting as nothing:
            return nothing

    answers = at_once(*(partial(press, one) for one in people))
    assert [one for one in answers if isinstance(one, Case)] == [case]
    assert case.steps.count() == 2


def test_a_refusal_decided_twice_at_once_returns_the_money_once(committed_db: None) -> None:
    withdrawal, lena = asked(), officer()
    for signal in ("AML1", "AML3"):
        flag(withdrawal.player, signal)
    hold_withdrawals(timezone.now())
    hold = CaseHold.objects.get()
    work.assign_case(hold.case.public_id, assignee=lena.pk, acting_user=lena)
    work.decide_case(
        hold.case.public_id, outcome=CaseOutcome.CONFIRMED, acting_user=lena, reason="a mule"
    )
    made = holds.propose_refusal(hold.pk, acting_user=lena, reason="a mule")
    managers = [manager(), manager("mila")]
    answers = many_at_once(
        4,
        lambda number: holds.decide_release(
            made.pk, approved=True, acting_user=managers[number % 2], reason="agreed"
        ),
    )
    done = [one for one in answers if isinstance(one, HoldReleaseDecision)]
    assert {one.decided_by_id for one in done} == {HoldReleaseDecision.objects.get().decided_by_id}
    assert all(isinstance(one, HoldReleaseDecision | ChangedMeanwhile | Refusal) for one in answers)
    assert (state(withdrawal), money(withdrawal)) == ("refused", ("200.00 USD", ""))
    assert withdrawal.steps.filter(to_state="refused").count() == 1
