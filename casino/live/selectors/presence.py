"""Presence of players at live tables: what changes there by time alone, without anybody's act."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from casino.live.values.seating import AWAY_AFTER, SEAT_LOST_AFTER
from casino.models import (
    Clock,
    Outage,
    Participant,
    Place,
    ProcessMark,
    Seat,
    Wager,
    WaitingPlayer,
)
from casino.values.clocks import UNMARKED


def find_tables_to_update(now: datetime) -> list[int]:
    """Places of the live tables with presence to update. One query.

    A player is away or back and not shown so, a hold has expired, or a player has not been seen for so long that
    the seat, or the place on the waiting list, is lost.
    """
    seats = Seat.objects.filter(_presence_has_changed(now) | _becomes_free(now))
    waiting = WaitingPlayer.objects.filter(Q(held_until__lte=now) | waits_unseen(now))
    places = [rows.values_list("place", flat=True) for rows in (seats, waiting)]
    return sorted(set(places[0].union(places[1])))


def seats_to_update(place: Place, now: datetime) -> QuerySet[Seat]:
    """Seats whose players are away or back since the last version."""
    return place.seats.filter(_presence_has_changed(now))


def gone_seats(place: Place, now: datetime) -> QuerySet[Seat]:
    """Seats that become free because their players have not been seen; none while a deal runs."""
    return place.seats.filter(_becomes_free(now))


def waits_unseen(now: datetime) -> Q:
    """Condition on waiting players: not seen at the table for as long as costs a seat."""
    here = Participant.objects.filter(place=OuterRef("place"), player=OuterRef("player"))
    return ~Q(Exists(here.filter(seen_at__gte=now - SEAT_LOST_AFTER))) & _house_was_up(now)


def was_house_up(now: datetime) -> bool:
    """Return whether players could be seen all the time that costs a seat. One query.

    Else it is the house's fault that they were not.
    """
    return Clock.objects.filter(_house_was_up(now)).exists()


def _house_was_up(now: datetime) -> Q:
    down = ProcessMark.objects.filter(at__lt=now - UNMARKED)
    lately = Outage.objects.filter(ended__gt=now - SEAT_LOST_AFTER)
    return ~Q(Exists(down)) & ~Q(Exists(lately))


def _presence_has_changed(now: datetime) -> Q:
    away = Q(participant__seen_at=None) | Q(participant__seen_at__lt=now - AWAY_AFTER)
    return Q(is_away=False) & away | Q(is_away=True) & ~away


def _becomes_free(now: datetime) -> Q:
    unseen = Q(participant__seen_at=None) | Q(participant__seen_at__lt=now - SEAT_LOST_AFTER)
    bet = Wager.objects.filter(participant=OuterRef("participant"), end=Wager.End.OPEN)
    return unseen & Q(place__clock__deal=None) & ~Q(Exists(bet)) & _house_was_up(now)
