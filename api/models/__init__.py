"""Stored answers, service keys; webhook endpoints, their secrets and deliveries, and listed networks."""

from api.models.apps import AppConnection, RealMoneyDecision, RealMoneyProposal, RegisteredApp
from api.models.service_keys import ServiceKey
from api.models.stored_answers import StoredAnswer
from api.models.webhooks import (
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookNetwork,
    WebhookNetworkDecision,
    WebhookSecret,
)

__all__ = [
    "AppConnection",
    "RealMoneyDecision",
    "RealMoneyProposal",
    "RegisteredApp",
    "ServiceKey",
    "StoredAnswer",
    "WebhookAttempt",
    "WebhookDelivery",
    "WebhookEndpoint",
    "WebhookNetwork",
    "WebhookNetworkDecision",
    "WebhookSecret",
]
