"""Checks of a request with a service key; each refusal of a known key is an event, once an hour and code."""

from django.utils import timezone

from accounts.roles.selectors import load_rights
from accounts.values.networks import is_in_networks
from api.models import ServiceKey
from api.refusals import (
    InvalidKey,
    KeyExpired,
    KeyRevoked,
    NetworkNotAllowed,
    OwnerNotPermitted,
    ScopeMissing,
)
from api.selectors.service_keys import find_key
from api.services.service_keys import record_use
from api.values.scopes import RIGHTS, Scope
from journal.models import EventKind
from journal.refusals import Refusal
from journal.services.recording import record_once

_ENDED = {ServiceKey.State.EXPIRED: KeyExpired, ServiceKey.State.REVOKED: KeyRevoked}


def authenticate_key(secret: str, address: str) -> ServiceKey:
    """Return the key with this text, and note its use from this IP address. Never cached: a revoked key ends at once.

    Raises InvalidKey and its subclasses.
    """
    key = find_key(secret)
    if key is None:
        raise InvalidKey
    refusal = _find_refusal(key, address)
    if refusal is not None:
        record_refusal(key, refusal, address)
        raise refusal
    record_use(key, address)
    return key


def _find_refusal(key: ServiceKey, address: str) -> InvalidKey | None:
    ended = _ENDED.get(key.state_at(timezone.now()))
    if ended is not None:
        return ended()
    elsewhere = key.networks and not is_in_networks(address, key.networks)
    return NetworkNotAllowed() if elsewhere else None


def require_scope(key: ServiceKey, scope: Scope) -> None:
    """Require the scope of the key, and that its owner has a right for it now. Raises ScopeMissing, OwnerNotPermitted."""
    if scope.value not in key.scopes:
        raise ScopeMissing(scope.value)
    if load_rights(key.owner).isdisjoint(RIGHTS[scope]):
        raise OwnerNotPermitted(detail=scope.value)


def record_refusal(key: ServiceKey, refusal: Refusal, address: str) -> None:
    """Record that a request with this key was refused; the refusal's `detail` is the scope, if it is about one."""
    record_once(
        EventKind.SERVICE_KEY_REFUSED,
        actor=key.owner_id,
        subject=f"service key {key.pk}",
        data={
            "name": str(key),
            "code": refusal.code,
            **({"scope": refusal.detail} if refusal.detail else {}),
            "ip": address,
        },
        once=f"{timezone.now():%Y-%m-%d %H} {refusal.code} {refusal.detail}".strip(),
    )
