"""The same money asked for, or told of, by many at the same moment."""

from typing import Any
from uuid import uuid4

from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.roles import Role
from tests.accounts.staff import staff
from tests.wallet.cash import DEMO, intent, person, said, sent
from tests.wallet.ledger import at_once, funded, usd
from wallet.cash.models import ProviderEvent, Withdrawal
from wallet.cash.services import withdrawals
from wallet.providers.base import Payment, Status
from wallet.selectors import balance, withdrawing


def test_twenty_equal_callbacks_credit_once(committed_db: None) -> None:
    deposit = intent()
    paid = said(deposit, Status.PAID)
    assert at_once(20, lambda _: sent(paid)) == [200] * 20
    assert balance(deposit.player_id) == usd("25.00")
    assert ProviderEvent.objects.count() == 1


def test_eight_events_of_one_payment_credit_once(committed_db: None) -> None:
    deposit = intent()
    each = [said(deposit, Status.PAID, event=f"evt-{number}") for number in range(8)]
    assert at_once(8, lambda number: sent(each[number])) == [200] * 8
    assert balance(deposit.player_id) == usd("25.00")
    assert ProviderEvent.objects.count() == 8


def test_equal_events_of_an_unknown_payment_are_kept_once(committed_db: None) -> None:
    stray = DEMO.callback(Payment(uuid4(), usd("25.00")), Status.PAID)
    assert at_once(8, lambda _: sent(stray)) == [404] * 8
    assert ProviderEvent.objects.count() == 1


def test_slow_readers_keep_no_connection(committed_db: None, client: Client) -> None:
    client.force_login(person())
    for _ in range(3):
        funded(text="1.00")
    answer: Any = client.get(reverse("wallet:statement_file"))
    lines = iter(answer.streaming_content)
    next(lines)
    next(lines)
    assert connection.connection is None
    assert len(list(lines)) == 2


def test_requests_at_once_stay_within_the_day(committed_db: None) -> None:
    ana = person()
    for _ in range(4):
        funded(text="9000.00")

    def ask_for(_number: int) -> Withdrawal:
        money = usd("9000.00")
        return withdrawals.request(ana, money, destination="Banco Uno", key=uuid4())

    answers = at_once(4, ask_for)
    assert sum(isinstance(one, Withdrawal) for one in answers) == 2
    assert [str(money) for money in withdrawing(ana.pk)] == ["18000.00 USD"]


def test_one_withdrawal_is_paid_or_given_back_never_both(committed_db: None) -> None:
    ana, worker, other = person(), staff(Role.CASHIER), staff(Role.CASHIER, "other")
    funded(text="100.00")
    asked = withdrawals.request(ana, usd("100.00"), destination="Banco Uno", key=uuid4())
    withdrawals.approve(asked.pk, seen=1, acting_user=worker)

    def decide(number: int) -> Withdrawal:
        if number % 2:
            return withdrawals.pay(asked.pk, seen=2, acting_user=worker, note="transfer 7")
        return withdrawals.refuse(asked.pk, seen=2, acting_user=other, reason="bounced")

    answers = at_once(8, decide)
    assert sum(isinstance(one, Withdrawal) for one in answers) == 4
    asked.refresh_from_db()
    back = asked.state == "refused"
    assert balance(ana.pk) == (usd("100.00") if back else usd("0"))
    assert withdrawing(ana.pk) == []
    assert asked.steps.count() == 3


def test_the_same_request_fifty_times_holds_once(committed_db: None) -> None:
    ana, key = person(), uuid4()
    funded(text="100.00")

    def ask_for(_number: int) -> Withdrawal:
        return withdrawals.request(ana, usd("60.00"), destination="Banco Uno", key=key)

    answers = at_once(50, ask_for)
    assert {one.pk for one in answers} == {Withdrawal.objects.get().pk}
    assert balance(ana.pk) == usd("40.00")
