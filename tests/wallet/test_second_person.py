"""Two people decide above a limit, and split amounts are added up: by the service and by PostgreSQL."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.roles.values import Role
from tests.accounts.staff import staff
from tests.wallet.cash import account, checked, just_now, person, request_deposit
from tests.wallet.ledger import funded, rows, usd
from tests.wallet.rates import approved
from wallet.cash.models import Deposit, DepositState, Withdrawal
from wallet.cash.services import deposits, steps, withdrawals
from wallet.ledger.selectors.funds import balance
from wallet.money.values import Money

pytestmark = pytest.mark.database


def recorded(text: str, currency: str = "USD", by: str = "cashier", **more: Any) -> Deposit:
    return deposits.record_deposit(
        person(more.get("name", "ana")).pk,
        Money.parse(text, currency),
        key=uuid4(),
        acting_user=staff(Role.CASHIER, by),
        note="slip 7",
    )


def asked(text: str) -> Withdrawal:
    checked()
    return withdrawals.request_withdrawal(
        person(), usd(text), destination=account("Banco Uno 0011"), key=uuid4(), proof=just_now()
    )


def straight(model: type[Deposit] | type[Withdrawal], **changes: Any) -> None:
    """Insert a row as the application's role could, without the service."""
    row: Mapping[str, Any] = {
        "key": uuid4(),
        "player": person(),
        "provider": "manual",
        "currency_id": "USD",
        "units": usd("200.00").units,
        "rate": 1,
        "amount_usd": usd("200.00").units,
        "needs_second": False,
    }
    head = model(**{**row, **changes})
    head.save(force_insert=True)
    if isinstance(head, Deposit):
        steps.take_step(head, DepositState.REQUESTED, acting_user=staff(Role.CASHIER), note="x")


@contextmanager
def refused_because(words: str) -> Iterator[None]:
    """Assert that PostgreSQL refuses the block for this reason, immediately, and keeps no row."""
    before = rows()
    with pytest.raises(IntegrityError, match=words), transaction.atomic():
        yield
    assert rows() == before


def test_a_sum_in_parts_is_judged_as_the_sum() -> None:
    assert recorded("600.00").state == DepositState.CREDITED
    assert recorded("400.00", by="other").state == DepositState.CREDITED
    last = recorded("0.01", by="third")
    assert (last.needs_second, last.state) == (True, DepositState.REQUESTED)
    assert balance(person().pk) == usd("1000.00")


def test_the_parts_are_compared_in_usd_whatever_their_currency() -> None:
    approved("EUR", "1.25")
    recorded("600.00", "EUR")  # 750 USD
    assert not recorded("250.00").needs_second
    assert recorded("0.01", "EUR").needs_second


def test_refused_sums_and_other_players_do_not_count() -> None:
    large = recorded("2000.00")
    deposits.refuse_deposit(
        large.pk,
        seen=1,
        acting_user=staff(Role.CASHIER),
        reason="counted wrong",
        told_player="mistake",
    )
    request_deposit(person(), usd("900.00"), key=uuid4(), provider="demo")
    recorded("900.00", name="bea")
    assert not recorded("900.00").needs_second


def test_pending_sums_count() -> None:
    recorded("2000.00")
    assert recorded("10.00").needs_second


def test_withdrawals_are_judged_by_their_sum() -> None:
    funded(text="5000.00")
    assert [asked("600.00").needs_second for _ in range(2)] == [False, True]


@pytest.mark.parametrize("model", [Deposit, Withdrawal])
def test_the_database_adds_up_too(model: type[Deposit] | type[Withdrawal]) -> None:
    funded(text="5000.00")
    if model is Deposit:
        recorded("900.00")
    else:
        asked("900.00")
    with refused_because("needs a second person"):
        straight(model)


@pytest.mark.parametrize(
    "wrong",
    [
        {"amount_usd": 1},
        {"rate": "0.1", "amount_usd": usd("20.00").units},
        {"currency_id": "EUR", "rate": "0.5", "amount_usd": usd("100.00").units},
        {"currency_id": "COP", "rate": "0.00025", "amount_usd": 500},
    ],
    ids=str,
)
def test_the_database_refuses_an_understated_worth(wrong: dict[str, Any]) -> None:
    approved("EUR", "1.25")
    staff(Role.CASHIER)
    with refused_because("is not worth"):
        straight(Deposit, **wrong)


def test_the_database_refuses_a_past_time() -> None:
    staff(Role.CASHIER)
    recorded("900.00")
    with refused_because("needs a second person"):
        straight(Deposit, created_at=timezone.now() - timedelta(days=2))
    straight(Deposit, units=10000, amount_usd=10000, created_at=timezone.now() - timedelta(days=2))
    assert Deposit.objects.order_by("-id")[0].created_at > timezone.now() - timedelta(minutes=1)
