"""`manage.py check --deploy --database default`: what the installation's servers say, before anything starts."""

import platform
import time
from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.core.checks import Error, Tags, register
from django.db import DatabaseError, connections
from kombu import Connection
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

_SECONDS: Final = 2
_PAUSE: Final = 2
_SAFE: Final = {
    "fsync": ("on",),
    "full_page_writes": ("on",),
    "synchronous_commit": ("on", "remote_apply"),
}
"""Settings of the database without which a payment could be acknowledged and lost."""

_OWNS: Final = """
    SELECT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
        OR EXISTS (SELECT 1 FROM pg_class WHERE relname = 'wallet_transfer'
                   AND pg_has_role(relowner, 'MEMBER'))
"""
_SAME_HOST: Final = """
    SELECT count(*) FROM journal_heartbeat
    WHERE host = %s AND boot <> %s AND at > clock_timestamp() - %s * interval '1 second'
"""


@register(Tags.database, "installation", deploy=True)
def check_servers(*, databases: Sequence[str] | None = None, **_: Any) -> list[Error]:
    """Ask the broker, the cache and the database of the application. Raises DatabaseError (`manage.py check` says it)."""
    if "default" not in (databases or ()):
        return []
    return [
        *find_silent_broker(),
        *find_silent_cache(),
        *find_unsafe_settings(),
        *find_powerful_role(),
        *find_same_host_name(),
    ]


def wait_for_servers(seconds: int) -> None:
    """Wait until broker, cache and database answer and no heartbeat of this host is of another boot, at most so long."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends and not _are_ready():
        time.sleep(_PAUSE)


def _are_ready() -> bool:
    try:
        waits = (find_silent_broker(), find_silent_cache(), find_same_host_name())
        return not any(error for found in waits for error in found)
    except DatabaseError:
        return False


def find_silent_broker() -> Iterator[Error]:
    address = settings.CELERY_BROKER_URL
    if not address.startswith(("redis://", "rediss://")):
        return
    try:
        with Connection(address, connect_timeout=_SECONDS) as broker:
            broker.ensure_connection(max_retries=1, timeout=_SECONDS)
    except (OSError, KombuError) as error:
        yield Error(
            f"The broker of CELERY_BROKER_URL does not answer: {error}",
            hint="Start Redis: systemctl enable --now redis-server",
            id="ligalo.E012",
        )


def find_silent_cache() -> Iterator[Error]:
    if not settings.CACHE_URL:
        return
    try:
        cache.get("reachable")
    except (OSError, RedisError) as error:
        yield Error(
            f"The cache of CACHE_URL does not answer: {error}",
            hint="Start Redis: systemctl enable --now redis-server",
            id="ligalo.E013",
        )


def find_unsafe_settings() -> Iterator[Error]:
    for name, safe in _SAFE.items():
        value = _ask(f"SHOW {name}")
        if value not in safe:
            yield Error(
                f"PostgreSQL's {name} is {value}: money that was acknowledged could be lost.",
                hint=f"Set {name} = on in postgresql.conf, and reload the server.",
                id="ligalo.E015",
            )


def find_powerful_role() -> Iterator[Error]:
    if _ask(_OWNS):
        yield Error(
            "The role of DATABASE_APP_URL owns the tables or is a superuser: nothing would protect the ledger.",
            hint="Name a role of its own in DATABASE_APP_URL, as ligalo_app.",
            id="ligalo.E016",
        )


def find_same_host_name() -> Iterator[Error]:
    """Heartbeats are kept by host name: two machines of one name would hide each other's failures."""
    from journal.services.clocks import boot_id  # noqa: PLC0415  # needs the app registry, which loads after this module

    host = platform.node()
    if _ask(_SAME_HOST, host, boot_id(), settings.SILENT_SECONDS):
        yield Error(
            f"Another machine has the name {host} and runs workers now.",
            hint="Give each machine a name of its own: hostnamectl hostname play-2",
            id="ligalo.E017",
        )


def _ask(query: str, *values: str | int) -> Any:
    with connections["default"].cursor() as cursor:
        cursor.execute(query, values or None)
        row = cursor.fetchone()
    return row[0] if row else None
