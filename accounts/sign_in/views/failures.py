"""Failed sign-ins that count against a user, by password or second factor, and their reset."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone

from accounts.models.users import User
from accounts.sign_in.services import account_failures, locks, network_failures
from internals.allauth_flows import Rate, clear, get_cache_key, get_rates
from journal.models import Event, EventKind

_APP: Final = "allauth.account"
_ACTION: Final = "login_failed"
_FAILED: Final = (EventKind.LOGIN_FAILED, EventKind.LOGIN_LOCKED)


@dataclass(frozen=True, slots=True)
class Failures:
    """Number of failures that count now, and number at which sign-in is refused for a while."""

    counted: int
    most: int

    @property
    def refused(self) -> bool:
        """True if a sign-in with the right password is refused now."""
        return self.counted >= self.most


def count_failures(request: HttpRequest, person: User) -> Failures:
    """Return the failures that count against this user at the site of `request`; the worse of password and factor."""
    found = [
        Failures(_counted(request, key, rate), rate.amount)
        for key in _keys(request, person, _addresses(person))
        for rate in get_rates(app=_APP, action=_ACTION)
        if rate.per == "key"
    ]
    return max(found, key=lambda one: one.counted, default=Failures(0, 1))


def reset_failures(request: HttpRequest, person: User) -> None:
    """Reset the failed-sign-in counters of this account and of the networks from which it recently failed."""
    addresses = _addresses(person)
    for key in _keys(request, person, addresses):
        clear(request, app=_APP, action=_ACTION, key=key)
    network_failures.reset_counts(addresses)
    account_failures.reset_count(person.email)
    locks.unlock(person.email)


def _addresses(person: User) -> set[str]:
    since = timezone.now() - timedelta(seconds=network_failures.LOCK_SECONDS)
    failed = Event.objects.filter(subject=f"user {person.pk}", kind__in=_FAILED, at__gt=since)
    return {str(ip) for data in failed.values_list("data", flat=True) if (ip := data.get("ip"))}


def _keys(request: HttpRequest, person: User, addresses: Iterable[str]) -> list[str]:
    """Cache keys of allauth's counters: the address from each network, and the account at its second factor."""
    adapter = get_adapter(request)
    places = {network_failures.network_cache_key(address) for address in addresses}
    from_each = [adapter.attempts_key(request, person.email, place) for place in sorted(places)]
    return [*from_each, f"mfa-auth-user-{person.pk}"]


def _counted(request: HttpRequest, key: str, rate: Rate) -> int:
    place = get_cache_key(request, app=_APP, action=_ACTION, rate=rate, key=key)
    since = time.time() - rate.duration
    return sum(at > since for at in cache.get(place, []))
