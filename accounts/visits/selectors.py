"""Queries about visits."""

from datetime import datetime, timedelta
from typing import Final

from django.contrib.sessions.models import Session
from django.db.models import Exists, F, Func, OuterRef, QuerySet
from django.utils import timezone

from accounts.models.networks import NetworkCountry
from accounts.models.users import User
from accounts.models.visits import Visit

SHOWN: Final = 20


def open_visits(player: User) -> QuerySet[Visit]:
    """Visits that can be continued, latest activity first: their session exists and no password was set since."""
    alive = Session.objects.filter(
        session_key=OuterRef("session_key"), expire_date__gt=timezone.now()
    )
    visits = Visit.objects.filter(Exists(alive), player=player, ended_at__isnull=True)
    if player.password_set_at is not None:
        visits = visits.filter(begun_at__gte=player.password_set_at)
    return visits.order_by("-seen_at", "-id")


def has_open_visit(player: OuterRef) -> Exists:
    """Subquery: the player has a visit whose session exists, in a browser or by an app."""
    alive = Session.objects.filter(
        session_key=OuterRef("session_key"), expire_date__gt=timezone.now()
    )
    return Exists(Visit.objects.filter(Exists(alive), player=player, ended_at__isnull=True))


def past_visits(player: User) -> QuerySet[Visit]:
    """The latest `SHOWN` visits that are over, newest first."""
    still = open_visits(player).values("pk")
    return Visit.objects.filter(player=player).exclude(pk__in=still).order_by("-begun_at")[:SHOWN]


def latest_visit(player: User) -> Visit | None:
    """Return the visit that began last; None without one. One query."""
    return Visit.objects.filter(player=player).order_by("-begun_at").first()


def was_seen_recently(player: User, now: datetime, within: timedelta) -> bool:
    """Return whether the player was seen within that time on any device. One query."""
    return Visit.objects.filter(player=player, seen_at__gt=now - within).exists()


def find_network_country(address: str | None) -> str:
    """Return the country of the smallest network in the table that has this address; "" if none does. One query."""
    if address is None:
        return ""
    around = NetworkCountry.objects.filter(network__has_address=address)
    smallest = around.order_by(Func(F("network"), function="masklen").desc())
    return smallest.values_list("country", flat=True).first() or ""
