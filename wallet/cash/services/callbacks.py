"""Callbacks of providers: genuine ones are kept for good, and each has its effect once.

The end depends on what was said, not on the order: paid beats failed, failed beats pending.
"""

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from http import HTTPStatus
from typing import Final

from django.db import IntegrityError, transaction

from journal.models import Kind
from journal.services import record
from wallet import providers
from wallet.cash.models import Deposit, DepositState, ProviderEvent
from wallet.cash.services import steps
from wallet.cash.services.crediting import credit
from wallet.providers.base import Callback, Received, Status

_AFTER: Final = {
    (DepositState.REQUESTED, Status.PENDING): DepositState.PENDING,
    (DepositState.REQUESTED, Status.PAID): DepositState.CREDITED,
    (DepositState.REQUESTED, Status.FAILED): DepositState.FAILED,
    (DepositState.PENDING, Status.PAID): DepositState.CREDITED,
    (DepositState.PENDING, Status.FAILED): DepositState.FAILED,
    (DepositState.FAILED, Status.PAID): DepositState.CREDITED,
}
_CONTRADICTIONS: Final = {
    (DepositState.FAILED, Status.PAID),
    (DepositState.CREDITED, Status.FAILED),
}


@dataclass(frozen=True, slots=True)
class _Outcome:
    name: str
    answer: HTTPStatus


_APPLIED: Final = _Outcome("applied", HTTPStatus.OK)
_LATE: Final = _Outcome("late", HTTPStatus.OK)
_UNKNOWN: Final = _Outcome("unknown", HTTPStatus.NOT_FOUND)
_MISMATCH: Final = _Outcome("mismatch", HTTPStatus.UNPROCESSABLE_ENTITY)


def receive(provider: str, received: Received) -> int:
    """Take one callback and return the HTTP status to answer it with.

    Raises ProviderUnavailable, Forged and Unreadable, and then nothing is stored. A repeat gets
    the first answer; the provider's number with another content gets 409.
    """
    callback = providers.require(provider).read(received, time.time())
    try:
        with transaction.atomic():
            return _take(provider, callback, received.body)
    except IntegrityError:  # the same number at the same moment, in another process
        first = _first(provider, callback)
        if first is None:
            raise
        return _repeat(first, received.body)


def _first(provider: str, callback: Callback) -> ProviderEvent | None:
    return ProviderEvent.objects.filter(provider=provider, event=callback.event).first()


def _repeat(first: ProviderEvent, body: bytes) -> int:
    if bytes(first.body_hash) == sha256(body).digest():
        return first.answer
    _tell(Kind.CALLBACK_MISMATCH, first.provider, first.event, "another content")
    return HTTPStatus.CONFLICT


def _take(provider: str, callback: Callback, body: bytes) -> int:
    rows = Deposit.objects.select_for_update(no_key=True)
    deposit = rows.filter(reference=callback.reference, provider=provider).first()
    if first := _first(provider, callback):
        return _repeat(first, body)
    outcome = _judge(deposit, callback)
    event = ProviderEvent.objects.create(
        provider=provider,
        event=callback.event,
        body_hash=sha256(body).digest(),
        body=body.decode(),
        deposit=deposit,
        signed_at=datetime.fromtimestamp(callback.signed_at, UTC),
        outcome=outcome.name,
        answer=outcome.answer,
    )
    if deposit is None or outcome is _MISMATCH:
        _tell(Kind.CALLBACK_MISMATCH, provider, callback.event, outcome.name, deposit, callback)
        return outcome.answer
    if (deposit.state, callback.status) in _CONTRADICTIONS:
        _tell(Kind.CALLBACK_CONTRADICTS, provider, callback.event, "", deposit, callback)
    if outcome is _APPLIED:
        _apply(deposit, callback, event)
    return outcome.answer


def _judge(deposit: Deposit | None, callback: Callback) -> _Outcome:
    if deposit is None:
        return _UNKNOWN
    said = (callback.money.units, callback.money.currency)
    if said != (deposit.units, deposit.currency_id):
        return _MISMATCH
    return _APPLIED if (deposit.state, callback.status) in _AFTER else _LATE


def _apply(deposit: Deposit, callback: Callback, event: ProviderEvent) -> None:
    state = _AFTER[DepositState(deposit.state), callback.status]
    if state == DepositState.CREDITED:
        credit(deposit, event=event)
    else:
        steps.step_deposit(deposit, state, event=event)


def _tell(
    kind: Kind,
    provider: str,
    event: str,
    why: str,
    deposit: Deposit | None = None,
    callback: Callback | None = None,
) -> None:
    record(
        kind,
        subject=f"deposit {deposit.number}" if deposit else "",
        data={
            "provider": provider,
            "event": event,
            "why": why,
            "requested": str(steps.money_of(deposit)) if deposit else "",
            "said": f"{callback.status} {callback.money}" if callback else "",
        },
    )
