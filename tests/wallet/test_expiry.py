"""Deposits without news from their provider expire, and are credited if they are paid later."""

from datetime import datetime, timedelta
from itertools import permutations
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.roles.values import Role
from tests.accounts.staff import inside, staff
from tests.exhaustive import slow_but_every
from tests.fixtures.reading import read_in
from tests.wallet.cash import events, intent, person, said, sent
from tests.wallet.ledger import at_once, refused_by_sql, rows, usd
from tests.wallet.test_bank_page import text
from wallet.cash.models import Deposit, DepositStep
from wallet.cash.services import deposits, steps
from wallet.cash.services.expiry import expire_deposits
from wallet.ledger.selectors.funds import balance
from wallet.providers.values import PaymentStatus
from wallet.tasks import expire_deposits as task

PENDING, PAID, FAILED = PaymentStatus.PENDING, PaymentStatus.PAID, PaymentStatus.FAILED


def later(hours: float = 24.01) -> datetime:
    return timezone.now() + timedelta(hours=hours)


def expired(money: str = "25.00") -> Deposit:
    deposit = intent(money)
    assert expire_deposits(later()) == 1
    return deposit


def history(deposit: Deposit) -> list[str]:
    found = DepositStep.objects.filter(deposit=deposit).order_by("n")
    return [step.to_state for step in found]


@pytest.mark.database
def test_an_unanswered_deposit_expires_once_and_moves_nothing() -> None:
    deposit = expired()
    before = rows()
    assert expire_deposits(later(100)) == 0
    assert rows() == before
    assert history(deposit) == ["requested", "expired"]
    assert balance(deposit.player_id) == usd("0")
    assert events("deposit_expired") == 1


@pytest.mark.database
def test_a_deposit_does_not_expire_early(settings: Settings) -> None:
    intent()
    before = rows()
    task()
    assert expire_deposits(later(23.9)) == 0
    assert rows() == before
    settings.DEPOSIT_EXPIRY_HOURS = 23
    assert expire_deposits(later(23.9)) == 1


@pytest.mark.database
def test_deposits_under_review_do_not_expire() -> None:
    deposits.record_deposit(
        person().pk,
        usd("2000.00"),
        key=uuid4(),
        acting_user=staff(Role.CASHIER),
        note="cash, slip 7",
    )
    sent(said(intent(), PENDING))
    sent(said(intent(), FAILED))
    sent(said(intent(), PAID))
    before = rows()
    assert expire_deposits(later(1000)) == 0
    assert rows() == before


@pytest.mark.database
def test_a_payment_after_the_expiry_is_credited_once_and_reported() -> None:
    deposit = expired("25.00")
    paid = said(deposit, PAID)
    assert [sent(paid), sent(paid), sent(said(deposit, PAID, event="again"))] == [200, 200, 200]
    assert history(deposit) == ["requested", "expired", "credited"]
    assert balance(deposit.player_id) == usd("25.00")
    assert events("deposit_paid_late") == 1


@pytest.mark.database
def test_a_payment_before_it_leaves_nothing_to_expire() -> None:
    deposit = intent("25.00")
    assert sent(said(deposit, PAID)) == 200
    assert expire_deposits(later()) == 0
    assert history(deposit) == ["requested", "credited"]
    assert events("deposit_paid_late") == 0


@pytest.mark.database
@pytest.mark.parametrize("when", slow_but_every(4, range(4)))
@pytest.mark.parametrize("order", [*permutations([PENDING, PAID, FAILED])], ids=str)
def test_the_end_does_not_depend_on_when_the_time_is_up(
    order: tuple[PaymentStatus, ...], when: int
) -> None:
    deposit = intent()
    for number, status in enumerate(order):
        if number == when:
            expire_deposits(later())
        assert sent(said(deposit, status)) == 200
    expire_deposits(later())
    deposit.refresh_from_db()
    assert (deposit.state, balance(deposit.player_id)) == ("credited", usd("25.00"))


@pytest.mark.database
@pytest.mark.parametrize(("status", "state"), [(PENDING, "pending"), (FAILED, "failed")])
def test_late_provider_events_count(status: PaymentStatus, state: str) -> None:
    deposit = expired()
    sent(said(deposit, status))
    deposit.refresh_from_db()
    assert (deposit.state, balance(deposit.player_id)) == (state, usd("0"))


@pytest.mark.database
def test_another_amount_is_not_credited_late_either() -> None:
    deposit = expired("25.00")
    assert sent(said(deposit, PAID, "26.00")) == 422
    assert history(deposit) == ["requested", "expired"]
    assert balance(deposit.player_id) == usd("0")


@pytest.mark.database
def test_an_expired_deposit_leaves_the_day_to_others() -> None:
    intent("9500.00")
    intent("9500.00")
    expire_deposits(later())
    intent("9500.00")
    intent("9500.00")


@pytest.mark.database
def test_the_database_expires_no_record_of_a_cashier_and_takes_no_foreign_event() -> None:
    worker = staff(Role.CASHIER)
    kept = deposits.record_deposit(
        person().pk, usd("2000.00"), key=uuid4(), acting_user=worker, note="slip 7"
    )
    with refused_by_sql("23000"):
        steps.take_step(kept, "expired", acting_user=worker)
    mine, other = intent("25.00"), intent("25.00")
    sent(said(other, PENDING))
    with refused_by_sql("23000"):
        steps.take_step(mine, "pending", event=other.provider_events.get())


@pytest.mark.database
def test_player_and_staff_see_that_it_expired(client: Client) -> None:
    deposit = expired()
    client.force_login(person())
    read_in(client, "en")
    assert "Expired" in text(client.get(reverse("wallet:bank")))
    receipt = reverse("wallet:receipt", args=["deposit", deposit.reference])
    assert "No payment arrived." in text(client.get(receipt))
    cashier = inside(staff(Role.CASHIER))
    assert deposit.number in text(cashier.get(reverse("cash:desk")))
    page = text(cashier.get(reverse("cash:deposit", args=[deposit.pk])))
    assert "Expired" in page
    assert 'name="do"' not in page


def test_workers_at_once_expire_each_deposit_once(committed_db: None) -> None:
    begun = [intent("5.00") for _ in range(6)]
    counts = at_once(4, lambda _: expire_deposits(later()))
    assert sum(counts) == 6
    assert [history(one) for one in begun] == [["requested", "expired"]] * 6
    assert events("deposit_expired") == 6


def test_time_and_payment_at_once_end_in_the_player_s_money(committed_db: None) -> None:
    begun = [intent("5.00") for _ in range(6)]
    callbacks = [said(one, PAID) for one in begun]

    def work(number: int) -> int:
        return expire_deposits(later()) if number < 2 else sent(callbacks[number - 2])

    assert at_once(8, work)[2:] == [200] * 6
    assert balance(person().pk) == usd("30.00")
    late = [one for one in begun if "expired" in history(one)]
    assert {history(one)[-1] for one in begun} == {"credited"}
    assert events("deposit_paid_late") == len(late)
