"""Mark messages as read."""

from collections.abc import Iterable

from django.utils import timezone

from accounts.models.letters import Letter
from accounts.models.users import User
from casino.models import Notice


def mark_letter_read(player: User, pk: int) -> None:
    """Mark a player's letter as read; idempotent, the first time of reading is kept."""
    Letter.objects.filter(player=player, pk=pk, seen_at__isnull=True).update(seen_at=timezone.now())


def mark_notices_read(player: User, notices: Iterable[Notice]) -> None:
    """Mark these notices of rounds as read; the lobby then no longer shows them."""
    keys = [one.pk for one in notices]
    unread = Notice.objects.filter(player=player, pk__in=keys, seen_at__isnull=True)
    unread.update(seen_at=timezone.now())


def mark_all_read(player: User) -> None:
    now = timezone.now()
    for rows in (Letter.objects, Notice.objects):
        rows.filter(player=player, seen_at__isnull=True).update(seen_at=now)
