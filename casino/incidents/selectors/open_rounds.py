"""Rounds in progress, by filter."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from casino.models import Round, Shoe
from casino.values.round_numbers import RoundName
from journal.models import Event, EventKind

AGES = {"hour": timedelta(hours=1), "day": timedelta(days=1), "month": timedelta(days=30)}


@dataclass(frozen=True, slots=True)
class OpenRoundsFilter:
    """Filters; an empty value means no filter. `player` is part of an email address."""

    table: str = ""
    player: str = ""
    age: str = ""
    frozen: bool = False
    number: RoundName | None = None


def rounds_in_progress(wanted: OpenRoundsFilter, now: datetime) -> QuerySet[Round]:
    """Rounds in progress that match, oldest first."""
    rounds = Round.objects.filter(status=Round.Status.IN_PROGRESS)
    if wanted.number:
        rounds = rounds.filter(wanted.number.lookup())
    if wanted.table:
        rounds = rounds.filter(place__table__slug=wanted.table)
    if wanted.player:
        rounds = rounds.filter(player__email__icontains=wanted.player)
    if wanted.frozen:
        rounds = rounds.filter(frozen=True)
    if wanted.age in AGES:
        rounds = rounds.filter(started_at__lte=now - AGES[wanted.age])
    return rounds.select_related("player", "place__table", "deal__shoe").order_by(
        "started_at", "pk"
    )


def interrupted_rounds(rounds: QuerySet[Round], now: datetime) -> QuerySet[Round]:
    """Narrow rounds to interrupted ones.

    Left for an hour, open for 30 days, tried by the house without success, on a stopped or lost shoe, or with
    an alarm.
    """
    left = Q(asked_at__lte=now - AGES["hour"]) | Q(started_at__lte=now - AGES["month"])
    in_vain = Q(house_tried_at__isnull=False)
    stopped = Q(deal__shoe__status__in=[Shoe.Status.STOPPED, Shoe.Status.LOST])
    told = Event.objects.filter(kind=EventKind.ROUND_FROZEN.value).values_list("subject", flat=True)
    return rounds.filter(left | in_vain | stopped | Q(public_id__in=list(told)))


def find_existing_events(kinds: Collection[str], subjects: Collection[str]) -> set[tuple[str, str]]:
    """Pairs of these kinds and subjects for which an event exists. One query."""
    events = Event.objects.filter(kind__in=kinds, subject__in=subjects)
    return set(events.values_list("kind", "subject"))
