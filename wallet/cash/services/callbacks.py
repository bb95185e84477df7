"""Callbacks of providers: authentic ones are stored, and each takes effect once.

The result does not depend on order: paid beats failed, failed beats pending, and each beats expiry. Only payments of an
excluded player, or above the player's current limits, are refused when paid; staff have the provider return them. For a
withdrawal the provider's report counts from the order to pay (`withdrawals.send_to_provider`) until staff return the
money.
"""

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from http import HTTPStatus
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.restrictions.selectors.active_restrictions import is_excluded
from journal.models import EventKind
from journal.services.recording import record
from wallet.cash.models import (
    CHARGED_BACK,
    GONE,
    Deposit,
    DepositReturnReason,
    DepositState,
    ProviderEvent,
    Withdrawal,
    WithdrawalState,
)
from wallet.cash.services import blocking, limits, payout, steps
from wallet.cash.services.crediting import credit_deposit, refuse_received_deposit
from wallet.cash.services.holding import hold_for_charge_back
from wallet.cash.services.methods import record_method
from wallet.providers.services import registry
from wallet.providers.values import Callback, CallbackRequest, PaymentFlow, PaymentStatus

_DEPOSITS: Final = {
    (DepositState.REQUESTED, PaymentStatus.PENDING): DepositState.PENDING,
    (DepositState.REQUESTED, PaymentStatus.PAID): DepositState.CREDITED,
    (DepositState.REQUESTED, PaymentStatus.FAILED): DepositState.FAILED,
    (DepositState.PENDING, PaymentStatus.PAID): DepositState.CREDITED,
    (DepositState.PENDING, PaymentStatus.FAILED): DepositState.FAILED,
    (DepositState.FAILED, PaymentStatus.PAID): DepositState.CREDITED,
    (DepositState.EXPIRED, PaymentStatus.PENDING): DepositState.PENDING,
    (DepositState.EXPIRED, PaymentStatus.PAID): DepositState.CREDITED,
    (DepositState.EXPIRED, PaymentStatus.FAILED): DepositState.FAILED,
    (DepositState.REFUSED, PaymentStatus.REFUNDED): DepositState.RETURNED,
    (DepositState.REVERSED, PaymentStatus.REFUNDED): DepositState.RETURNED,
}
_GONE: Final = {PaymentStatus.CHARGED_BACK, PaymentStatus.REFUNDED}
"""The provider had received the money of a deposit and has it no longer."""
_NOT_PAID: Final = {PaymentStatus.FAILED, *_GONE}
_WAITING: Final = (DepositState.REQUESTED, DepositState.PENDING, DepositState.EXPIRED)
_UNCREDITED: Final = (*_WAITING, DepositState.FAILED)
_WITHDRAWALS: Final = {  # paid ends the withdrawal, failed returns it to staff
    (WithdrawalState.SENT, PaymentStatus.PAID),
    (WithdrawalState.SENT, PaymentStatus.FAILED),
    (WithdrawalState.DOUBTED, PaymentStatus.PAID),
    (WithdrawalState.DOUBTED, PaymentStatus.FAILED),
    (WithdrawalState.BOUNCED, PaymentStatus.PAID),
}
_UNSENT: Final = (
    WithdrawalState.REQUESTED,
    WithdrawalState.SECOND,
    WithdrawalState.APPROVED,
    WithdrawalState.HELD,
)
_CONTRADICTIONS: Final = {
    (DepositState.FAILED, PaymentStatus.PAID),
    *((DepositState.CREDITED, status) for status in _NOT_PAID),
    (WithdrawalState.BOUNCED, PaymentStatus.PAID),
    (WithdrawalState.HELD, PaymentStatus.PAID),
    (WithdrawalState.PAID, PaymentStatus.FAILED),
}
_Head = Deposit | Withdrawal


@dataclass(frozen=True, slots=True)
class _Outcome:
    name: str
    answer: HTTPStatus


