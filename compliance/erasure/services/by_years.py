"""Erasure of closed accounts after the years of the profile, without a request."""

from datetime import datetime
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from accounts.models.users import State, StateChange, User
from casino.services.isolation import run_isolated
from compliance.erasure.selectors.obstacles import find_closing_time, find_obstacles
from compliance.erasure.services.erasing import erase_person, tell_player
from pages.moments import months_later
from profiles.selectors.in_force import profile_in_force

BATCH: Final = 100
YEARS: Final = "years"


def erase_due_people(now: datetime) -> int:
    """Erase a batch of people, each in its own transaction. Return how many; safe to run concurrently."""
    found = [pk for country in _list_countries() for pk in _find_closed(country, now)[:BATCH]]
    return sum(
        run_isolated(f"player {pk} could not be erased", partial(_erase, pk, now)) for pk in found
    )


def _list_countries() -> list[str]:
    closed = User.objects.filter(state=State.CLOSED, is_staff=False, erased_at__isnull=True)
    return list(closed.order_by("country").values_list("country", flat=True).distinct())


def _find_closed(country: str, now: datetime) -> QuerySet[StateChange, int]:
    """Return accounts that were closed the profile's years ago, longest closed first; none if there are no years."""
    years = profile_in_force(country).erasure_after_years
    closings = StateChange.objects.filter(
        to_state=State.CLOSED, user__country=country, user__erased_at__isnull=True
    )
    if not years:
        closings = closings.none()
    due = closings.filter(at__lte=months_later(now, -12 * years))
    return due.order_by("at").values_list("user", flat=True)


@transaction.atomic
def _erase(pk: int, now: datetime) -> bool:
    player = User.objects.select_for_update(skip_locked=True).filter(pk=pk).first()
    years = profile_in_force(player.country).erasure_after_years if player else 0
    if player is None or not years or find_obstacles(player, now):
        return False
    if months_later(find_closing_time(player), 12 * years) > now:
        return False
    tell_player(player)
    erase_person(player, YEARS)
    return True
