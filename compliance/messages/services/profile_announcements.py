"""Letters about a new version of the profile to the players for whom it changes limits, ages, taxes or waits.

They are written once the version is approved. Players are processed in batches, each in its own transaction that stores a
checkpoint (`told_to`).
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models.letters import Letter
from accounts.models.users import User
from accounts.restrictions.selectors.eligibility import PLAYING
from compliance.messages.selectors.profile_changes import find_told_changes
from compliance.models import ProfileAnnouncement
from journal.models import EventKind
from journal.services.recording import record
from profiles.models import ProfileVersion

SLICE: Final = 1000
"""Players per batch."""
ANNOUNCED_WITHIN: Final = timedelta(days=1)
"""Versions that were approved longer ago are not announced by an upgrade."""


@transaction.atomic
def begin_profile_announcements(now: datetime) -> int:
    """Create the missing announcements of approved versions that change what players see. Return how many; idempotent."""
    known = ProfileAnnouncement.objects.filter(version=OuterRef("pk"))
    versions = ProfileVersion.objects.filter(
        ~Exists(known),
        proposed_by__isnull=False,
        decision__approved=True,
        decision__decided_at__gt=now - ANNOUNCED_WITHIN,
    ).select_related("decision")
    told = [version for version in versions.order_by("pk") if find_told_changes(version)]
    ProfileAnnouncement.objects.bulk_create(
        [ProfileAnnouncement(version=version) for version in told], ignore_conflicts=True
    )
    return len(told)


def continue_profile_announcements() -> int:
    """Process one batch of each unfinished announcement. Return the number of players processed."""
    due = ProfileAnnouncement.objects.filter(done_at__isnull=True).order_by("pk")
    return sum(_tell_slice(pk) for pk in list(due.values_list("pk", flat=True)))


@transaction.atomic
def _tell_slice(pk: int) -> int:
    rows = ProfileAnnouncement.objects.select_for_update(of=("self",), skip_locked=True)
    found = rows.select_related("version").filter(pk=pk, done_at__isnull=True).first()
    if found is None:
        return 0
    players = _players(found)
    Letter.objects.bulk_create(
        [Letter(player_id=one, kind=Letter.Kind.PROFILE, about=str(pk)) for one in players],
        ignore_conflicts=True,
    )
    found.told_to = players[-1] if players else found.told_to
    if len(players) < SLICE:
        _finish(found)
    found.save(update_fields=["told_to", "done_at"])
    return len(players)


def _players(found: ProfileAnnouncement) -> list[int]:
    """Return the next players who may play and live where the version holds; excluded players get no letter."""
    rows = User.objects.filter(
        pk__gt=found.told_to, is_staff=False, is_guest=False, state__in=PLAYING
    )
    if found.version.country:
        rows = rows.filter(country=found.version.country)
    return list(rows.order_by("pk").values_list("pk", flat=True)[:SLICE])


def _finish(found: ProfileAnnouncement) -> None:
    told = Letter.objects.filter(kind=Letter.Kind.PROFILE, about=str(found.pk)).count()
    found.done_at = timezone.now()
    record(
        EventKind.PROFILE_TOLD,
        subject=f"profile {found.pk}",
        data={"players_told": told},
    )
