"""The player of a browser that has not signed in."""

from django.utils import timezone

from accounts.guests.values import KEPT_FOR
from accounts.models.users import State, User


def find_guest(pk: int) -> User | None:
    """The guest, or the account that has not confirmed its address, for a day after it was opened. One query."""
    since = timezone.now() - KEPT_FOR
    waiting = User.objects.filter(is_staff=False, state=State.PENDING, created_at__gt=since)
    return waiting.filter(pk=pk).first()
