"""Payments confirmed by the operator's payment system: as by the provider's own callback, once."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.roles.values import Role
from api.models import ServiceKey
from api.refusals import NetworksMissing
from api.services.service_keys import make_key
from api.values.scopes import Scope
from journal.models import Event, EventKind
from tests.accounts.staff import staff
from tests.api.calls import assert_problem, read
from tests.api.keys import issue, request_for, send
from tests.api.playing import money
from tests.wallet.cash import checked, intent
from wallet.cash.models import Deposit, ProviderEvent
from wallet.ledger.selectors.funds import balance

pytestmark = pytest.mark.database


def report(deposit: Deposit, **changes: Any) -> dict[str, Any]:
    return {
        "provider": deposit.provider,
        "event": "P-1",
        "kind": "deposit",
        "reference": str(deposit.reference),
        "status": "paid",
        "amount": money("25.00"),
        "at": timezone.now().isoformat(),
        **changes,
    }


def test_a_confirmed_deposit_is_credited_once() -> None:
    checked()
    deposit = intent("25.00")
    key = issue(staff(Role.CASHIER), Scope.PAYMENTS_CONFIRM)
    body = report(deposit)
    for _ in range(2):  # another idempotency key, the same report
        found = read(send(key, "/payments/reports", body))
        assert (found["outcome"], found["accepted"]) == ("applied", True)
    deposit.refresh_from_db()
    assert deposit.state == "credited"
    assert str(balance(deposit.player_id, "USD")) == "25.00 USD"
    assert ProviderEvent.objects.count() == 1
    changed = report(deposit, status="failed")
    assert send(key, "/payments/reports", changed).json()["code"] == "sent_before"
    assert Event.objects.filter(kind=EventKind.CALLBACK_MISMATCH).count() == 1


def test_what_does_not_match_is_kept_and_moves_nothing() -> None:
    checked()
    deposit = intent("25.00")
    key = issue(staff(Role.CASHIER), Scope.PAYMENTS_CONFIRM)
    wrong = report(deposit, amount=money("26.00"))
    found = read(send(key, "/payments/reports", wrong))
    assert (found["outcome"], found["accepted"]) == ("mismatch", False)
    desk = report(deposit, provider="manual", event="P-2")
    assert_problem(send(key, "/payments/reports", desk), 422, "provider_unavailable")
    later = (timezone.now() + timedelta(hours=1)).isoformat()
    assert_problem(send(key, "/payments/reports", report(deposit, at=later)), 422, "invalid", "at")
    deposit.refresh_from_db()
    assert deposit.state == "requested"
    assert not balance(deposit.player_id, "USD")


def test_such_a_key_needs_networks_and_a_cashier() -> None:
    cashier, admin = staff(Role.CASHIER), staff(Role.ADMINISTRATOR)
    with pytest.raises(NetworksMissing):
        make_key(request_for(cashier, Scope.PAYMENTS_CONFIRM), acting_user=admin)
    assert not ServiceKey.objects.exists()
    key = issue(cashier, Scope.PAYMENTS_CONFIRM, networks=("192.0.2.0/24",))
    refused = send(key, "/payments/reports", {})
    assert_problem(refused, 401, "network_not_allowed")
