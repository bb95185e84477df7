"""Service keys of tests, and requests with them."""

from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

from django.test import Client

from accounts.models.users import User
from accounts.roles.values import Role
from api.models import ServiceKey
from api.services.service_keys import IssuedKey, KeyRequest, make_key
from api.values.scopes import WITH_NETWORKS, Scope
from tests.accounts.staff import staff
from tests.api.calls import V1

MONTH: Final = timedelta(days=30)


def request_for(owner: User, *scopes: Scope, networks: tuple[str, ...] = ()) -> KeyRequest:
    return KeyRequest("data warehouse", owner, frozenset(scopes), networks, MONTH)


def issue(owner: User, *scopes: Scope, networks: tuple[str, ...] = ()) -> IssuedKey:
    """Return a key made by an administrator for this person; from this machine, if a scope needs networks."""
    networks = networks or (("127.0.0.0/8",) if WITH_NETWORKS & set(scopes) else ())
    asked = request_for(owner, *scopes, networks=networks)
    return make_key(asked, acting_user=staff(Role.ADMINISTRATOR))


def call(key: IssuedKey | str, path: str, query: dict[str, Any] | None = None, **more: Any) -> Any:
    """Return the answer of GET with this key."""
    secret = key if isinstance(key, str) else key.secret
    return Client().get(
        f"{V1}/operator{path}",
        query or {},
        headers={"authorization": f"Bearer {secret}", "accept-language": "en"},
        **more,
    )


def send(key: IssuedKey, path: str, body: Any, idempotency_key: str = "", **more: Any) -> Any:
    """Return the answer of POST with this key; without an idempotency key it gets a new one."""
    return Client().post(
        f"{V1}/operator{path}",
        body,
        content_type="application/json",
        headers={
            "authorization": f"Bearer {key.secret}",
            "accept-language": "en",
            "idempotency-key": idempotency_key or str(uuid4()),
        },
        **more,
    )


def stored(key: IssuedKey) -> ServiceKey:
    """Return the key's row as it is now."""
    return ServiceKey.objects.get(pk=key.key.pk)
