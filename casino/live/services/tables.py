"""Place of a live table, created once with its clock and its first shoes."""

from django.db import transaction
from django.utils import timezone

from casino.fairness.services.shoes import announce_ahead
from casino.live.selectors.table_state import place_by_slug
from casino.models import Clock, Place
from journal.refusals import NotFound
from tables.models import Table
from tables.selectors.tables import table_by_slug


def find_live_place(slug: str) -> Place:
    """Return the place of a live table, created if needed. Raises `NotFound`, also for a private table."""
    place = place_by_slug(slug)
    if place is not None:
        return place
    try:
        table = table_by_slug(slug)
    except Table.DoesNotExist as error:
        raise NotFound from error
    if not table.is_live:
        raise NotFound
    return open_live_place(table)


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
