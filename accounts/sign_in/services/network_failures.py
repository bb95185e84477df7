"""Failed sign-ins that follow upon each other from one network: after some of them it is refused for a while, whoever asks.

A sign-in that succeeds, or a password set by a link, begins the count anew: the typos of many on a shared network lock nobody out.
"""

import time
from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from typing import Final

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpRequest

SECONDS: Final = 30 * 60
_OF_ONE_LINE: Final = (
    64  # bits by which a provider gives one customer addresses of the sixth version
)


def locked(request: HttpRequest) -> bool:
    """Whether this network has failed so often in a row that nobody signs in from it now."""
    return len(_times(_place(request))) >= settings.LOGIN_NETWORK_FAILURES


def failed(request: HttpRequest) -> None:
    """One more failure from this network: of several in the same moment each counts."""
    place = _place(request)
    with transaction.atomic():
        await_others(place)
        cache.set(place, [*_times(place), time.time()], SECONDS)


def succeeded(request: HttpRequest) -> None:
    """Somebody has proved who they are: what came before counts no more."""
    cache.delete(_place(request))


def forget(addresses: Iterable[str]) -> None:
    """Begin the count of these networks anew: staff have freed the sign-in of somebody who failed there."""
    cache.delete_many([place_of(address) for address in addresses])


def await_others(place: str) -> None:
    """Have what is counted at one place follow upon each other, until the transaction ends: the count is read first and written then."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [place])


def _times(place: str) -> list[float]:
    since = time.time() - SECONDS
    return [at for at in cache.get(place, []) if at > since]


def _place(request: HttpRequest) -> str:
    return place_of(get_adapter().get_client_ip(request))


def place_of(text: str) -> str:
    """What the failures of an address are counted under: its own, or that of its line."""
    address = ip_address(text)
    if address.version == 4:  # noqa: PLR2004  # the version that it is
        return f"login-network:{address}"
    return f"login-network:{ip_network((address, _OF_ONE_LINE), strict=False).network_address}"
