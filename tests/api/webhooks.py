"""Webhook endpoints of tests, and a transport that answers as a test says."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import pytest
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.values import Role
from api.models import WebhookDelivery, WebhookEndpoint
from api.selectors import event_feed, gapless
from api.services import webhook_delivery, webhook_endpoints, webhook_queue
from api.services.webhook_endpoints import EndpointRequest, add_endpoint
from api.services.webhook_http import WebhookRequest
from api.services.webhook_networks import decide_network, propose_network
from api.services.webhook_queue import queue_events
from api.values.webhook_answers import DeliveryFailure, WebhookAnswer, judge_status
from api.values.webhook_keys import SigningAlgorithm, WebhookKey
from journal.models import Event, EventKind
from journal.services.recording import record
from tests.accounts.staff import staff
from tests.api.receivers import Message

URL: Final = "https://hooks.example.test/events"
FAR: Final = 2**60
"""A transaction that this server never reaches."""
TIMEOUT: Final = WebhookAnswer(DeliveryFailure.TIMEOUT)


def administrator() -> User:
    return staff(Role.ADMINISTRATOR)


def endpoint(
    *types: EventKind,
    name: str = "CRM",
    url: str = URL,
    algorithm: SigningAlgorithm = SigningAlgorithm.HMAC,
) -> tuple[WebhookEndpoint, WebhookKey]:
    """Return an administrator's endpoint for these types, or for paid withdrawals, and its key."""
    wanted = EndpointRequest(
        name, url, [kind.value for kind in types or (EventKind.WITHDRAWAL_PAID,)]
    )
    return add_endpoint(wanted, algorithm, acting_user=administrator())


def paid(number: int = 1) -> Event:
    """Return the event of a paid withdrawal."""
    return record(
        EventKind.WITHDRAWAL_PAID,
        subject=f"withdrawal W-{number:06d}",
        data={"player": 7, "amount": "12.50 USD", "reason": "Ana Pérez asked"},
    )


@contextmanager
def everything_final(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the feed show events of the running transaction too, which a rolled-back test cannot commit."""
    with monkeypatch.context() as patch:
        for module in (event_feed, webhook_endpoints, webhook_queue):
            patch.setattr(module, "read_horizon", lambda: FAR)
        patch.setattr(gapless, "OldestRunningTransaction", lambda: str(FAR))
        yield


def list_network(text: str = "127.0.0.0/8") -> None:
    """List a network, by two people."""
    row = propose_network(text, reason="our CRM", acting_user=administrator())
    manager = staff(Role.COMPLIANCE_MANAGER)
    decide_network(row.pk, approved=True, reason="seen", acting_user=manager)


@dataclass
class FakeTransport:
    """Answers with what `answers` says, the last one again and again, and keeps the requests."""

    answers: list[WebhookAnswer] = field(default_factory=lambda: [answered(204)])
    sent: list[WebhookRequest] = field(default_factory=list)
    before: Callable[[], object] = lambda: None

    def send(self, request: WebhookRequest) -> WebhookAnswer:
        self.before()
        self.sent.append(request)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def answered(status: int, text: str = "", retry_after: timedelta | None = None) -> WebhookAnswer:
    return WebhookAnswer(judge_status(status), status, text, 12, retry_after)


def send_all(transport: FakeTransport, monkeypatch: pytest.MonkeyPatch, now: datetime) -> int:
    """Send what is due at this time; return how many were sent."""
    with monkeypatch.context() as patch:
        patch.setattr(webhook_delivery, "send_webhook", transport.send)
        patch.setattr(timezone, "now", lambda: now)
        return webhook_delivery.send_due_webhooks()


def queued(one: WebhookEndpoint, *events: Event) -> list[WebhookDelivery]:
    """Queue these events, or a new one; return their deliveries."""
    queue_events(one, [event.pk for event in events or (paid(),)])
    return list(one.deliveries.order_by("id"))


def message_of(transport: FakeTransport) -> Message:
    """Return what the receiver got last."""
    request = transport.sent[-1]
    return Message("", request.headers, request.body)
