"""Deletion of old visits, except each player's newest, and of expired sessions."""

from datetime import datetime
from typing import Final

from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Exists, F, OuterRef

from accounts.models.visits import Visit
from profiles.selectors.in_force import profile_in_force

BATCH: Final = 1000


def end_expired_visits(now: datetime) -> int:
    """End a batch of visits whose session has expired. Return how many."""
    alive = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=now)
    gone = Visit.objects.filter(~Exists(alive), ended_at__isnull=True)
    some = list(gone.order_by("pk").values_list("pk", flat=True)[:BATCH])
    return gone.filter(pk__in=some).update(
        ended=Visit.End.GONE, ended_at=F("seen_at"), session_key=None
    )


def delete_old_visits() -> int:
    """Delete a batch of visits that ended more than the profile's `visits_kept_days` ago. Return how many."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT public.accounts_delete_old_visits(%s, %s)",
            [profile_in_force().visits_kept_days, BATCH],
        )
        row = cursor.fetchone()
    return int(row[0]) if row else 0


def delete_expired_sessions(now: datetime) -> int:
    """Delete a batch of expired sessions, which contain user and form data. Return how many."""
    over = Session.objects.filter(expire_date__lte=now)
    some = list(over.order_by("expire_date").values_list("pk", flat=True)[:BATCH])
    return over.filter(pk__in=some).delete()[0]
