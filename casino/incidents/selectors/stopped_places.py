"""Places with a stopped shoe."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef

from accounts.models.users import User
from casino.models import Round, Shoe
from journal.models import Event, EventKind

_KINDS = (EventKind.SEED_MISMATCH.value, EventKind.SEED_UNREADABLE.value)


@dataclass(frozen=True, slots=True)
class StoppedPlace:
    """A place that deals nothing until it is reopened; `since` is the time of the alarm."""

    shoe: UUID
    table_name: str
    player: User | None  # none at a live table
    rounds: int
    since: datetime | None
    round: UUID | None


def stopped_places(shoe_id: UUID | None = None) -> list[StoppedPlace]:
    """Stopped places, or only that of this shoe; each by its first stopped shoe, oldest first. Two queries."""
    earlier = Shoe.objects.filter(
        place=OuterRef("place"), number__lt=OuterRef("number"), status=Shoe.Status.STOPPED
    )
    running = Round.objects.filter(place=OuterRef("place"), status=Round.Status.IN_PROGRESS)
    shoes = Shoe.objects.filter(~Exists(earlier), status=Shoe.Status.STOPPED)
    if shoe_id is not None:
        shoes = shoes.filter(public_id=shoe_id)
    found = list(
        shoes.select_related("place__player", "place__table")
        .annotate(round=running.values("public_id")[:1])
        .order_by("pk")
    )
    subjects = [str(shoe.public_id) for shoe in found]
    told = Event.objects.filter(kind__in=_KINDS, subject__in=subjects).order_by("-pk")
    since = dict(told.values_list("subject", "at"))
    return [
        StoppedPlace(
            shoe=shoe.public_id,
            table_name=shoe.place.table.display_name,
            player=shoe.place.player,
            rounds=shoe.rounds_dealt,
            since=since.get(str(shoe.public_id)),
            round=shoe.round,
        )
        for shoe in found
    ]
