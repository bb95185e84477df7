"""Failed sign-ins that the limits still count against a person, and forgetting them: passwords and second factors."""

import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from allauth.account.adapter import get_adapter
from allauth.core.internal.ratelimit import Rate, clear, get_cache_key, get_rates
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone

from accounts import network
from accounts.models import User
from journal.models import Event, Kind

_APP: Final = "allauth.account"
_ACTION: Final = "login_failed"
_FAILED: Final = (Kind.LOGIN_FAILED, Kind.LOGIN_LOCKED)


@dataclass(frozen=True, slots=True)
class Failures:
    """How many count now, and of how many sign-in is refused for a while."""

    counted: int
    most: int

    @property
    def refused(self) -> bool:
        """Whether a sign-in with the right password is refused now."""
        return self.counted >= self.most


def failures(request: HttpRequest, person: User) -> Failures:
    """What counts against this person on the site that `request` was sent to; the worse of password and second factor."""
    found = [
        Failures(_counted(request, key, rate), rate.amount)
        for key in _keys(request, person)
        for rate in get_rates(app=_APP, action=_ACTION)
        if rate.per == "key"
    ]
    return max(found, key=lambda one: one.counted, default=Failures(0, 1))


def forget(request: HttpRequest, person: User) -> None:
    """Count nothing of it any more, at the networks neither where this person has failed lately."""
    for key in _keys(request, person):
        clear(request, app=_APP, action=_ACTION, key=key)
    since = timezone.now() - timedelta(seconds=network.SECONDS)
    failed = Event.objects.filter(subject=f"user {person.pk}", kind__in=_FAILED, at__gt=since)
    network.forget({str(ip) for ip in failed.values_list("data__ip", flat=True) if ip})


def _keys(request: HttpRequest, person: User) -> tuple[str, str]:
    """What allauth counts by: the address at this site, and the account at its second factor."""
    address = get_adapter(request)._get_login_attempts_cache_key(request, email=person.email)  # noqa: SLF001  # no other name
    return address, f"mfa-auth-user-{person.pk}"


def _counted(request: HttpRequest, key: str, rate: Rate) -> int:
    place = get_cache_key(request, app=_APP, action=_ACTION, rate=rate, key=key)
    since = time.time() - rate.duration
    return sum(at > since for at in cache.get(place, []))
