"""Webhook endpoints: adding, changing, switching, and rotating their secrets. One transaction each."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.encryption import seal
from accounts.values.reasons import require_reason
from api.models import WebhookEndpoint, WebhookSecret
from api.refusals import WebhookAddressRefused, WebhookNameTaken, WebhookTypesRefused
from api.selectors.event_feed import read_horizon
from api.selectors.webhooks import secret_owner
from api.values.event_types import visible_types
from api.values.scopes import Scope
from api.values.webhook_addresses import WebhookAddress
from api.values.webhook_keys import SigningAlgorithm, WebhookKey, generate_key
from journal.models import EventKind
from journal.services.recording import record

OVERLAP: Final = timedelta(hours=24)
"""Time in which a replaced secret still signs."""
ENDPOINT_SCOPES: Final = frozenset({Scope.CASES_READ.value})
"""Scopes of every endpoint besides `events:read`: events of cases of money laundering and player protection go to none."""


@dataclass(frozen=True, slots=True)
class EndpointRequest:
    """What a person enters for an endpoint."""

    name: str
    url: str
    types: Collection[str]


@transaction.atomic
def add_endpoint(
    wanted: EndpointRequest, algorithm: SigningAlgorithm, *, acting_user: User
) -> tuple[WebhookEndpoint, WebhookKey]:
    """Add an endpoint for events from now on; return it with its key, which is never shown again.

    Raises NotPermitted, WebhookAddressRefused, WebhookNameTaken, WebhookTypesRefused.
    """
    require(acting_user, Right.EDIT_WEBHOOKS)
    endpoint = WebhookEndpoint.objects.create(
        name=_require_name(wanted.name),
        url=_require_address(wanted.url),
        types=_require_types(wanted.types),
        owner=acting_user,
        position_xact=str(read_horizon()),
    )
    key = _store_key(endpoint, algorithm)
    _record(EventKind.WEBHOOK_ADDED, endpoint, acting_user)
    return endpoint, key


@transaction.atomic
def change_endpoint(pk: int, wanted: EndpointRequest, *, acting_user: User) -> WebhookEndpoint:
    """Change name, address and types; waiting deliveries go to the new address. Raises as `add_endpoint`."""
    require(acting_user, Right.EDIT_WEBHOOKS)
    endpoint = lock_endpoint(pk)
    endpoint.name = _require_name(wanted.name, pk)
    endpoint.url = _require_address(wanted.url)
    endpoint.types = _require_types(wanted.types)
    endpoint.save(update_fields=["name", "url", "types"])
    _record(EventKind.WEBHOOK_CHANGED, endpoint, acting_user)
    return endpoint


@transaction.atomic
def switch_endpoint(pk: int, *, on: bool, reason: str, acting_user: User) -> WebhookEndpoint:
    """Switch an endpoint on or off. Events of the time in which it was off are not queued. Raises NotPermitted, ReasonMissing."""
    require(acting_user, Right.EDIT_WEBHOOKS)
    reason, endpoint = require_reason(reason), lock_endpoint(pk)
    if endpoint.is_on == on:
        return endpoint
    endpoint.off = WebhookEndpoint.Off.ON if on else WebhookEndpoint.Off.STAFF
    endpoint.failing_since = None
    if on:
        endpoint.position_xact, endpoint.position_id = str(read_horizon()), 0
    endpoint.save(update_fields=["off", "failing_since", "position_xact", "position_id"])
    kind = EventKind.WEBHOOK_SWITCHED_ON if on else EventKind.WEBHOOK_SWITCHED_OFF
    _record(kind, endpoint, acting_user, reason=reason)
    return endpoint


@transaction.atomic
def rotate_secret(
    pk: int, algorithm: SigningAlgorithm, *, acting_user: User
) -> tuple[WebhookEndpoint, WebhookKey]:
    """Return an endpoint with a new key. The previous one signs too for `OVERLAP`; older ones no more. Raises NotPermitted."""
    require(acting_user, Right.EDIT_WEBHOOKS)
    endpoint, now = lock_endpoint(pk), timezone.now()
    known = WebhookSecret.objects.filter(endpoint=endpoint)
    known.filter(expires_at__gt=now).update(expires_at=now)
    known.filter(expires_at__isnull=True).update(expires_at=now + OVERLAP)
    key = _store_key(endpoint, algorithm)
    _record(EventKind.WEBHOOK_SECRET_ROTATED, endpoint, acting_user)
    return endpoint, key


def lock_endpoint(pk: int) -> WebhookEndpoint:
    """Return the locked endpoint. Raises DoesNotExist."""
    return WebhookEndpoint.objects.select_for_update().get(pk=pk)


def _store_key(endpoint: WebhookEndpoint, algorithm: SigningAlgorithm) -> WebhookKey:
    key = generate_key(algorithm)
    WebhookSecret.objects.create(
        endpoint=endpoint,
        algorithm=algorithm,
        sealed=seal(secret_owner(endpoint.pk), key.secret.encode()),
        public=key.public,
    )
    return key


def _require_name(name: str, pk: int = 0) -> str:
    if WebhookEndpoint.objects.filter(name=name).exclude(pk=pk).exists():
        raise WebhookNameTaken
    return name


def _require_address(url: str) -> str:
    address = WebhookAddress.parse(url.strip())
    if address is None or not (address.is_https or settings.WEBHOOKS_OVER_HTTP):
        raise WebhookAddressRefused(detail=url)
    return url.strip()


def _require_types(types: Collection[str]) -> list[str]:
    known = [kind.value for kind in visible_types(ENDPOINT_SCOPES) if kind.value in types]
    if not known or len(known) != len(set(types)):
        raise WebhookTypesRefused
    return known


def _record(kind: EventKind, endpoint: WebhookEndpoint, acting_user: User, **data: object) -> None:
    about = {"name": endpoint.name, **data}
    record(kind, actor=acting_user.pk, subject=f"webhook {endpoint.pk}", data=about)
