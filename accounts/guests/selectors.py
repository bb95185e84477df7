"""The player of a browser that has not signed in."""

from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from accounts.guests.values import KEPT_FOR
from accounts.models.users import State, User


def find_guest(pk: int) -> User | None:
    """Return the guest or account with an unconfirmed address, up to a day after it was opened; else None. One query."""
    return recent_pending_players(timezone.now() - KEPT_FOR).filter(pk=pk).first()


def recent_pending_players(since: datetime) -> QuerySet[User]:
    """Guests, and accounts with an unconfirmed address, opened after `since`."""
    return User.objects.filter(is_staff=False, state=State.PENDING, created_at__gt=since)
