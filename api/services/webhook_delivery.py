"""Sending due deliveries: claim a batch, send it without a transaction, record the answers.

A claim only moves `next_at` ahead. If the worker dies, the delivery is due again at the end of the claim and is sent
twice: at least once, never less.
"""

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.values.encryption import UnsealFailed
from api.models import WebhookAttempt, WebhookDelivery, WebhookEndpoint
from api.selectors.event_documents import format_event_document
from api.selectors.webhooks import listed_networks, read_key, signing_secrets
from api.services.webhook_endpoints import lock_endpoint
from api.services.webhook_http import WebhookRequest, send_webhook
from api.services.webhook_owners import tell_owner
from api.values.webhook_answers import WebhookAnswer
from api.values.webhook_keys import WebhookKey, sign_message
from api.values.webhook_retries import GIVE_UP_AFTER, LAST_ATTEMPT_AFTER, retry_delay
from journal.models import Event, EventKind
from journal.services.program_errors import record_program_error
from journal.services.recording import declare_acting_user, record
from journal.values.event_numbers import event_number
from restores.services.gate import require_open

BATCH: Final = 30
OF_ONE_ENDPOINT: Final = 5
"""Deliveries of an endpoint that are sent at once: a slow receiver does not hold up the others."""
_RANDOM: Final = secrets.SystemRandom()
_STATE: Final = WebhookDelivery.State


@dataclass(frozen=True, slots=True)
class ClaimedDelivery:
    """A delivery that this worker sends, and its signed request."""

    pk: int
    endpoint_id: int
    request: WebhookRequest


def send_due_webhooks() -> int:
    """Send a batch of due deliveries; return how many were sent. Safe to run twice at once. Raises ClosedAfterRestore."""
    require_open()
    claimed = claim_due(timezone.now())
    if not claimed:
        return 0
    with ThreadPoolExecutor(max_workers=len(claimed)) as pool:
        answers = list(pool.map(send_webhook, [one.request for one in claimed]))
    for one, answer in zip(claimed, answers, strict=True):
        record_answer(one, answer, timezone.now())
    return len(claimed)


