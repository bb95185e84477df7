"""Refunds: ordered by staff for a deposit that was refused or reversed, reported by the provider."""

import pytest

from accounts.models.users import User
from accounts.roles.values import Role
from journal.models import Event
from journal.refusals import ChangedMeanwhile
from tests.accounts.staff import staff
from tests.wallet.cash import DEMO, intent, person, said, sent
from tests.wallet.ledger import refused, rows, usd
from wallet.cash.models import Deposit, ProviderEvent
from wallet.cash.refusals import StepNotPossible
from wallet.cash.services.refunds import order_refund
from wallet.ledger.selectors.funds import balance
from wallet.providers.refusals import ProviderUnavailable
from wallet.providers.values import PaymentStatus

pytestmark = pytest.mark.database
PAID, REFUNDED, CHARGED_BACK = (
    PaymentStatus.PAID,
    PaymentStatus.REFUNDED,
    PaymentStatus.CHARGED_BACK,
)


def cashier() -> User:
    return staff(Role.CASHIER)


def refused_deposit(monkeypatch: pytest.MonkeyPatch) -> Deposit:
    """Return a deposit that the provider received although the player is excluded."""
    deposit = intent("25.00")
    with monkeypatch.context() as patch:
        patch.setattr("wallet.cash.services.callbacks.is_excluded", lambda _player: True)
        assert sent(said(deposit, PAID)) == 422
    deposit.refresh_from_db()
    assert deposit.state == "refused"
    return deposit


def test_refund_is_ordered_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    deposit = refused_deposit(monkeypatch)

    order_refund(deposit.pk, seen=2, acting_user=cashier(), note="as agreed")

    deposit.refresh_from_db()
    assert deposit.state == "returned"
    assert balance(deposit.player_id) == usd("0")
    event = Event.objects.get(kind="deposit_refund_ordered")
    assert (event.actor_id, event.data["note"]) == (cashier().pk, "as agreed")


def test_refund_of_a_returned_deposit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    deposit = refused_deposit(monkeypatch)
    order_refund(deposit.pk, seen=2, acting_user=cashier())
    before = rows()

    with refused(StepNotPossible):
        order_refund(deposit.pk, seen=3, acting_user=cashier())
    with refused(ChangedMeanwhile):
        order_refund(deposit.pk, seen=2, acting_user=cashier())

    assert rows() == before


@pytest.mark.parametrize("state", ["requested", "credited"])
def test_only_refused_or_reversed_deposits_are_refunded(state: str) -> None:
    deposit = intent("25.00")
    if state == "credited":
        assert sent(said(deposit, PAID)) == 200
    before = rows()

    with refused(StepNotPossible):
        order_refund(deposit.pk, seen=deposit.steps.count(), acting_user=cashier())

    assert rows() == before


def test_provider_without_refunds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    deposit = refused_deposit(monkeypatch)
    monkeypatch.setattr(type(DEMO), "refunds", False)
    before = rows()

    with refused(ProviderUnavailable):
        order_refund(deposit.pk, seen=2, acting_user=cashier())

    assert rows() == before


@pytest.mark.parametrize("status", [REFUNDED, CHARGED_BACK])
def test_money_that_is_gone_before_the_credit_is_never_credited(status: PaymentStatus) -> None:
    """The callback `paid` left the provider before the other, and arrives after it."""
    deposit = intent("25.00")
    paid = said(deposit, PAID)

    assert sent(said(deposit, status)) == 200
    assert sent(paid) == 200

    deposit.refresh_from_db()
    assert deposit.state == "failed"
    assert balance(person().pk) == usd("0")
    assert set(ProviderEvent.objects.values_list("outcome", flat=True)) == {"gone", "late"}


@pytest.mark.parametrize("status", [REFUNDED, CHARGED_BACK])
def test_credited_money_that_is_gone_is_a_charge_back(status: PaymentStatus) -> None:
    deposit = intent("25.00")
    assert sent(said(deposit, PAID)) == 200

    assert sent(said(deposit, status)) == 200

    deposit.refresh_from_db()
    assert deposit.state == "credited"
    assert Event.objects.filter(kind="deposit_charged_back").count() == 1
    assert ProviderEvent.objects.latest("pk").outcome == "charged back"
