"""What payment providers say happened since a restore, compared with the records."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.utils import timezone

from wallet.cash.models import OPEN_WITHDRAWALS, Deposit, DepositState, Withdrawal
from wallet.cash.selectors.provider_comparison import PaymentDifference, compare_statement
from wallet.providers.refusals import (
    ProviderDeclined,
    ProviderUnavailable,
    ProviderUnreachable,
    StatementUnreadable,
)
from wallet.providers.services import registry
from wallet.providers.values import PaymentFlow

Line = dict[str, str]
_OPEN_DEPOSITS: Final = (DepositState.REQUESTED, DepositState.PENDING)


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
    for one in compare_statement(name, reported, since, timezone.now()):
        yield _describe(name, one)


def _describe(name: str, one: PaymentDifference) -> Line:
    """Return a difference as a line; the state is "missing" if the restore lost the payment."""
    flow = one.theirs.flow if one.theirs else _flow_of(one)
    reference = one.theirs.reference if one.theirs else one.number
    amount = one.theirs.money if one.theirs else one.money
    state = one.ours.state if one.ours else "missing"
    told = one.theirs.status if one.theirs else "missing"
    return _line(name, flow, str(reference), str(amount), state, told)


def _flow_of(one: PaymentDifference) -> PaymentFlow:
    return PaymentFlow.IN if isinstance(one.ours, Deposit) else PaymentFlow.OUT


def _unfinished(name: str) -> Iterator[Line]:
    deposits = Deposit.objects.filter(provider=name, state__in=_OPEN_DEPOSITS)
    withdrawals = Withdrawal.objects.filter(provider=name, state__in=OPEN_WITHDRAWALS)
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
