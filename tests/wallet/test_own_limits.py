"""Players' own deposit limits: gross, over rolling windows, by every way money comes in."""

from datetime import datetime, timedelta
from typing import Final
from uuid import uuid4

import pytest
import time_machine
from django.urls import reverse
from django.utils.translation import override

from limits.refusals import LimitReached
from limits.values import LimitKind, LimitPeriod
from tests.casino.scenes import signed_in
from tests.limits.own_limits import limited
from tests.wallet.cash import (
    account,
    checked,
    events,
    intent,
    just_now,
    person,
    plan_seen,
    request_deposit,
    said as callback,
    sent,
)
from tests.wallet.ledger import rows, usd
from tests.wallet.rates import approved
from tests.wallet.test_deposits import cashier, manager
from wallet.cash.models import Deposit
from wallet.cash.services import corrections, deposits, steps, withdrawals
from wallet.ledger.models import Transfer
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money
from wallet.providers.values import PaymentStatus

pytestmark = pytest.mark.database

SECOND: Final = timedelta(seconds=1)
DAY: Final = timedelta(hours=24)
LENGTHS: Final = {
    LimitPeriod.DAY: DAY,
    LimitPeriod.WEEK: timedelta(days=7),
    LimitPeriod.MONTH: timedelta(days=30),
}


def paid_in(text: str, currency: str = "USD") -> Deposit:
    money = Money.parse(text, currency)
    return request_deposit(person(), money, key=uuid4(), provider="demo")


def came_at(deposit: Deposit) -> datetime:
    """Return the time at which the deposit was credited."""
    return deposit.steps.get(to_state="credited").at


def refused(text: str, currency: str = "USD") -> LimitReached:
    before = rows(), Deposit.objects.count(), balance(person().pk)
    with pytest.raises(LimitReached) as caught, override("en"):
        paid_in(text, currency)
    assert (rows(), Deposit.objects.count(), balance(person().pk)) == before
    return caught.value


def said(refusal: LimitReached) -> str:
    return str(refusal.message).replace("\N{NO-BREAK SPACE}", " ")


def test_up_to_the_limit_is_taken_and_a_cent_more_is_not() -> None:
    limited(person(), LimitKind.DEPOSIT, 100)
    paid_in("60")
    assert said(refused("40.01")) == (
        "Your own limit for deposits is $100.00 within 24 hours. You have $40.00 of it left."
    )
    paid_in("40")
    assert balance(person().pk) == usd("100.00")


@pytest.mark.parametrize("period", LimitPeriod)
def test_a_deposit_counts_until_its_window_is_over(period: LimitPeriod) -> None:
    limited(person(), LimitKind.DEPOSIT, 50, period)
    came = came_at(paid_in("50"))
    with time_machine.travel(came + LENGTHS[period] - SECOND, tick=False):
        refused("10")
    with time_machine.travel(came + LENGTHS[period], tick=False):
        paid_in("50")


@pytest.mark.parametrize("period", LimitPeriod)
@pytest.mark.parametrize("first", ["requested", "pending"])
def test_pending_deposits_count_regardless_of_age(period: LimitPeriod, first: str) -> None:
    limited(person(), LimitKind.DEPOSIT, 50, period)
    begun = intent("50.00")
    if first == "pending":
        sent(callback(begun, PaymentStatus.PENDING))
    for late in (-SECOND, timedelta(0), LENGTHS[LimitPeriod.MONTH]):
        with time_machine.travel(begun.created_at + LENGTHS[period] + late, tick=False):
            refused("10")


def test_the_lowest_of_all_windows_applies() -> None:
    limited(person(), LimitKind.DEPOSIT, 100)
    limited(person(), LimitKind.DEPOSIT, 30, LimitPeriod.MONTH)
    assert "$30.00 within 30 days" in said(refused("40"))


def test_withdrawals_do_not_offset_deposits() -> None:
    limited(person(), LimitKind.DEPOSIT, 50)
    paid_in("50")
    checked()
    withdrawals.request_withdrawal(
        person(),
        usd("50.00"),
        destination=account("the desk"),
        key=uuid4(),
        provider="manual",
        proof=just_now(),
    )
    refused("10")


def test_pending_deposits_count_and_failed_ones_do_not() -> None:
    limited(person(), LimitKind.DEPOSIT, 50)
    begun = intent("50.00")
    refused("10")
    steps.take_step(begun, "expired")
    paid_in("50")


def given_up(text: str, by: str = "expired") -> Deposit:
    begun = intent(text)
    if by == "failed":
        sent(callback(begun, PaymentStatus.FAILED))
    else:
        steps.take_step(begun, by)
    return begun


