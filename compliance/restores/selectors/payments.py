"""What payment providers say happened since a restore, compared with the records."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.utils import timezone

from wallet.cash.models import OPEN_WITHDRAWALS, Deposit, DepositState, Withdrawal
from wallet.cash.selectors.provider_comparison import (
    DifferenceKind,
    PaymentDifference,
    compare_statement,
)
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
ASK: Final = "ask"
"""Kind and status in a line about which no statement says anything."""


@dataclass
class PaymentsToCompare:
    """Lines by provider, and the providers without a statement, each with the refusal's code."""

    lines: list[Line] = field(default_factory=list)
    unanswered: list[Line] = field(default_factory=list)


def find_payments_to_compare(since: datetime) -> PaymentsToCompare:
    """Return every payment whose state may differ at its provider, by provider.

    A provider with statements is asked for changes since then. For others, and without an answer, all unfinished
    payments are listed: compare them by hand, and look for payments that are missing here.
    """
    found = PaymentsToCompare()
    for name in _names():
        _add_provider(found, name, since)
    return found


def _names() -> list[str]:
    """Return the enabled providers, and disabled ones that have unfinished payments."""
    open_rows = (
        Deposit.objects.filter(state__in=_OPEN_DEPOSITS),
        Withdrawal.objects.filter(state__in=OPEN_WITHDRAWALS),
    )
    used = (name for rows in open_rows for name in rows.values_list("provider", flat=True))
    return list(dict.fromkeys((*registry.enabled_providers(), *sorted({*used} - {""}))))


def _add_provider(found: PaymentsToCompare, name: str, since: datetime) -> None:
    try:
        reported = registry.require_provider(name).load_statement(since)
    except (
        ProviderUnavailable,
        ProviderUnreachable,
        ProviderDeclined,
        StatementUnreadable,
    ) as error:
        found.lines += _unfinished(name)
        if name != registry.MANUAL:
            found.unanswered.append({"provider": name, "code": error.code})
        return
    differences = compare_statement(name, reported, since, timezone.now())
    found.lines += [_describe(name, one) for one in differences]


def _describe(name: str, one: PaymentDifference) -> Line:
    """Return a difference as a line; the state is "missing" if the restore lost the payment."""
    reference = one.theirs.reference if one.theirs else one.number
    return {
        "provider": name,
        "flow": (one.theirs.flow if one.theirs else _flow_of(one)).value,
        "reference": str(reference),
        "amount": str(one.theirs.money if one.theirs else one.money),
        "state": str(one.ours.state) if one.ours else "missing",
        "reported": one.theirs.status.value if one.theirs else DifferenceKind.MISSING.value,
        "difference": one.kind.value,
    }


def _flow_of(one: PaymentDifference) -> PaymentFlow:
    return PaymentFlow.IN if isinstance(one.ours, Deposit) else PaymentFlow.OUT


def _unfinished(name: str) -> Iterator[Line]:
    deposits = Deposit.objects.filter(provider=name, state__in=_OPEN_DEPOSITS)
    withdrawals = Withdrawal.objects.filter(provider=name, state__in=OPEN_WITHDRAWALS)
    for flow, rows in ((PaymentFlow.IN, deposits), (PaymentFlow.OUT, withdrawals)):
        for row in rows.order_by("pk"):
            yield {
                "provider": name,
                "flow": flow.value,
                "reference": str(row.reference),
                "amount": f"{row.units} {row.currency_id}",
                "state": str(row.state),
                "reported": ASK,
                "difference": ASK,
            }
