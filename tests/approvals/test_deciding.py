"""The shared approval mechanism: one decision, idempotent, safe under concurrency."""

from collections.abc import Mapping
from contextlib import suppress

import pytest
from django.db import IntegrityError, transaction

from accounts.models.users import State, User
from accounts.restrictions.services.states import change_state
from accounts.roles.refusals import NotPermitted
from accounts.roles.services import build_right_check
from accounts.roles.values import Right, Role
from approvals.refusals import ProposerGone
from approvals.services import DecisionFlow, ReasonPolicy, require_another_person
from journal.models import Event
from journal.refusals import AnotherPersonNeeded, ChangedMeanwhile, ReasonMissing
from limits.models import CashLimit, CashLimitDecision
from tests.accounts.staff import staff
from tests.approvals.flows import a_cash_limit
from tests.wallet.ledger import at_once, refused, rows
from wallet.cash.services import limits

pytestmark = pytest.mark.database


def flow(reason: ReasonPolicy = ReasonPolicy.OPTIONAL) -> DecisionFlow[CashLimitDecision]:
    return DecisionFlow(CashLimitDecision, build_right_check(Right.APPROVE_LIMITS), reason)


def proposed() -> CashLimit:
    row = a_cash_limit(staff(Role.OPERATOR))
    assert isinstance(row, CashLimit)
    return row


def manager(name: str = "") -> User:
    return staff(Role.COMPLIANCE_MANAGER, name)


def test_the_same_verdict_of_the_same_person_is_one_decision() -> None:
    row, boss = proposed(), manager()
    first, is_new = flow().decide(row, flow().make_verdict(approved=True, acting_user=boss))
    again, is_again_new = flow().decide(row, flow().make_verdict(approved=True, acting_user=boss))

    assert (is_new, is_again_new) == (True, False)
    assert again == first


@pytest.mark.parametrize(
    ("reason", "approved", "needed"),
    [
        (ReasonPolicy.OPTIONAL, False, False),
        (ReasonPolicy.OF_REFUSAL, True, False),
        (ReasonPolicy.OF_REFUSAL, False, True),
        (ReasonPolicy.ALWAYS, True, True),
    ],
)
def test_a_reason_is_asked_for_as_the_flow_says(
    reason: ReasonPolicy, *, approved: bool, needed: bool
) -> None:
    row, boss = proposed(), manager()
    verdict = flow(reason).make_verdict(approved=approved, acting_user=boss, reason="  ")
    if needed:
        with refused(ReasonMissing) as caught:
            flow(reason).decide(row, verdict)
        assert caught.value.code == "reason_missing"
    else:
        decision, _is_new = flow(reason).decide(row, verdict)
        assert decision.reason == ""


def test_deciding_needs_the_right() -> None:
    row, cashier = proposed(), staff(Role.CASHIER)
    before = rows()
    with pytest.raises(NotPermitted), transaction.atomic():
        flow().decide(row, flow().make_verdict(approved=True, acting_user=cashier))
    assert rows() == before


def test_excluded_deciders_are_refused_in_every_kind_of_flow() -> None:
    boss = manager()
    require_another_person(boss, {None, boss.pk + 1})
    with refused(AnotherPersonNeeded):
        require_another_person(boss, {None, boss.pk})


def test_a_failed_decision_is_rolled_back() -> None:
    row, boss = proposed(), manager()
    another = manager("another")

    def carry_out() -> Mapping[str, object]:
        CashLimitDecision.objects.create(proposal=row, approved=False, decided_by=another)
        return {}  # the flow's own decision is now the second one

    before = rows()
    with pytest.raises(IntegrityError):
        flow().decide(row, flow().make_verdict(approved=True, acting_user=boss), carry_out)
    assert rows() == before


def test_postgresql_accepts_decisions_of_active_staff_only() -> None:
    row, gone = proposed(), manager("gone")
    change_state(gone, State.LOCKED, "lost phone", acting_user=None)
    before = rows()
    for nobody, told in ((gone, "is not staff"), (None, "another person")):
        with pytest.raises(IntegrityError, match=told), transaction.atomic():
            CashLimitDecision.objects.create(proposal=row, approved=True, decided_by=nobody)
    assert rows() == before


def test_a_proposal_of_a_locked_person_can_only_be_refused() -> None:
    row, boss = proposed(), manager()
    change_state(staff(Role.OPERATOR), State.LOCKED, "taken over", acting_user=None)
    before = rows()
    with pytest.raises(ProposerGone) as caught, transaction.atomic():
        flow().decide(row, flow().make_verdict(approved=True, acting_user=boss))
    assert caught.value.code == "proposer_gone"
    assert rows() == before

    decision, is_new = flow().decide(row, flow().make_verdict(approved=False, acting_user=boss))
    assert (decision.approved, is_new) == (False, True)


@pytest.fixture
def four() -> list[User]:
    return [manager(f"boss {number}") for number in range(4)]


@pytest.mark.committed
def test_concurrent_deciders_make_one_decision(four: list[User]) -> None:
    row = proposed()

    answers = at_once(
        4, lambda n: limits.decide_cash_limit(row.pk, approved=n % 2 == 0, acting_user=four[n])
    )

    kinds = sorted(type(answer).__name__ for answer in answers)
    assert kinds == ["CashLimitDecision", *["ChangedMeanwhile"] * 3]
    assert all(
        one.code == "changed_meanwhile" for one in answers if isinstance(one, ChangedMeanwhile)
    )
    assert CashLimitDecision.objects.filter(proposal=row).count() == 1
    assert Event.objects.filter(kind="cash_limit_decided").count() == 1


@pytest.mark.committed
def test_concurrent_repeats_make_one_decision() -> None:
    row, boss = proposed(), manager()

    answers = at_once(
        4, lambda _n: limits.decide_cash_limit(row.pk, approved=True, acting_user=boss)
    )

    assert len({answer.pk for answer in answers}) == 1
    assert Event.objects.filter(kind="cash_limit_decided").count() == 1


@pytest.mark.committed
def test_the_loser_of_a_race_carries_out_nothing(four: list[User]) -> None:
    row, started = proposed(), CashLimit.objects.count()
    operator = staff(Role.OPERATOR)

    def decide(number: int) -> bool:
        def carry_out() -> Mapping[str, object]:
            a_cash_limit(operator)
            return {}

        verdict = flow().make_verdict(approved=True, acting_user=four[number])
        with suppress(ChangedMeanwhile):
            return flow().decide(row, verdict, carry_out)[1]
        return False

    assert sorted(at_once(4, decide)) == [False, False, False, True]
    assert CashLimit.objects.count() == started + 1
