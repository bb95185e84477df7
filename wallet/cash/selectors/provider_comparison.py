"""Comparison of a provider's statement with our deposits and withdrawals."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from wallet.cash.models import (
    Deposit,
    DepositState,
    DepositStep,
    Withdrawal,
    WithdrawalState,
    WithdrawalStep,
)
from wallet.money.values import Money
from wallet.providers.values import PaymentFlow, PaymentStatus, ReportedPayment

_Head = Deposit | Withdrawal
_PENDING, _PAID, _FAILED = PaymentStatus.PENDING, PaymentStatus.PAID, PaymentStatus.FAILED
_BACK, _REFUNDED = PaymentStatus.CHARGED_BACK, PaymentStatus.REFUNDED
_AGREEING: Final[Mapping[tuple[PaymentFlow, str], frozenset[PaymentStatus]]] = {
    (PaymentFlow.IN, DepositState.REQUESTED): frozenset({_PENDING}),
    (PaymentFlow.IN, DepositState.PENDING): frozenset({_PENDING}),
    (PaymentFlow.IN, DepositState.CREDITED): frozenset({_PAID}),
    (PaymentFlow.IN, DepositState.FAILED): frozenset({_FAILED, _BACK, _REFUNDED}),
    (PaymentFlow.IN, DepositState.EXPIRED): frozenset({_PENDING, _FAILED}),
    (PaymentFlow.IN, DepositState.REFUSED): frozenset({_PAID, _REFUNDED}),
    (PaymentFlow.IN, DepositState.REVERSED): frozenset({_PAID, _BACK, _REFUNDED}),
    (PaymentFlow.IN, DepositState.RETURNED): frozenset({_REFUNDED}),
    (PaymentFlow.OUT, WithdrawalState.SENT): frozenset({_PENDING}),
    (PaymentFlow.OUT, WithdrawalState.DOUBTED): frozenset({_PENDING}),
    (PaymentFlow.OUT, WithdrawalState.PAID): frozenset({_PAID}),
    (PaymentFlow.OUT, WithdrawalState.BOUNCED): frozenset({_FAILED}),
    (PaymentFlow.OUT, WithdrawalState.HELD): frozenset({_FAILED}),
    (PaymentFlow.OUT, WithdrawalState.REFUSED): frozenset({_FAILED}),
}
"""Statuses at the provider that agree with our state. Other states have no order at the provider."""


_AGREEING_BY_HAND: Final[Mapping[str, frozenset[PaymentStatus]]] = {
    WithdrawalState.BOUNCED: frozenset({_FAILED}),
    WithdrawalState.APPROVED: frozenset(),
}
"""Statuses that agree with a withdrawal that staff paid otherwise, by the state it was in: it may not be paid there as well."""


class DifferenceKind(StrEnum):
    UNKNOWN = "unknown"
    AMOUNT = "amount"
    STATUS = "status"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class PaymentDifference:
    """A payment that differs: our deposit or withdrawal, the provider's line, or both."""

    kind: DifferenceKind
    ours: _Head | None
    theirs: ReportedPayment | None

    @property
    def number(self) -> str:
        """Our receipt number, or the provider's reference of a payment that we do not have."""
        return self.ours.number if self.ours else str(self.theirs.reference if self.theirs else "")

    @property
    def money(self) -> Money | None:
        """Our amount."""
        return Money(self.ours.units, self.ours.currency_id) if self.ours else None


def compare_statement(
    provider: str,
    lines: Sequence[ReportedPayment],
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[PaymentDifference]:
    """Return what differs between a statement and our payments with this provider. Five queries.

    A payment that we have as paid within the period must be in it: by default between its first and last line.
    """
    heads = _load_heads(provider, lines)
    by_hand = _load_paid_by_hand(heads.values())
    found = [
        one
        for line in lines
        if (one := _compare(heads.get((line.flow, line.reference)), line, by_hand))
    ]
    if lines:
        since = since or min(line.at for line in lines)
        until = until or max(line.at for line in lines)
    return [*found, *_find_missing(provider, lines, since, until)]


def _load_heads(
    provider: str, lines: Iterable[ReportedPayment]
) -> Mapping[tuple[PaymentFlow, UUID], _Head]:
    named: dict[PaymentFlow, list[UUID]] = {flow: [] for flow in PaymentFlow}
    for line in lines:
        named[line.flow].append(line.reference)
    deposits = Deposit.objects.filter(provider=provider, reference__in=named[PaymentFlow.IN])
    withdrawals = Withdrawal.objects.filter(provider=provider, reference__in=named[PaymentFlow.OUT])
    return {
        **{(PaymentFlow.IN, one.reference): one for one in deposits},
        **{(PaymentFlow.OUT, one.reference): one for one in withdrawals},
    }


def _load_paid_by_hand(heads: Iterable[_Head]) -> Mapping[int, str]:
    """Return the state that each withdrawal was in when staff paid it otherwise than through its provider."""
    paid = [
        one.pk for one in heads if isinstance(one, Withdrawal) and one.state == WithdrawalState.PAID
    ]
    steps = WithdrawalStep.objects.filter(
        withdrawal__in=paid,
        to_state=WithdrawalState.PAID,
        event=None,
        from_state__in=_AGREEING_BY_HAND,
    )
    return dict(steps.values_list("withdrawal", "from_state"))


def _compare(
    ours: _Head | None, theirs: ReportedPayment, by_hand: Mapping[int, str]
) -> PaymentDifference | None:
    if ours is None:
        return PaymentDifference(DifferenceKind.UNKNOWN, None, theirs)
    if (ours.units, ours.currency_id) != (theirs.money.units, theirs.money.currency):
        return PaymentDifference(DifferenceKind.AMOUNT, ours, theirs)
    if theirs.status not in _agreeing(ours, theirs.flow, by_hand):
        return PaymentDifference(DifferenceKind.STATUS, ours, theirs)
    return None


def _agreeing(
    ours: _Head, flow: PaymentFlow, by_hand: Mapping[int, str]
) -> frozenset[PaymentStatus]:
    if isinstance(ours, Withdrawal) and ours.pk in by_hand:
        return _AGREEING_BY_HAND[by_hand[ours.pk]]
    return _AGREEING.get((flow, ours.state), frozenset())


def _find_missing(
    provider: str,
    lines: Sequence[ReportedPayment],
    since: datetime | None,
    until: datetime | None,
) -> Iterator[PaymentDifference]:
    if since is None or until is None:
        return
    named = {line.reference for line in lines}
    for head in _paid_between(provider, since, until):
        if head.reference not in named:
            yield PaymentDifference(DifferenceKind.MISSING, head, None)


def _paid_between(provider: str, first: datetime, last: datetime) -> list[_Head]:
    credited = DepositStep.objects.filter(
        deposit__provider=provider, to_state=DepositState.CREDITED, at__gt=first, at__lt=last
    )
    paid = WithdrawalStep.objects.filter(
        withdrawal__provider=provider,
        to_state=WithdrawalState.PAID,
        event__isnull=False,
        at__gt=first,
        at__lt=last,
    )
    return [
        *(step.deposit for step in credited.select_related("deposit").order_by("pk")),
        *(step.withdrawal for step in paid.select_related("withdrawal").order_by("pk")),
    ]
