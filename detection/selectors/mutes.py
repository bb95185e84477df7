"""Mutes of signals: those that count now, and the past ones of a player."""

from collections.abc import Collection
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone

from detection.models import Mute
from signals.definition import Family, Signal

_NEVER_MUTED: Final = frozenset({Family.MONEY, Family.INTEGRITY, Family.PROTECTION})


def is_mutable(signal: Signal[Any]) -> bool:
    """Return whether a signal may be muted: never one about money laundering, integrity or harm."""
    return signal.mutable and signal.family not in _NEVER_MUTED


def filter_active_mutes(rows: QuerySet[Mute]) -> QuerySet[Mute]:
    """Return those of these mutes that are not over."""
    return rows.filter(until__gt=timezone.now(), ended_at=None)


def list_mutes(player: int, signals: Collection[str]) -> tuple[list[Mute], list[Mute]]:
    """Return a player's mutes of these signals that count now, and those that are over, the newest first. One query."""
    rows = Mute.objects.filter(player=player, signal__in=signals)
    now = timezone.now()
    active: list[Mute] = []
    over: list[Mute] = []
    for one in rows.select_related("acting_user").order_by("-pk"):
        (active if one.ended_at is None and one.until > now else over).append(one)
    return active, over


def find_active_mutes(players: Collection[int]) -> dict[tuple[int, str], Mute]:
    """Return the mutes of these players that count now, by player and signal. One query."""
    rows = filter_active_mutes(Mute.objects.filter(player__in=players))
    return {
        (one.player_id, one.signal): one
        for one in rows.select_related("acting_user").order_by("pk")
    }
