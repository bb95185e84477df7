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
    ended = _ENDED.get(key.state_at(timezone.now()))
    if ended is not None:
        raise _recorded(key, ended(), address)
    if key.networks and not is_in_networks(address, key.networks):
        raise _recorded(key, NetworkNotAllowed(), address)
    record_use(key, address)
    return key


def require_scope(key: ServiceKey, scope: Scope, address: str) -> None:
    """Require the scope of the key, and that its owner has a right for it now. Raises ScopeMissing, OwnerNotPermitted."""
    if scope.value not in key.scopes:
        raise _recorded(key, ScopeMissing(scope.value), address, scope)
    if load_rights(key.owner).isdisjoint(RIGHTS[scope]):
        raise _recorded(key, OwnerNotPermitted(detail=scope.value), address, scope)


def _recorded(
    key: ServiceKey, refusal: Refusal, address: str, scope: Scope | None = None
) -> Refusal:
    """Record the refusal, and return it."""
    record_once(
        EventKind.SERVICE_KEY_REFUSED,
        actor=key.owner_id,
        subject=f"service key {key.pk}",
        data={
            "name": str(key),
            "code": refusal.code,
            **({"scope": scope.value} if scope else {}),
            "ip": address,
        },
        once=f"{timezone.now():%Y-%m-%d %H} {refusal.code} {scope or ''}".strip(),
    )
    return refusal
