"""Inactive accounts, and those whose funds may be treated as unclaimed."""

from datetime import datetime

from django.db.models import QuerySet

from accounts.models.inactivity import InactiveSpell
from pages.moments import months_later
from profiles.selectors.in_force import profile_in_force


def find_inactive_spells() -> QuerySet[InactiveSpell]:
    """Return the spells of accounts that are inactive now."""
    return InactiveSpell.objects.filter(inactive_at__isnull=False, ended_at__isnull=True)


def find_unclaimed_spells(now: datetime) -> QuerySet[InactiveSpell]:
    """Return those whose player was last seen so long ago that the profile lets funds be treated as unclaimed; none without such a time."""
    months = profile_in_force().unclaimed_after_months
    if not months:
        return InactiveSpell.objects.none()
    return find_inactive_spells().filter(active_at__lte=months_later(now, -months))
