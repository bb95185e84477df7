"""Visits: begin at sign-in, continue with activity, and end; one transaction per function.

A session of play may span visits: signing in again within the profile's `player_idle_seconds`, also on another device,
continues it with its clock, net result and reality check.
"""

from datetime import datetime, timedelta

from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.db.models import QuerySet, Value
from django.db.models.functions import Greatest
from django.utils import timezone

from accounts.models.inactivity import InactiveSpell
from accounts.models.users import User
from accounts.models.visits import Visit
from accounts.visits.selectors import (
    find_network_country,
    latest_visit,
    open_visits,
    was_seen_recently,
)
from journal.models import EventKind
from journal.services.recording import record
from profiles.selectors.in_force import profile_in_force

End = Visit.End


def idle_time(country: str) -> timedelta:
    """Return the idle time after which a player who lives in this country must authenticate again."""
    return timedelta(seconds=profile_in_force(country).player_idle_seconds)


@transaction.atomic
def start_visit(
    player: User, session_key: str, address: str | None, agent: str, device: str = ""
) -> tuple[Visit, Visit | None]:
    """Begin a visit at sign-in. Return it and the previous visit. A recent session of play continues.

    `device` is the digest of the browser's mark, "" without one.
    """
    now = timezone.now()
    before = latest_visit(player)
    _end_gone(player)
    _end_inactivity(player, now)
    if player.session_began is None or not was_seen_recently(
        player, now, idle_time(player.country)
    ):
        _new_session(player, now)
    Visit.objects.filter(session_key=session_key).update(**_ended(End.GONE, now))
    profile = profile_in_force(player.country, now)
    visit = Visit.objects.create(
        profile_id=profile.version,
        country_profile_id=profile.country_version,
        player=player,
        session_key=session_key,
        begun_at=now,
        seen_at=now,
        address=address,
        agent=agent,
        device=device,
        country=find_network_country(address),
    )
    return visit, before


@transaction.atomic
def continue_visit(visit_id: int, player: User) -> Visit | None:
    """Record activity in a visit and return it; None if it is over or not this player's.

    After more than `idle_time` the visit ends, and a new one is begun and returned. Locks the visit.
    """
    now = timezone.now()
    visit = Visit.objects.select_for_update().filter(pk=visit_id, player=player).first()
    if visit is None or visit.ended_at is not None or visit.session_key is None:
        return None
    if now - visit.seen_at <= idle_time(player.country):
        Visit.objects.filter(pk=visit.pk).update(seen_at=max(now, visit.seen_at))
        return visit
    key = visit.session_key
    Visit.objects.filter(pk=visit.pk).update(**_ended(End.IDLE, visit.seen_at))
    return start_visit(player, key, visit.address, visit.agent, visit.device)[0]


@transaction.atomic
def end_by_sign_out(visit_id: int) -> None:
    """End this visit by sign-out."""
    visits = Visit.objects.filter(pk=visit_id, ended_at__isnull=True)
    visits.update(**_ended(End.SIGNED_OUT, timezone.now()))


def end_visit(player: User, visit_id: int) -> bool:
    """End a visit from another device. Return whether it was open.

    Raises Visit.DoesNotExist if it is not this player's.
    """
    Visit.objects.get(pk=visit_id, player=player)
    return bool(_end(player, open_visits(player).filter(pk=visit_id)))


def end_other_visits(player: User, present: int | None) -> int:
    """End all open visits but the present one. Return how many."""
    return _end(player, open_visits(player).exclude(pk=present or 0))


def end_visits_by_house(player: User) -> None:
    """End all visits and sessions of a player, in the caller's transaction."""
    for visit in Visit.objects.select_for_update().filter(player=player, ended_at__isnull=True):
        SessionStore(visit.session_key).delete()
        Visit.objects.filter(pk=visit.pk).update(**_ended(End.HOUSE, timezone.now()))


@transaction.atomic
def _end(player: User, visits: QuerySet[Visit]) -> int:
    found = list(visits.select_for_update(of=("self",)))
    for visit in found:
        SessionStore(visit.session_key).delete()
        Visit.objects.filter(pk=visit.pk).update(**_ended(End.ELSEWHERE, timezone.now()))
    if found:
        data = {"ended": len(found)}
        record(EventKind.VISITS_ENDED, actor=player.pk, subject=f"user {player.pk}", data=data)
    return len(found)


def _end_gone(player: User) -> None:
    """End visits without a session at the time they were last seen."""
    running = Visit.objects.filter(player=player, ended_at__isnull=True)
    for visit in running.exclude(pk__in=open_visits(player).values("pk")):
        Visit.objects.filter(pk=visit.pk).update(**_ended(End.GONE, visit.seen_at))


def _end_inactivity(player: User, now: datetime) -> None:
    """End the player's announced or present inactivity."""
    open_spells = InactiveSpell.objects.filter(player=player, ended_at__isnull=True)
    spell = open_spells.select_for_update().first()
    if spell is None:
        return
    open_spells.update(ended_at=now)
    if spell.inactive_at is not None:
        data = {"inactive_at": spell.inactive_at.isoformat()}
        subject = f"user {player.pk}"
        record(EventKind.INACTIVE_PLAYER_RETURNED, actor=player.pk, subject=subject, data=data)


def _ended(how: Visit.End, at: datetime) -> dict[str, object]:
    """Return the columns of an ended visit; the end is never before last seen, whatever the servers' clocks."""
    return {"ended": how, "ended_at": Greatest("seen_at", Value(at)), "session_key": None}


def _new_session(player: User, now: datetime) -> None:
    player.session_began = now
    User.objects.filter(pk=player.pk).update(session_began=now)
