"""Helpers for tests of cash: deposits, callbacks and withdrawals."""

from dataclasses import asdict
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from allauth.account.internal.flows.login import record_authentication
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import transaction
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.factors.selectors import IdentityProof
from accounts.models.users import User
from journal.models import Event
from tests.wallet.ledger import player
from wallet.cash.models import Correction, Deposit, Withdrawal
from wallet.cash.selectors.deposit_reversal import plan_reversal
from wallet.cash.services import deposits, limits, steps
from wallet.cash.values.bank_details import BankDetails, DestinationKind
from wallet.ledger.models import LedgerCheck
from wallet.ledger.selectors.reconciliation import read_checked_state
from wallet.money.values import Money
from wallet.providers.services.demo import DemoProvider
from wallet.providers.values import CallbackRequest, PaymentFlow, PaymentStatus, ProviderPayment

HOUR = timedelta(hours=1)
CALLBACK = reverse("wallet:callback", args=["demo"])
DEMO_SECRET = settings.PAYMENT_OPTIONS["demo"]["SECRET"]
DEMO = DemoProvider("demo", settings.PAYMENT_OPTIONS["demo"])


def person(name: str = "ana") -> User:
    """Return a verified player."""
    return User.objects.get(pk=player(name))


def request_deposit(player: User, money: Money, *, key: UUID, provider: str) -> Deposit:
    """Begin a deposit and return it."""
    return deposits.begin_deposit(player, money, key=key, provider=provider).deposit


def account(bank: str = "Banco Uno 0011", holder: str = "Ana Rosario") -> BankDetails:
    """Return bank details in a country without IBANs."""
    return BankDetails(DestinationKind.ACCOUNT, "VE", holder, bank, "00110022")


def bank_form(bank: str = "Banco Uno 0011", holder: str = "Ana Rosario") -> dict[str, str]:
    """Return the form data for a payout to `account`."""
    typed = {"pay_to": "bank", "bank_country": "VE", "number": "0011 0022"}
    return {**typed, "bank": bank, "holder": holder}


def just_now() -> IdentityProof:
    """Return a proof that the password was given just now."""
    return IdentityProof(password_at=timezone.now())


def proves(client: Client) -> None:
    """Record that the signed-in user has just given the password."""
    request = RequestFactory().get("/")
    request.session = client.session
    request.user = User.objects.get(pk=client.session[SESSION_KEY])
    record_authentication(request, request.user, "password", reauthenticated=True)
    request.session.save()


def checked(*, passed: bool = True, hours: float = 0) -> None:
    """Record a ledger check of `hours` ago. Withdrawals are closed until there is one."""
    findings = [] if passed else ["negative balances: broken by 1"]
    at = timezone.now() - hours * HOUR
    LedgerCheck.objects.create(
        passed=passed, findings=findings, at=at, **asdict(read_checked_state())
    )


@transaction.atomic
def intent(text: str = "25.00", currency: str = "USD", name: str = "ana") -> Deposit:
    """Create a requested deposit without any callback of its provider."""
    owner, money = person(name), Money.parse(text, currency)
    measured = limits.measure_deposit(owner, money, provider="demo")
    deposit = Deposit.objects.create(
        key=uuid4(),
        player=owner,
        provider="demo",
        currency_id=currency,
        units=money.units,
        rate=measured.rate,
        amount_usd=measured.worth.units,
        needs_second=False,
    )
    steps.take_step(deposit, "requested")
    return deposit


def said(
    head: Deposit | Withdrawal,
    status: PaymentStatus,
    text: str = "",
    currency: str = "",
    event: str | None = None,
) -> CallbackRequest:
    """Return a provider's callback; by default for the amount of the payment."""
    money, flow = (
        steps.requested_money(head),
        PaymentFlow.IN if isinstance(head, Deposit) else PaymentFlow.OUT,
    )
    if text:
        money = Money.parse(text, currency or money.currency)
    return DEMO.build_callback(flow, ProviderPayment(head.reference, money), status, event)


def sent(received: CallbackRequest, address: str = CALLBACK, **headers: str) -> int:
    """Post a callback as the provider does; return the status code."""
    answer: Any = Client(enforce_csrf_checks=True).post(
        address,
        received.body,
        content_type="application/json",
        headers={**received.headers, **headers},
    )
    status: int = answer.status_code
    return status


def plan_seen(correction: Correction) -> str:
    """Return the digest of the correction's current reversal plan, as its page shows it; "" if there is none."""
    plan = plan_reversal(correction.original) if correction.original else None
    return plan.digest if plan else ""


def events(kind: str) -> int:
    """Return the number of events of a kind."""
    return Event.objects.filter(kind=kind).count()