_APPLIED: Final = _Outcome("applied", HTTPStatus.OK)
_LATE: Final = _Outcome("late", HTTPStatus.OK)
_LEFT: Final = _Outcome(GONE, HTTPStatus.OK)
_UNKNOWN: Final = _Outcome("unknown", HTTPStatus.NOT_FOUND)
_MISMATCH: Final = _Outcome("mismatch", HTTPStatus.UNPROCESSABLE_ENTITY)
_UNSENT_YET: Final = _Outcome("not told to pay", HTTPStatus.UNPROCESSABLE_ENTITY)
_ABOVE_OWN: Final = _Outcome("above own limit", HTTPStatus.UNPROCESSABLE_ENTITY)
_EXCLUDED: Final = _Outcome("excluded", HTTPStatus.UNPROCESSABLE_ENTITY)
_PAID_TWICE: Final = _Outcome("ended otherwise", HTTPStatus.UNPROCESSABLE_ENTITY)
_CHARGED_BACK: Final = _Outcome(CHARGED_BACK, HTTPStatus.OK)
_BACK: Final = {_ABOVE_OWN: DepositReturnReason.OWN_LIMIT, _EXCLUDED: DepositReturnReason.EXCLUDED}


def process_callback(provider: str, received: CallbackRequest) -> int:
    """Process one callback and return the HTTP status to answer it with.

    Raises ProviderUnavailable, ForgedCallback and CallbackUnreadable; nothing is stored then. A repeat gets the first
    answer; the same event id with different content gets 409.
    """
    callback = registry.require_provider(provider).read_callback(received, time.time())
    return record_once(provider, callback, received.body)


def record_once(provider: str, callback: Callback, body: bytes) -> int:
    """Store an authentic callback, give it its effect, and return the HTTP status; once for each event."""
    try:
        with transaction.atomic():
            return _take(provider, callback, body)
    except IntegrityError:  # another process stored the same event concurrently
        first = _first(provider, callback)
        if first is None:
            raise
        return _repeat(first, body)


def _first(provider: str, callback: Callback) -> ProviderEvent | None:
    return ProviderEvent.objects.filter(provider=provider, event=callback.event).first()


def _repeat(first: ProviderEvent, body: bytes) -> int:
    if bytes(first.body_hash) == sha256(body).digest():
        return first.answer
    _tell(EventKind.CALLBACK_MISMATCH, first.provider, first.event, "another content")
    return HTTPStatus.CONFLICT


def _take(provider: str, callback: Callback, body: bytes) -> int:
    head = _lock_payment(provider, callback)
    if first := _first(provider, callback):
        return _repeat(first, body)
    outcome = _judge(head, callback)
    event = ProviderEvent.objects.create(
        provider=provider,
        event=callback.event,
        body_hash=sha256(body).digest(),
        body=body.decode(),
        deposit=head if isinstance(head, Deposit) else None,
        withdrawal=head if isinstance(head, Withdrawal) else None,
        signed_at=datetime.fromtimestamp(callback.signed_at, UTC),
        outcome=outcome.name,
        answer=outcome.answer,
    )
    if isinstance(head, Deposit):
        record_method(head, callback.instrument)
    if head is None or outcome.answer != HTTPStatus.OK:
        _tell(EventKind.CALLBACK_MISMATCH, provider, callback.event, outcome.name, head, callback)
        if isinstance(head, Deposit) and (why := _BACK.get(outcome)):
            refuse_received_deposit(head, why, event=event)
        return outcome.answer
    if (head.state, callback.status) in _CONTRADICTIONS:
        _tell(EventKind.CALLBACK_CONTRADICTS, provider, callback.event, "", head, callback)
    if (head.state, callback.status) == (DepositState.EXPIRED, PaymentStatus.PAID):
        _tell(EventKind.DEPOSIT_PAID_LATE, provider, callback.event, "", head, callback)
    if outcome is _CHARGED_BACK and isinstance(head, Deposit):
        _tell(EventKind.DEPOSIT_CHARGED_BACK, provider, callback.event, "", head, callback)
        hold_for_charge_back(head.player_id, event)
    if outcome is _APPLIED:
        _apply(head, callback, event)
    if outcome is _LEFT and isinstance(head, Deposit) and head.state in _WAITING:
        steps.take_step(head, DepositState.FAILED, event=event)
    return outcome.answer


def _lock_payment(provider: str, callback: Callback) -> _Head | None:
    """Lock and return the payment the callback refers to (player row first); a provider can only touch its own."""
    mine = Q(reference=callback.reference, provider=provider)
    if callback.flow is PaymentFlow.IN:
        steps.lock_payer(mine)
        return Deposit.objects.select_for_update(no_key=True).filter(mine).first()
    return Withdrawal.objects.select_for_update(no_key=True).filter(mine).first()


