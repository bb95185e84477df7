"""Withdrawals that a provider pays: requested, approved, sent, doubted, bounced."""

from uuid import uuid4

import pytest

from accounts.roles.values import Role
from tests.accounts.staff import staff
from tests.wallet.cash import account, checked, just_now, person, said, sent
from tests.wallet.ledger import funded, usd
from wallet.cash.models import Withdrawal, WithdrawalStep
from wallet.cash.services import provider_timeout, withdrawals
from wallet.ledger.selectors.funds import balance, load_money_in_withdrawals
from wallet.providers.services.demo import DemoProvider
from wallet.providers.values import PaymentStatus, PostCallback, ProviderPayment


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> list[ProviderPayment]:
    """Replace the demo provider by one that does not answer; return the payments sent to it."""
    told: list[ProviderPayment] = []

    def hear(
        _demo: DemoProvider, payment: ProviderPayment, _destination: str, _post: PostCallback
    ) -> None:
        told.append(payment)

    monkeypatch.setattr(DemoProvider, "pay_out", hear)
    return told


def asked(text: str = "100.00") -> Withdrawal:
    """Request a withdrawal of Ana's through the demo provider; she keeps a balance of 100 dollars."""
    checked()
    funded(text=text)
    funded(text="100.00")
    return withdrawals.request_withdrawal(
        person(),
        usd(text),
        destination=account("Banco Uno 0011"),
        key=uuid4(),
        provider="demo",
        proof=just_now(),
    )


def approved(text: str = "100.00") -> Withdrawal:
    return withdrawals.approve_withdrawal(asked(text).pk, seen=1, acting_user=staff(Role.CASHIER))


def told(text: str = "100.00") -> Withdrawal:
    return withdrawals.send_to_provider(approved(text).pk, seen=2, acting_user=staff(Role.CASHIER))


def state(withdrawal: Withdrawal) -> str:
    withdrawal.refresh_from_db()
    return withdrawal.state


def history(withdrawal: Withdrawal) -> list[str]:
    found = WithdrawalStep.objects.filter(withdrawal=withdrawal).order_by("n")
    return [step.to_state for step in found]


def money(withdrawal: Withdrawal) -> tuple[str, str]:
    """Return Ana's balance and the amount held for her withdrawals."""
    owner = withdrawal.player_id
    return str(balance(owner)), " ".join(str(one) for one in load_money_in_withdrawals(owner))


def doubted(withdrawal: Withdrawal) -> None:
    provider_timeout.doubt_payment(
        withdrawal.pk, seen=3, acting_user=staff(Role.CASHIER), reason="mail of 3 May"
    )


def bounced() -> Withdrawal:
    """Return a withdrawal of 100 dollars that its provider reported as failed."""
    withdrawal = told("100.00")
    assert sent(said(withdrawal, PaymentStatus.FAILED)) == 200
    return withdrawal
