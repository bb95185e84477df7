"""Webhook endpoints, deliveries, secrets and listed networks."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery

from accounts.roles.values import Right
from accounts.values.encryption import unseal
from api.models import (
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookNetwork,
    WebhookSecret,
)
from api.values.webhook_keys import SigningAlgorithm, WebhookKey
from api.values.webhook_networks import Network, parse_network
from approvals.selectors import Queue, undecided_proposals

WAITING = Q(deliveries__state=WebhookDelivery.State.WAITING)


def secret_owner(endpoint_id: int) -> str:
    """Return the owner that the encryption of an endpoint's secrets names."""
    return f"webhook {endpoint_id}"


def list_endpoints() -> QuerySet[WebhookEndpoint]:
    """Return all endpoints with their owner and the number of waiting deliveries, by name."""
    found = WebhookEndpoint.objects.select_related("owner")
    return found.annotate(waiting=Count("deliveries", filter=WAITING)).order_by("name")


def find_endpoint(pk: int) -> WebhookEndpoint | None:
    return list_endpoints().filter(pk=pk).first()


def signing_secrets(now: datetime) -> QuerySet[WebhookSecret]:
    """Return the secrets that sign now, newest first."""
    valid = Q(expires_at__isnull=True) | Q(expires_at__gt=now)
    return WebhookSecret.objects.filter(valid).order_by("-id")


def read_key(secret: WebhookSecret) -> WebhookKey:
    """Return the decrypted key. Raises UnsealFailed."""
    written = unseal(secret_owner(secret.endpoint_id), bytes(secret.sealed)).decode()
    return WebhookKey(SigningAlgorithm(secret.algorithm), written, secret.public)


def listed_networks() -> list[Network]:
    """Return the networks that two people have listed."""
    rows = WebhookNetwork.objects.filter(decision__approved=True, ended_at__isnull=True)
    found = (parse_network(text) for text in rows.values_list("network", flat=True))
    return [network for network in found if network is not None]


def list_networks() -> QuerySet[WebhookNetwork]:
    """Return all proposed networks with the people, newest first."""
    people = ("proposed_by", "decision__decided_by", "ended_by")
    return WebhookNetwork.objects.select_related(*people).order_by("-id")


def filter_deliveries(endpoint_id: int, asked: Mapping[str, Any]) -> QuerySet[WebhookDelivery]:
    """Return the deliveries of an endpoint for a form's cleaned data, with event and last attempt."""
    last = WebhookAttempt.objects.filter(delivery=OuterRef("pk")).order_by("-id")
    found = WebhookDelivery.objects.filter(endpoint_id=endpoint_id).select_related("event")
    if asked.get("state"):
        found = found.filter(state=asked["state"])
    if asked.get("since"):
        found = found.filter(event__at__gte=asked["since"])
    if asked.get("until"):
        found = found.filter(event__at__lt=asked["until"])
    return found.annotate(
        last_status=Subquery(last.values("status")[:1]),
        last_failure=Subquery(last.values("failure")[:1]),
    )


def find_delivery(pk: int) -> WebhookDelivery | None:
    """Return a delivery with endpoint, event and attempts, the newest first."""
    attempts = Prefetch("tries", WebhookAttempt.objects.order_by("-id"))
    found = WebhookDelivery.objects.select_related("endpoint", "event")
    return found.prefetch_related(attempts).filter(pk=pk).first()


def network_queues() -> tuple[Queue, ...]:
    """Return the queue of networks that wait for a second person."""
    waiting = undecided_proposals(WebhookNetwork)
    return (Queue("webhook_networks", Right.VIEW_WEBHOOKS, waiting, "webhooks:networks"),)
