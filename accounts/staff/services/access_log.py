"""Access log of staff, with an event for a sign-in from a new address."""

from datetime import timedelta
from typing import Final

from django.utils import timezone

from accounts.models.staff import StaffAccess
from accounts.models.users import User
from journal.models import Event, EventKind
from journal.services.recording import record

_KNOWN_FOR: Final = timedelta(days=90)


def record_access(user: User, address: str | None) -> None:
    """Record that a staff user is active now, with the IP address."""
    here = {"seen_at": timezone.now(), "seen_from": address}
    StaffAccess.objects.update_or_create(user=user, defaults=here)


def record_sign_in(user: User, address: str) -> None:
    """Record an event if a staff user signs in from an IP address not used in the last ninety days."""
    subject = f"user {user.pk}"
    earlier = Event.objects.filter(
        subject=subject, kind=EventKind.LOGGED_IN.value, data__ip=address
    )
    if not earlier.filter(at__gt=timezone.now() - _KNOWN_FOR).exists():
        data = {"ip": address}
        record(EventKind.STAFF_SIGNED_IN_ELSEWHERE, actor=user.pk, subject=subject, data=data)
