"""Reports of providers that a system of the operator received, instead of our own callback."""

import json
from hashlib import sha256

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from journal.refusals import SentBefore
from wallet.cash.models import ProviderEvent
from wallet.cash.services import callbacks
from wallet.providers.services import registry
from wallet.providers.values import Callback


def record_report(provider: str, report: Callback, *, acting_user: User) -> ProviderEvent:
    """Record a provider's report that a system of the operator has received and checked; return it with its outcome.

    It takes effect as a callback does. Idempotent by the provider's number of the event. Raises NotPermitted,
    ProviderUnavailable, and SentBefore for the same number with different content.
    """
    require(acting_user, Right.DO_CASH)
    registry.require_reporting_provider(provider)
    body = _format_report(report)
    callbacks.record_once(provider, report, body)
    event = ProviderEvent.objects.get(provider=provider, event=report.event)
    if bytes(event.body_hash) != sha256(body).digest():
        raise SentBefore(detail=report.event)
    return event


def _format_report(report: Callback) -> bytes:
    fields = {
        "event": report.event,
        report.flow.value: str(report.reference),
        "status": report.status.value,
        "amount": report.money.text,
        "currency": report.money.currency,
        "at": report.signed_at,
    }
    return json.dumps(fields).encode()
