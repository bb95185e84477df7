"""Charge-backs: a credited deposit fails later. Staff see it, withdrawals are held, and a reversal takes what is left."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.roles.values import MATRIX, Role
from journal.models import Event
from pages.filters import unbroken
from tests.accounts.staff import inside, staff
from tests.fixtures.reading import read_in
from tests.wallet.cash import (
    account,
    checked,
    events,
    intent,
    just_now,
    person,
    plan_seen,
    said,
    sent,
)
from tests.wallet.ledger import refused, refused_by_sql, staked, usd
from tests.wallet.paying_out import bounced, silent
from tests.wallet.test_debts import balances, broken, owed
from wallet.cash.models import Correction, Deposit, Withdrawal
from wallet.cash.refusals import PlanChanged
from wallet.cash.selectors import desk_search, payments
from wallet.cash.selectors.deposit_reversal import plan_reversal
from wallet.cash.services import corrections, steps, withdrawals
from wallet.debts.selectors import find_paid_debts
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import balance
from wallet.ledger.services import movements
from wallet.providers.values import PaymentStatus

__all__ = ("silent",)  # a fixture

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def _checked(db: None) -> None:
    checked()


def credited(text: str = "100.00") -> Deposit:
    deposit = intent(text)
    assert sent(said(deposit, PaymentStatus.PAID)) == 200
    return deposit


def charged_back(text: str = "100.00") -> Deposit:
    deposit = credited(text)
    assert sent(said(deposit, PaymentStatus.FAILED)) == 200
    return deposit


def asked(text: str) -> Withdrawal:
    given: dict[str, Any] = {
        "key": uuid4(),
        "destination": account("Banco Uno 0011"),
        "proof": just_now(),
    }
    return withdrawals.request_withdrawal(person(), usd(text), **given)


def transfer_of(deposit: Deposit) -> Transfer:
    transfer = deposit.steps.get(to_state="credited").transfer
    assert transfer
    return transfer


def proposed(deposit: Deposit) -> Correction:
    return corrections.propose_reversal(
        transfer_of(deposit).pk,
        key=uuid4(),
        acting_user=staff(Role.CASHIER),
        reason="charged back by the bank",
    )


def reversed_(deposit: Deposit) -> None:
    manager = staff(Role.COMPLIANCE_MANAGER)
    one = proposed(deposit)
    seen = plan_seen(one)
    corrections.decide_correction(one.pk, approved=True, acting_user=manager, reason="", seen=seen)


def state(one: Deposit | Withdrawal) -> str:
    one.refresh_from_db()
    return one.state


def waiting(role: Role) -> list[Any]:
    user = staff(role)
    return [line.one for line in desk_search.load_waiting(user, MATRIX[role], opened=True)[0].lines]


def test_a_charge_back_is_an_alarm_a_task_and_a_hold() -> None:
    deposit = credited()
    one = asked("30.00")
    assert sent(said(deposit, PaymentStatus.FAILED)) == 200
    assert (state(deposit), balance(deposit.player_id)) == ("credited", usd("70.00"))
    assert Event.objects.get(kind="deposit_charged_back").severity == "alarm"
    assert state(one) == "held"
    step = one.steps.get(to_state="held")
    assert (step.acting_user, step.event and step.event.deposit) == (None, deposit)
    assert deposit in waiting(Role.CASHIER)
    client = inside(staff(Role.CASHIER))
    read_in(client, "en")
    assert "Charged back, not decided" in client.get(reverse("cash:desk")).content.decode()
    page = client.get(reverse("cash:deposit", args=[deposit.pk])).content.decode()
    assert "this payment failed after all" in page


@pytest.mark.parametrize("text", ["40.00", "110.00"])
def test_a_charge_back_of_another_amount_is_a_task_and_a_hold_too(text: str) -> None:
    deposit = credited()
    one = asked("30.00")
    assert sent(said(deposit, PaymentStatus.FAILED, text)) == 200
    event = Event.objects.get(kind="deposit_charged_back")
    assert (event.data["requested"], event.data["said"]) == ("100.00 USD", f"failed {text} USD")
    assert (state(deposit), state(one)) == ("credited", "held")
    assert deposit in waiting(Role.CASHIER)


@pytest.mark.usefixtures("silent")
def test_a_returned_payment_is_held() -> None:
    deposit, one = credited(), bounced()
    assert sent(said(deposit, PaymentStatus.FAILED)) == 200
    assert state(one) == "held"
    step = one.steps.get(to_state="held")
    assert (step.from_state, step.event and step.event.deposit) == ("bounced", deposit)


def test_a_plan_that_has_changed_since_it_was_shown_is_not_approved() -> None:
    deposit = credited("100.00")
    proposal, manager = proposed(deposit), staff(Role.COMPLIANCE_MANAGER)
    client = inside(manager)
    read_in(client, "en")
    client.get(reverse("cash:correction", args=[proposal.pk]))
    address = reverse("cash:decide_correction", args=[proposal.pk])
    shown = plan_seen(proposal)
    movements.hold_withdrawal(person().pk, usd("60.00"), key=uuid4())
    with refused(PlanChanged):
        corrections.decide_correction(
            proposal.pk, approved=True, acting_user=manager, reason="", seen=shown
        )
    answer = client.post(address, {"verdict": "approve", "reason": "", "seen": shown})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "The origin of the money has changed" in page
    assert f'name="seen" value="{plan_seen(proposal)}"' in page
    assert (state(deposit), balance(deposit.player_id)) == ("credited", usd("40.00"))
    again = client.post(address, {"verdict": "approve", "reason": "", "seen": plan_seen(proposal)})
    assert (again.status_code, state(deposit)) == (303, "reversed")
    assert owed(deposit.player_id) == ["60.00 USD"]


def test_later_withdrawals_are_held_until_the_decision() -> None:
    deposit = charged_back()
    assert state(asked("10.00")) == "held"
    proposal = proposed(deposit)
    assert deposit not in waiting(Role.CASHIER)  # the proposal waits instead
    assert state(asked("10.00")) == "held"
    manager = staff(Role.COMPLIANCE_MANAGER)
    corrections.decide_correction(
        proposal.pk, approved=False, acting_user=manager, reason="paid after all"
    )
    assert state(asked("10.00")) == "requested"
    assert not payments.charged_back_deposits().exists()


def test_a_late_event_from_before_the_payment_reverses_nothing() -> None:
    deposit = intent()
    with time_machine.travel(timezone.now() - timedelta(seconds=60), tick=False):
        failed = said(deposit, PaymentStatus.FAILED)
    assert [sent(said(deposit, PaymentStatus.PAID)), sent(failed)] == [200, 200]
    assert (events("deposit_charged_back"), payments.charged_back_deposits().count()) == (0, 0)
    assert events("callback_contradicts") == 1


def test_a_reversal_takes_what_is_there_then_held_withdrawals_then_records_the_rest() -> None:
    deposit = credited("100.00")
    first, second = asked("30.00"), asked("20.00")
    assert sent(said(deposit, PaymentStatus.FAILED)) == 200
    movements.hold_withdrawal(person().pk, usd("25.00"), key=uuid4())  # and as much was spent
    plan = plan_reversal(transfer_of(deposit))
    assert plan
    assert (plan.balance, plan.owed) == (usd("25.00"), usd("25.00"))
    assert [one for one, _money in plan.refused] == [first, second]
    reversed_(deposit)
    assert (state(deposit), state(first), state(second)) == ("reversed", "refused", "refused")
    assert first.steps.get(to_state="refused").told_player == "reversed"
    assert (balances(deposit.player_id), owed(deposit.player_id)) == ([], ["25.00 USD"])
    assert broken() == []


def test_a_reversal_that_the_balance_covers_owes_nothing_and_leaves_withdrawals() -> None:
    deposit = credited("100.00")
    one = asked("40.00")
    movements.credit_deposit(person().pk, usd("60.00"), key=uuid4(), provider="demo")
    reversed_(deposit)
    assert (state(deposit), state(one)) == ("reversed", "requested")
    assert (balances(deposit.player_id), owed(deposit.player_id)) == (["20.00 USD"], [])


def test_a_held_withdrawal_gives_back_what_is_left_of_it() -> None:
    deposit = credited("100.00")
    one = asked("90.00")
    movements.credit_deposit(person().pk, usd("60.00"), key=uuid4(), provider="demo")
    sent(said(deposit, PaymentStatus.FAILED))
    reversed_(deposit)
    assert (state(one), owed(deposit.player_id)) == ("refused", [])
    assert balances(deposit.player_id) == ["60.00 USD"]


def test_the_debt_of_a_deposit_is_paid_like_any_other() -> None:
    deposit = credited("100.00")
    movements.hold_withdrawal(person().pk, usd("80.00"), key=uuid4())
    reversed_(deposit)
    assert owed(deposit.player_id) == ["80.00 USD"]
    movements.credit_deposit(person().pk, usd("200.00"), key=uuid4(), provider="demo")
    one = asked("50.00")
    assert (balances(deposit.player_id), owed(deposit.player_id)) == (["70.00 USD"], [])
    (paid,) = find_paid_debts(one.player_id, one.xact)
    assert (paid.cause, paid.cause_id) == ("deposit", deposit.reference)


@pytest.mark.parametrize("role", [Role.CASHIER, Role.COMPLIANCE_MANAGER])
def test_proposer_and_approver_see_where_the_money_comes_from(role: Role) -> None:
    deposit = credited("100.00")
    one = asked("30.00")
    sent(said(deposit, PaymentStatus.FAILED))
    movements.hold_withdrawal(person().pk, usd("60.00"), key=uuid4())
    client = inside(staff(role))
    read_in(client, "en")
    if role == Role.CASHIER:
        address = reverse("cash:reverse", args=[transfer_of(deposit).pk])
    else:
        address = reverse("cash:correction", args=[proposed(deposit).pk])
    page = client.get(address).content.decode()
    assert "$10.00 from the player" in page
    assert f"$30.00 from the held withdrawal {unbroken(one.number)}" in page
    assert "$60.00 is recorded as owed by the player" in page


def test_a_reversed_deposit_is_credited_no_more() -> None:
    deposit = credited("100.00")
    reversed_(deposit)
    with refused_by_sql("23000", "23514"):
        steps.take_step(deposit, "credited", acting_user=staff(Role.CASHIER))


def test_only_the_reversal_of_its_own_money_reverses_a_deposit() -> None:
    deposit, other = credited("100.00"), credited("50.00")
    undone = movements.reverse_transfer(transfer_of(other).pk, key=uuid4(), reason="x").transfer_id
    staked(person().pk, "1.00")
    with refused_by_sql("23000"):
        steps.take_step(
            deposit, "reversed", acting_user=staff(Role.CASHIER), note="x", transfer=undone
        )
