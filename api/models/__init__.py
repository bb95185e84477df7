"""Webhook endpoints, their secrets and deliveries, and listed networks."""

from api.models.webhooks import (
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookNetwork,
    WebhookNetworkDecision,
    WebhookSecret,
)

__all__ = [
    "WebhookAttempt",
    "WebhookDelivery",
    "WebhookEndpoint",
    "WebhookNetwork",
    "WebhookNetworkDecision",
    "WebhookSecret",
]
