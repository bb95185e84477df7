"""Withdrawals: held at once, decided by staff, paid once or refunded; players cannot cancel them."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from journal.refusals import AnotherPersonNeeded, ChangedMeanwhile, ReasonMissing, SentBefore
from tests.accounts.staff import staff
from tests.wallet.cash import account, checked, events, just_now, person
from tests.wallet.ledger import ask, funded, refused, refused_by_sql, rows, usd
from wallet.cash.models import Withdrawal, WithdrawalStep
from wallet.cash.refusals import PlayerTextNeeded, StepNotPossible
from wallet.cash.services import steps, withdrawals
from wallet.ledger.selectors import funds
from wallet.ledger.selectors.funds import balance, load_money_in_withdrawals
from wallet.ledger.services import movements
from wallet.money.values import Money

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def _checked(db: None) -> None:
    checked()


def cashier() -> User:
    return staff(Role.CASHIER)


def analyst() -> User:
    return staff(Role.COMPLIANCE_ANALYST)


def manager() -> User:
    return staff(Role.COMPLIANCE_MANAGER)


def asked(text: str = "100.00", currency: str = "USD", **more: Any) -> Withdrawal:
    """Request a withdrawal by Ana."""
    given = {"key": uuid4(), "destination": account("Banco Uno 0011"), "proof": just_now(), **more}
    return withdrawals.request_withdrawal(person(), Money.parse(text, currency), **given)


def waiting(text: str = "100.00") -> Withdrawal:
    """Request a withdrawal by Ana, with a balance of 5,000 dollars."""
    funded(text="5000.00")
    return asked(text)


def history(withdrawal: Withdrawal) -> list[tuple[str, int | None]]:
    found = WithdrawalStep.objects.filter(withdrawal=withdrawal).order_by("n")
    return [(step.to_state, step.acting_user_id) for step in found]


def held() -> list[str]:
    return [str(money) for money in load_money_in_withdrawals(person().pk)]


def test_a_requested_amount_is_held_at_once() -> None:
    withdrawal = waiting("100.00")
    assert (balance(person().pk), held()) == (usd("4900.00"), ["100.00 USD"])
    assert history(withdrawal) == [("requested", person().pk)]
    assert events("withdrawal_requested") == 1


def test_a_withdrawal_is_approved_and_paid_once() -> None:
    withdrawal, worker = waiting("100.00"), cashier()
    withdrawals.approve_withdrawal(withdrawal.pk, seen=1, acting_user=worker)
    assert held() == ["100.00 USD"]
    withdrawals.record_staff_payment(withdrawal.pk, seen=2, acting_user=worker, note="transfer 77")
    assert history(withdrawal)[1:] == [("approved", worker.pk), ("paid", worker.pk)]
    assert (balance(person().pk), held()) == (usd("4900.00"), [])
    before = rows()
    withdrawals.record_staff_payment(withdrawal.pk, seen=2, acting_user=worker, note="transfer 77")
    assert rows() == before


def test_a_refusal_gives_the_money_back_with_its_reason() -> None:
    withdrawal = waiting("100.00")
    withdrawals.refuse_withdrawal(
        withdrawal.pk, seen=1, acting_user=cashier(), reason="another name", told_player="review"
    )
    assert (balance(person().pk), held()) == (usd("5000.00"), [])
    assert withdrawal.steps.get(n=2).note == "another name"
    assert events("withdrawal_refused") == 1


def test_a_repeated_request_is_the_same_withdrawal() -> None:
    funded(text="5000.00")
    key = uuid4()
    assert asked(key=key).pk == asked(key=key).pk
    assert held() == ["100.00 USD"]
    with refused(SentBefore):
        asked("101.00", key=key)
    with refused(SentBefore):
        asked(key=key, destination=account("elsewhere"))


def test_above_the_limit_a_second_person_approves() -> None:
    withdrawal = waiting("1000.01")
    withdrawals.approve_withdrawal(withdrawal.pk, seen=1, acting_user=cashier())
    worker = cashier()
    with refused(StepNotPossible):
        withdrawals.record_staff_payment(
            withdrawal.pk, seen=2, acting_user=worker, note="transfer 77"
        )
    before = rows()
    with pytest.raises(NotPermitted):
        withdrawals.approve_withdrawal(withdrawal.pk, seen=2, acting_user=worker)
    assert rows() == before
    withdrawals.approve_withdrawal(withdrawal.pk, seen=2, acting_user=manager())
    states = [state for state, _ in history(withdrawal)]
    assert states == ["requested", "second", "approved"]


def test_one_person_with_both_roles_is_one_person() -> None:
    withdrawal, both = waiting("2000.00"), cashier()
    both.groups.add(*manager().groups.all())
    withdrawals.approve_withdrawal(withdrawal.pk, seen=1, acting_user=both)
    with refused(AnotherPersonNeeded):
        withdrawals.approve_withdrawal(withdrawal.pk, seen=2, acting_user=both)
    with refused_by_sql("23000"):
        steps.take_step(withdrawal, "approved", acting_user=both)


def test_the_database_wants_both_approvals() -> None:
    withdrawal, worker = waiting("2000.00"), cashier()
    with refused_by_sql("23000"):
        steps.take_step(withdrawal, "approved", acting_user=worker)


def test_an_investigation_holds_the_withdrawal_and_restarts_approval() -> None:
    withdrawal, worker, finder = waiting("100.00"), cashier(), analyst()
    withdrawals.approve_withdrawal(withdrawal.pk, seen=1, acting_user=worker)
    withdrawals.put_on_hold(withdrawal.pk, seen=2, acting_user=finder, reason="case 5")
    with refused(StepNotPossible):
        withdrawals.record_staff_payment(withdrawal.pk, seen=3, acting_user=worker, note="x")
    with refused(StepNotPossible):
        withdrawals.approve_withdrawal(withdrawal.pk, seen=3, acting_user=worker)
    withdrawals.release_hold(withdrawal.pk, seen=3, acting_user=finder, reason="nothing found")
    with refused(StepNotPossible):
        withdrawals.record_staff_payment(withdrawal.pk, seen=4, acting_user=worker, note="x")
    assert held() == ["100.00 USD"]


def to_paid(withdrawal: Withdrawal) -> None:
    withdrawals.approve_withdrawal(withdrawal.pk, seen=1, acting_user=cashier())
    withdrawals.record_staff_payment(
        withdrawal.pk, seen=2, acting_user=cashier(), note="transfer 77"
    )


def test_paid_and_refused_withdrawals_are_final() -> None:
    paid, worker = waiting("100.00"), cashier()
    to_paid(paid)
    gone = asked("50.00")
    withdrawals.refuse_withdrawal(
        gone.pk, seen=1, acting_user=worker, reason="no", told_player="review"
    )
    for one, seen in ((paid, 3), (gone, 2)):
        with refused(StepNotPossible):
            withdrawals.record_staff_payment(one.pk, seen=seen, acting_user=worker, note="again")
        with refused(StepNotPossible):
            withdrawals.refuse_withdrawal(
                one.pk, seen=seen, acting_user=worker, reason="again", told_player="review"
            )


def test_a_late_decision_moves_nothing() -> None:
    withdrawal, worker = waiting(), cashier()
    withdrawals.refuse_withdrawal(
        withdrawal.pk, seen=1, acting_user=worker, reason="no", told_player="review"
    )
    other = staff(Role.CASHIER, "second")
    with refused(ChangedMeanwhile):
        withdrawals.approve_withdrawal(withdrawal.pk, seen=1, acting_user=other)
    with refused(ChangedMeanwhile):
        withdrawals.refuse_withdrawal(
            withdrawal.pk, seen=1, acting_user=other, reason="no", told_player="review"
        )


@pytest.mark.parametrize(
    ("act", "allowed"),
    [
        ("approve_withdrawal", {Role.CASHIER}),
        ("record_staff_payment", {Role.CASHIER}),
        ("put_on_hold", {Role.COMPLIANCE_ANALYST, Role.LAUNDERING_OFFICER}),
        ("refuse_withdrawal", {Role.CASHIER, Role.COMPLIANCE_MANAGER}),
    ],
)
@pytest.mark.parametrize("role", list(Role))
def test_each_step_is_for_its_roles(role: Role, act: str, allowed: set[Role]) -> None:
    withdrawal, somebody = waiting(), staff(role, "somebody")
    if act == "record_staff_payment":
        withdrawals.approve_withdrawal(withdrawal.pk, seen=1, acting_user=cashier())
    if role in allowed:
        return
    take: Callable[..., object] = getattr(withdrawals, act)
    words = {
        "approve_withdrawal": {},
        "record_staff_payment": {"note": "x"},
        "refuse_withdrawal": {"reason": "x", "told_player": "review"},
    }.get(act, {"reason": "x"})
    before = rows()
    with pytest.raises(NotPermitted):
        take(
            withdrawal.pk,
            seen=2 if act == "record_staff_payment" else 1,
            acting_user=somebody,
            **words,
        )
    assert rows() == before


@pytest.mark.parametrize("act", ["put_on_hold", "refuse_withdrawal"])
def test_steps_that_need_a_reason(act: str) -> None:
    withdrawal = waiting()
    who = analyst() if act == "put_on_hold" else cashier()
    told = {"told_player": "review"} if act == "refuse_withdrawal" else {}
    with refused(ReasonMissing):
        getattr(withdrawals, act)(withdrawal.pk, seen=1, acting_user=who, reason=" ", **told)


@pytest.mark.parametrize("told", ["", "another sentence"])
def test_a_refusal_needs_a_sentence_for_its_player(told: str) -> None:
    withdrawal = waiting()
    with refused(PlayerTextNeeded) as caught:
        withdrawals.refuse_withdrawal(
            withdrawal.pk, seen=1, acting_user=cashier(), reason="no", told_player=told
        )
    assert caught.value.code == "told_needed"


def test_the_player_takes_no_step_but_the_first() -> None:
    withdrawal = waiting()
    with refused_by_sql("23000"):
        posting = movements.cancel_withdrawal(
            person().pk,
            usd("100.00"),
            key=uuid4(),
            withdrawal_id=withdrawal.reference,
        )
        steps.take_step(
            withdrawal, "refused", acting_user=person(), note="mine", transfer=posting.transfer_id
        )


def test_the_database_pays_only_with_the_very_hold() -> None:
    withdrawal, worker = waiting(), cashier()
    other = asked("100.00")
    withdrawals.approve_withdrawal(withdrawal.pk, seen=1, acting_user=worker)
    with refused_by_sql("23000"):
        posting = movements.pay_withdrawal(
            person().pk, usd("100.00"), key=uuid4(), withdrawal_id=other.reference
        )
        steps.take_step(
            withdrawal, "paid", acting_user=worker, note="x", transfer=posting.transfer_id
        )
    with refused_by_sql("23000"):
        steps.take_step(withdrawal, "paid", acting_user=worker, note="x")
    with refused_by_sql("23514"):
        steps.take_step(withdrawal, "second", acting_user=worker, note="x")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE wallet_withdrawal SET destination_sealed = 'mine'",
        "UPDATE wallet_withdrawal SET state = 'paid'",
        "UPDATE wallet_withdrawal_step SET note = 'x'",
        "DELETE FROM wallet_withdrawal_step",
        "DELETE FROM wallet_withdrawal",
        "DELETE FROM wallet_ledger_check",
        "UPDATE limits_cashlimit SET amount = 0",
    ],
)
def test_nothing_of_a_withdrawal_is_rewritten(statement: str) -> None:
    waiting()
    with refused_by_sql("42501"):
        ask(statement)


def test_the_bank_counts_every_unit_once() -> None:
    ana = funded(text="100.00")
    asked("40.00")
    whole = [*funds.balances(ana), *funds.load_money_in_play(ana), *load_money_in_withdrawals(ana)]
    assert sum(money.units for money in whole) == usd("100.00").units
