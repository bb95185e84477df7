"""Overdue mails and mails given up."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from accounts.models.mail import Mail


@dataclass(frozen=True, slots=True)
class LateMails:
    """Mails waiting longer than `LATE_AFTER`: their number, and the time of the oldest."""

    count: int
    since: datetime | None


LATE_AFTER: Final = timedelta(minutes=5)


def late_mails() -> LateMails:
    late = Mail.objects.filter(
        given_up_at__isnull=True, at__lt=timezone.now() - LATE_AFTER
    ).order_by("at")
    times = list(late.values_list("at", flat=True))
    return LateMails(len(times), times[0] if times else None)


def count_given_up() -> int:
    """Return the number of mails given up in the last seven days."""
    return Mail.objects.filter(given_up_at__gt=timezone.now() - timedelta(days=7)).count()