@pytest.mark.parametrize("by", ["expired", "failed"])
@pytest.mark.parametrize("first", [PaymentStatus.PENDING, PaymentStatus.PAID])
def test_late_payments_respect_the_limit(by: str, first: PaymentStatus) -> None:
    limited(person(), LimitKind.DEPOSIT, 100, LimitPeriod.WEEK)
    late = given_up("100.00", by)
    second = intent("100.00")
    sent(callback(late, first))
    paid = callback(late, PaymentStatus.PAID)
    assert [sent(paid), sent(paid)] == [422, 422]
    assert balance(person().pk) == usd("0")
    assert events("callback_mismatch") >= 1
    assert not late.steps.filter(to_state="credited").exists()
    assert sent(callback(second, PaymentStatus.PAID)) == 200
    assert sent(callback(late, PaymentStatus.PAID, event="again")) == 422
    assert balance(person().pk) == usd("100.00")


def test_late_payments_within_the_limit_are_credited() -> None:
    limited(person(), LimitKind.DEPOSIT, 100)
    late = given_up("60.00")
    with time_machine.travel(late.created_at + timedelta(hours=24), tick=False):
        paid_in("40")
    assert sent(callback(late, PaymentStatus.PAID)) == 200
    came = came_at(late)
    with time_machine.travel(late.created_at + timedelta(hours=24), tick=False):
        refused("10")
    with time_machine.travel(came + timedelta(hours=24), tick=False):
        paid_in("60")
    assert events("callback_mismatch") == 0


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_of_several_under_way_those_arrive_that_fit_a_lower_limit(order: tuple[int, ...]) -> None:
    """In the order in which they are paid."""
    under_way = [intent("40.00"), intent("40.00"), intent("30.00")]
    limited(person(), LimitKind.DEPOSIT, 75)
    came = []
    for number in order:
        answer = sent(callback(under_way[number], PaymentStatus.PAID))
        came += [number] if answer == 200 else []
    assert came == {0: [0, 2], 2: [2, 1], 1: [1, 2]}[order[0]]
    assert balance(person().pk) == usd("70.00")


def test_reversed_deposits_do_not_count() -> None:
    limited(person(), LimitKind.DEPOSIT, 50)
    paid_in("50")
    transfer = Transfer.objects.get(kind="deposit")
    asked = corrections.propose_reversal(
        transfer.pk, key=uuid4(), acting_user=cashier(), reason="twice"
    )
    refused("10")
    corrections.decide_correction(
        asked.pk, approved=True, acting_user=manager(), reason="seen", seen=plan_seen(asked)
    )
    paid_in("50")


def test_deposits_of_every_currency_count_at_their_rate() -> None:
    approved("EUR", "1.16")
    limited(person(), LimitKind.DEPOSIT, 50)
    paid_in("25", "EUR")  # 29.00 USD
    refused("18.11", "EUR")
    assert said(refused("22")).endswith("You have $21.00 of it left.")
    paid_in("21")


def test_at_the_desk_it_holds_too_and_the_cashier_reads_whose_it_is() -> None:
    limited(person(), LimitKind.DEPOSIT, 20)
    for pay in (
        lambda: deposits.measure_desk_deposit(person(), usd("30.00"), acting_user=cashier()),
        lambda: deposits.record_deposit(
            person().pk, usd("30.00"), key=uuid4(), acting_user=cashier(), note="slip 7"
        ),
    ):
        with pytest.raises(LimitReached) as caught, override("en"):
            pay()
        assert said(caught.value) == (
            "The player's own limit for deposits is $20.00 within 24 hours. The player has $20.00 of it left."
        )
    assert not Deposit.objects.exists()


def test_limits_on_stakes_and_losses_stop_no_deposit() -> None:
    limited(person(), LimitKind.WAGER, 0)
    limited(person(), LimitKind.LOSS, 0)
    paid_in("50")


def test_the_page_says_it_beside_the_amount_and_keeps_what_was_typed() -> None:
    limited(person(), LimitKind.DEPOSIT, 20)
    client = signed_in(person())
    form = {"amount": "30.00", "currency": "USD", "key": str(uuid4())}
    answer = client.post(reverse("wallet:deposit"), form, headers={"Accept-Language": "en"})
    assert answer.status_code == 422
    assert "20.00" in str(answer.context["form"].errors["amount"])
    assert 'value="30.00"' in answer.content.decode()
    assert not Deposit.objects.exists()
