"""Sign-ins that open by a second factor only, where the profile says so: waiting does not help.

Strangers lock their own network out, not the account's owner on a known device. Addresses without an account lock alike.
"""

import hashlib
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models.sign_in import SignInLock
from accounts.sign_in.services.network_failures import LOCK_SECONDS, lock_counter
from profiles.selectors.in_force import profile_in_force

_CONSECUTIVE: Final = timedelta(seconds=LOCK_SECONDS)


def is_locked(email: str, place: str, country: str) -> bool:
    """Return whether the password is refused for this address from this place. No query unless the profile locks."""
    return _locks(country) and _rows(email, place).filter(is_locked=True).exists()


@transaction.atomic
def count_failure(email: str, place: str, country: str) -> None:
    """Count one more failure if the profile locks; enough of them within half an hour lock."""
    if not _locks(country):
        return
    mark, where = _digest(email), _digest(place)
    lock_counter(f"sign-in lock {mark}")
    now = timezone.now()
    row = _rows(email, place).first() or SignInLock(email=mark, place=where, failures=0)
    goes_on = row.failures > 0 and row.failed_at > now - _CONSECUTIVE
    row.failures, row.failed_at = (row.failures if goes_on else 0) + 1, now
    row.is_locked = row.is_locked or row.failures >= settings.LOGIN_NETWORK_FAILURES
    row.save()


def forget_failures(email: str, place: str, country: str) -> None:
    """Forget the failures from one place, after a sign-in from it that was not locked."""
    if _locks(country):
        _rows(email, place).filter(is_locked=False).delete()


def unlock(email: str) -> None:
    """Open the sign-in of an address from every place."""
    SignInLock.objects.filter(email=_digest(email)).delete()


def _locks(country: str) -> bool:
    return profile_in_force(country).sign_in_unlock == "second_factor"


def _rows(email: str, place: str) -> QuerySet[SignInLock]:
    return SignInLock.objects.filter(email=_digest(email), place=_digest(place))


def _digest(text: str) -> str:
    return hashlib.sha256(text.strip().lower().encode()).hexdigest()
