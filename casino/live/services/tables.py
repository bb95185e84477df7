"""Place of a live table, created once with its clock and its first shoes."""

from django.db import transaction
from django.utils import timezone

from casino.fairness.services.shoes import announce_ahead
from casino.models import Clock, Place
from tables.models import Table


@transaction.atomic
def open_live_place(table: Table) -> Place:
    """Get or create the place of a live table, with the present and next shoe announced. Idempotent."""
    place, _is_new = Place.objects.get_or_create(player=None, table=table)
    place.table = table
    _clock, is_new = Clock.objects.get_or_create(
        place=place, defaults={"phase": Clock.Phase.WAITING, "since": timezone.now()}
    )
    if is_new:
        announce_ahead(place)
    return place