@transaction.atomic
def claim_due(now: datetime) -> list[ClaimedDelivery]:
    """Claim due deliveries of endpoints that are on, some of each, and sign them."""
    due = WebhookDelivery.objects.filter(state=_STATE.WAITING, next_at__lte=now)
    waiting = due.filter(endpoint__off="").order_by().values_list("endpoint_id", flat=True)
    endpoints = list(waiting.distinct())
    _RANDOM.shuffle(endpoints)
    found: list[WebhookDelivery] = []
    for endpoint_id in endpoints[: BATCH // OF_ONE_ENDPOINT]:
        rows = due.filter(endpoint_id=endpoint_id).order_by("next_at", "id")
        locked = rows.select_for_update(of=("self",), skip_locked=True)
        found += locked.select_related("endpoint", "event")[:OF_ONE_ENDPOINT]
    until = now + timedelta(seconds=3 * settings.WEBHOOK_SECONDS)
    WebhookDelivery.objects.filter(pk__in=[one.pk for one in found]).update(next_at=until)
    return _sign(found, now)


def _sign(found: Sequence[WebhookDelivery], now: datetime) -> list[ClaimedDelivery]:
    keys, networks = _load_keys({one.endpoint_id for one in found}, now), listed_networks()
    claimed = []
    for one in found:
        if one.endpoint_id not in keys:
            continue
        body = build_body(one.event)
        headers = build_headers(one.event, keys[one.endpoint_id], int(now.timestamp()), body)
        request = WebhookRequest(
            one.endpoint.url, headers, body, networks, settings.WEBHOOK_SECONDS
        )
        claimed.append(ClaimedDelivery(one.pk, one.endpoint_id, request))
    return claimed


def _load_keys(endpoints: Collection[int], now: datetime) -> Mapping[int, Sequence[WebhookKey]]:
    """Return the keys that sign now. An endpoint with an unreadable one is left out, with an alarm: its deliveries wait."""
    keys: dict[int, list[WebhookKey]] = {one: [] for one in endpoints}
    for secret in signing_secrets(now).filter(endpoint__in=endpoints):
        try:
            readable = keys.get(secret.endpoint_id)
            if readable is not None:
                readable.append(read_key(secret))
        except UnsealFailed as error:
            del keys[secret.endpoint_id]
            record_program_error(error, f"webhook {secret.endpoint_id}")
    return keys


def build_body(event: Event) -> bytes:
    """Return the body of an event's message: the same document as in the feed."""
    return format_event_document(event).encode()


def build_headers(
    event: Event, keys: Iterable[WebhookKey], timestamp: int, body: bytes
) -> dict[str, str]:
    """Return the headers of a message, signed with each key. The message's id is that of the event, also when sent again."""
    message_id = event_number(event.pk)
    signatures = [sign_message(key, message_id, timestamp, body) for key in keys]
    return {
        "Content-Type": "application/json",
        "User-Agent": "Ligalo-Webhooks/1",
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(signatures),
    }


@transaction.atomic
def record_answer(claimed: ClaimedDelivery, answer: WebhookAnswer, now: datetime) -> None:
    """Store an attempt, and end the delivery or plan the next attempt. Locks the endpoint, then the delivery."""
    endpoint = lock_endpoint(claimed.endpoint_id)
    delivery = WebhookDelivery.objects.select_for_update().filter(pk=claimed.pk).first()
    if delivery is None:
        return
    WebhookAttempt.objects.create(
        delivery=delivery,
        at=now,
        failure=answer.failure,
        status=answer.status,
        answer=answer.text,
        milliseconds=answer.milliseconds,
    )
    delivery.attempts += 1
    if answer.is_success:
        _end(delivery, _STATE.DELIVERED, now)
        _note_success(endpoint)
    else:
        _plan_retry(delivery, answer, now)
        _note_failure(endpoint, answer, now)
    delivery.save()


def _end(delivery: WebhookDelivery, state: WebhookDelivery.State, now: datetime) -> None:
    delivery.state, delivery.ended_at = state, now


def _plan_retry(delivery: WebhookDelivery, answer: WebhookAnswer, now: datetime) -> None:
    """Plan the next attempt, or give the delivery up. One that another run has delivered meanwhile stays delivered."""
    if delivery.state != _STATE.WAITING:
        return
    if now - delivery.queued_at >= GIVE_UP_AFTER:
        _end(delivery, _STATE.GIVEN_UP, now)
        return
    pause = retry_delay(delivery.attempts, _RANDOM.random(), answer.retry_after)
    delivery.next_at = min(now + pause, delivery.queued_at + LAST_ATTEMPT_AFTER)


def _note_success(endpoint: WebhookEndpoint) -> None:
    if endpoint.failing_since is not None:
        endpoint.failing_since = None
        endpoint.save(update_fields=["failing_since"])


def _note_failure(endpoint: WebhookEndpoint, answer: WebhookAnswer, now: datetime) -> None:
    """Switch the endpoint off after 410, or three days after the first failure without a success between."""
    if not endpoint.is_on:
        return
    endpoint.failing_since = endpoint.failing_since or now
    if answer.is_gone:
        _switch_off(endpoint, WebhookEndpoint.Off.GONE)
    elif now - endpoint.failing_since >= GIVE_UP_AFTER:
        _switch_off(endpoint, WebhookEndpoint.Off.FAILING)
    endpoint.save(update_fields=["failing_since", "off"])


def _switch_off(endpoint: WebhookEndpoint, why: WebhookEndpoint.Off) -> None:
    declare_acting_user(None)
    endpoint.off = why
    record(
        EventKind.WEBHOOK_FAILED,
        subject=f"webhook {endpoint.pk}",
        data={"name": endpoint.name, "state": why.value},
    )
    tell_owner(endpoint)
