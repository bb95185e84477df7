"""What payment providers say happened since a restore, compared with the records."""

from collections.abc import Iterator, Mapping, Set as AbstractSet
from datetime import datetime
from typing import Final

from wallet.cash.models import Deposit, DepositState, Withdrawal, WithdrawalState
from wallet.providers.refusals import (
    ProviderDeclined,
    ProviderUnavailable,
    ProviderUnreachable,
    StatementUnreadable,
)
from wallet.providers.services import registry
from wallet.providers.values import PaymentFlow, PaymentStatus, ReportedPayment

Line = dict[str, str]
_OPEN_DEPOSITS: Final = (DepositState.REQUESTED, DepositState.PENDING)
_OPEN_WITHDRAWALS: Final = (
    WithdrawalState.APPROVED,
    WithdrawalState.SENT,
    WithdrawalState.DOUBTED,
    WithdrawalState.BOUNCED,
)
_SAME: Final[Mapping[tuple[PaymentFlow, PaymentStatus], AbstractSet[str]]] = {
    (PaymentFlow.IN, PaymentStatus.PAID): {
        DepositState.CREDITED,
        DepositState.REVERSED,
        DepositState.REFUSED,
    },
    (PaymentFlow.IN, PaymentStatus.REFUNDED): {DepositState.RETURNED, DepositState.FAILED},
    (PaymentFlow.IN, PaymentStatus.CHARGED_BACK): {DepositState.REVERSED, DepositState.FAILED},
    (PaymentFlow.OUT, PaymentStatus.PAID): {WithdrawalState.PAID},
    (PaymentFlow.IN, PaymentStatus.FAILED): {DepositState.FAILED, DepositState.EXPIRED},
    (PaymentFlow.OUT, PaymentStatus.FAILED): {WithdrawalState.BOUNCED, WithdrawalState.REFUSED},
}


def find_payments_to_compare(since: datetime) -> list[Line]:
    """Return every payment whose state may differ at its provider, by provider.

    A provider with statements is asked for changes since then. For others, and without an answer, all unfinished
    payments are listed: compare them by hand, and look for payments that are missing here.
    """
    return [line for name in registry.enabled_providers() for line in _of_provider(name, since)]


def _of_provider(name: str, since: datetime) -> Iterator[Line]:
    try:
        reported = registry.require_provider(name).load_statement(since)
    except (ProviderUnavailable, ProviderUnreachable, ProviderDeclined, StatementUnreadable):
        yield from _unfinished(name)
        return
    for one in reported:
        state = _find_state(one)
        same = _SAME.get((one.flow, one.status))
        if same is not None and state not in same:
            yield _line(name, one.flow, str(one.reference), str(one.money), state, one.status)


def _find_state(one: ReportedPayment) -> str:
    """Return the state in our records; "missing" if the restore lost the payment."""
    model = Deposit if one.flow == PaymentFlow.IN else Withdrawal
    found = model.objects.filter(reference=one.reference).values_list("state", flat=True).first()
    return found or "missing"


def _unfinished(name: str) -> Iterator[Line]:
    deposits = Deposit.objects.filter(provider=name, state__in=_OPEN_DEPOSITS)
    withdrawals = Withdrawal.objects.filter(provider=name, state__in=_OPEN_WITHDRAWALS)
    for flow, rows in ((PaymentFlow.IN, deposits), (PaymentFlow.OUT, withdrawals)):
        for row in rows.order_by("pk"):
            amount = f"{row.units} {row.currency_id}"
            yield _line(name, flow, str(row.reference), amount, row.state, "unknown")


def _line(provider: str, flow: str, reference: str, amount: str, state: str, told: str) -> Line:
    return {
        "provider": provider,
        "flow": str(flow),
        "reference": reference,
        "amount": amount,
        "state": str(state),
        "reported": str(told),
    }
