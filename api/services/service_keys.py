"""Making, rotating and revoking service keys, by an administrator."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import Least
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.selectors import load_rights
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from api.models import ServiceKey
from api.refusals import KeyEnded, NetworksMissing, OwnerIsMaker, ScopeBeyondOwner
from api.values.scopes import RIGHTS, WITH_NETWORKS, Scope
from api.values.service_keys import create_secret, hash_secret, shorten_secret
from journal.models import EventKind
from journal.services.recording import record

NOTED_EVERY = timedelta(minutes=1)
"""Resolution of a key's last use."""


@dataclass(frozen=True, slots=True)
class KeyRequest:
    """A key to be made: networks are CIDR texts; without any, every network is allowed."""

    name: str
    owner: User
    scopes: frozenset[Scope]
    networks: tuple[str, ...]
    valid_for: timedelta


@dataclass(frozen=True, slots=True)
class IssuedKey:
    """A new key with its text, which is shown once and never stored."""

    key: ServiceKey
    secret: str


@transaction.atomic
def make_key(asked: KeyRequest, *, acting_user: User) -> IssuedKey:
    """Make a key. Raises NotPermitted, NetworksMissing, OwnerIsMaker, ScopeBeyondOwner."""
    require(acting_user, Right.EDIT_STAFF)
    bound = sorted(scope.value for scope in asked.scopes & WITH_NETWORKS)
    if bound and not asked.networks:
        raise NetworksMissing(bound)
    _check_owner(asked.owner, asked.scopes, acting_user)
    made = _save_key(asked, acting_user, None)
    _record(EventKind.SERVICE_KEY_MADE, made.key, acting_user, scopes=made.key.scopes)
    return made


@transaction.atomic
def rotate_key(
    key_id: int, *, valid_for: timedelta, overlap: timedelta, acting_user: User
) -> IssuedKey:
    """Make the successor of a key; the old one ends after `overlap`. Locks the key.

    At most two are valid at once: a key that the old one was still replacing ends now. Raises as `make_key`, and
    KeyEnded if the key has ended or has a successor.
    """
    require(acting_user, Right.EDIT_STAFF)
    old, now = _lock_active_key(key_id), timezone.now()
    if ServiceKey.objects.filter(replaces=old).exists():
        raise KeyEnded(detail=f"{old} has a successor")
    scopes = frozenset(Scope(one) for one in old.scopes)
    _check_owner(old.owner, scopes, acting_user)
    _end_by(ServiceKey.objects.filter(replacement=old), now)
    _end_by(ServiceKey.objects.filter(pk=old.pk), now + overlap)
    asked = KeyRequest(old.name, old.owner, scopes, tuple(old.networks), valid_for)
    made = _save_key(asked, acting_user, old)
    _record(EventKind.SERVICE_KEY_ROTATED, made.key, acting_user, replaced=str(old))
    return made


@transaction.atomic
def revoke_key(key_id: int, *, reason: str, acting_user: User) -> ServiceKey:
    """End a key with the next request. Raises NotPermitted, ReasonMissing, KeyEnded."""
    require(acting_user, Right.EDIT_STAFF)
    reason = require_reason(reason)
    key = _lock_active_key(key_id)
    key.revoked_at, key.revoked_by = timezone.now(), acting_user
    key.save(update_fields=["revoked_at", "revoked_by"])
    _record(EventKind.SERVICE_KEY_REVOKED, key, acting_user, reason=reason)
    return key


def record_use(key: ServiceKey, address: str) -> None:
    """Note that the key was used now, at most once a minute."""
    now = timezone.now()
    if key.last_used_at is not None and now - key.last_used_at < NOTED_EVERY:
        return
    due = Q(last_used_at=None) | Q(last_used_at__lte=now - NOTED_EVERY)
    keys = ServiceKey.objects.filter(due, pk=key.pk)
    keys.update(last_used_at=now, last_used_from=address)


def _check_owner(owner: User, scopes: Iterable[Scope], acting_user: User) -> None:
    """Refuse an owner who makes the key, or who lacks the right that a scope needs."""
    if owner.pk == acting_user.pk:
        raise OwnerIsMaker
    held = load_rights(owner)
    beyond = sorted(scope.value for scope in scopes if held.isdisjoint(RIGHTS[scope]))
    if beyond:
        raise ScopeBeyondOwner(beyond)


def _save_key(asked: KeyRequest, acting_user: User, old: ServiceKey | None) -> IssuedKey:
    secret = create_secret(settings.SERVICE_KEY_PREFIX)
    key = ServiceKey(
        name=asked.name,
        hint=shorten_secret(secret),
        key_hash=hash_secret(secret),
        scopes=[scope.value for scope in Scope if scope in asked.scopes],
        networks=list(asked.networks),
        owner=asked.owner,
        made_by=acting_user,
        expires_at=timezone.now() + asked.valid_for,
        replaces=old,
        series=old.series if old else uuid4(),
    )
    key.save(force_insert=True)
    return IssuedKey(key, secret)


def _lock_active_key(key_id: int) -> ServiceKey:
    keys = ServiceKey.objects.select_for_update(of=("self",)).select_related("owner")
    key = keys.get(pk=key_id)
    if key.state_at(timezone.now()) != ServiceKey.State.ACTIVE:
        raise KeyEnded(detail=str(key))
    return key


def _end_by(keys: QuerySet[ServiceKey], at: datetime) -> None:
    keys.filter(revoked_at=None).update(expires_at=Least(F("expires_at"), Value(at)))


def _record(kind: EventKind, key: ServiceKey, acting_user: User, **data: object) -> None:
    told = {"name": str(key), "owner": key.owner_id, **data}
    record(kind, actor=acting_user.pk, subject=f"service key {key.pk}", data=told)
