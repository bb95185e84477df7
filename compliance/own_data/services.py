"""Copies of a player's own data: rate-limited, each with an event."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from compliance.own_data.refusals import TooManyCopies
from compliance.own_data.selectors.document import stream_own_data
from journal.models import Event, EventKind
from journal.services.recording import record
from restores.services.gate import require_open

MOST_A_DAY: Final = 3


@transaction.atomic
def take_copy(player: User) -> Iterator[str]:
    """Return a player's data as pieces of JSON, with an event; no file is stored. Locks the player row.

    Raises ClosedAfterRestore, TooManyCopies (at most `MOST_A_DAY` in 24 hours).
    """
    require_open()
    User.objects.select_for_update(no_key=True).get(pk=player.pk)  # serialises copies of one player
    now, subject = timezone.now(), f"user {player.pk}"
    taken = Event.objects.filter(subject=subject, kind=EventKind.OWN_DATA_TAKEN)
    if taken.filter(at__gt=now - timedelta(days=1)).count() >= MOST_A_DAY:
        raise TooManyCopies
    record(EventKind.OWN_DATA_TAKEN, actor=player.pk, subject=subject)
    return stream_own_data(player, now)