def _judge(head: _Head | None, callback: Callback) -> _Outcome:
    if head is None:
        return _UNKNOWN
    signed_at = datetime.fromtimestamp(callback.signed_at, UTC)
    if (callback.money.units, callback.money.currency) != (head.units, head.currency_id):
        back = head.state == DepositState.CREDITED and callback.status in _NOT_PAID
        # with another amount it is a charge-back too: staff decide how much
        if isinstance(head, Deposit) and back:
            return _judge_deposit(head, callback.status, signed_at)
        return _MISMATCH
    if isinstance(head, Withdrawal):
        return _judge_withdrawal(head, callback.status)
    return _judge_deposit(head, callback.status, signed_at)


def _is_gone(deposit: Deposit) -> bool:
    """True if a callback has reported that the money is gone. Repeats are signed anew, so their order says nothing."""
    return ProviderEvent.objects.filter(deposit=deposit, outcome=GONE).exists()


def _is_older(deposit: Deposit, signed_at: datetime) -> bool:
    """True if the callback was signed before the one that credited the deposit, and arrived late."""
    credited = deposit.steps.select_related("event").get(to_state=DepositState.CREDITED)
    return credited.event is not None and signed_at < credited.event.signed_at


def _judge_deposit(deposit: Deposit, status: PaymentStatus, signed_at: datetime) -> _Outcome:
    if (deposit.state, status) == (DepositState.REFUSED, PaymentStatus.PAID):
        return _PAID_TWICE
    if status in _NOT_PAID and (gone := _judge_unpaid(deposit, status, signed_at)):
        return gone
    if (deposit.state, status) not in _DEPOSITS:
        return _LATE
    return _judge_paid(deposit) if status == PaymentStatus.PAID else _APPLIED


def _judge_unpaid(deposit: Deposit, status: PaymentStatus, signed_at: datetime) -> _Outcome | None:
    """Judge a report that the money never came or is gone; None if it is an ordinary step."""
    if deposit.state == DepositState.CREDITED:
        return _LATE if _is_older(deposit, signed_at) else _CHARGED_BACK
    leaves = (
        (*_UNCREDITED, DepositState.REFUSED)
        if status == PaymentStatus.CHARGED_BACK
        else _UNCREDITED
    )
    return _LEFT if deposit.state in leaves and status in _GONE else None


def _judge_paid(deposit: Deposit) -> _Outcome:
    if _is_gone(deposit):
        return _LATE
    if is_excluded(deposit.player):
        return _EXCLUDED
    return _ABOVE_OWN if limits.exceeds_player_limit(deposit) else _APPLIED


def _judge_withdrawal(withdrawal: Withdrawal, status: PaymentStatus) -> _Outcome:
    if (withdrawal.state, status) in _WITHDRAWALS:
        return _APPLIED
    if withdrawal.state == WithdrawalState.HELD and steps.is_held_bounced(withdrawal):
        return _APPLIED if status == PaymentStatus.PAID else _LATE
    if withdrawal.state in _UNSENT:
        return _UNSENT_YET
    if status == PaymentStatus.PAID and not _paid_by_provider(withdrawal):
        return _PAID_TWICE
    return _LATE


def _paid_by_provider(withdrawal: Withdrawal) -> bool:
    return withdrawal.steps.filter(to_state=WithdrawalState.PAID, event__isnull=False).exists()


def _apply(head: _Head, callback: Callback, event: ProviderEvent) -> None:
    if isinstance(head, Withdrawal):
        if callback.status == PaymentStatus.PAID:
            payout.record_payment(head, event=event)
        else:
            payout.record_bounce(head, event=event)
        return
    state = _DEPOSITS[DepositState(head.state), callback.status]
    if state == DepositState.CREDITED:
        credit_deposit(head, event=event)
    else:
        steps.take_step(head, state, event=event)
        if state == DepositState.FAILED:
            blocking.record_block(head)


def _tell(
    kind: EventKind,
    provider: str,
    event: str,
    why: str,
    head: _Head | None = None,
    callback: Callback | None = None,
) -> None:
    of = "withdrawal" if isinstance(head, Withdrawal) else "deposit"
    record(
        kind,
        subject=f"{of} {head.number}" if head else "",
        data={
            "provider": provider,
            "event": event,
            "why": why,
            "requested": str(steps.requested_money(head)) if head else "",
            "said": f"{callback.status} {callback.money}" if callback else "",
        },
    )
