"""Telling staff what a refused transaction cannot tell: its own writes are undone with it."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from casino.errors import Alarm, Frozen, SeedMismatch
from casino.models import Shoe
from journal.models import Event, Kind
from journal.services import record

P = ParamSpec("P")
T = TypeVar("T")


def guarded(service: Callable[P, T]) -> Callable[P, T]:
    """Run `service` (one transaction); when it raises an alarm, write the event, stop the shoe, and refuse politely."""

    @wraps(service)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return service(*args, **kwargs)
        except Alarm as alarm:
            tell_staff(alarm)
            raise Frozen from alarm

    return run


def tell_staff(alarm: Alarm) -> None:
    """One event per subject, however often the player asks again; a shoe that breaks its promise deals no more."""
    if isinstance(alarm, SeedMismatch):
        Shoe.objects.filter(public_id=alarm.subject, status__in=["announced", "dealing"]).update(
            status="stopped"
        )
    if not Event.objects.filter(kind=alarm.code, subject=alarm.subject).exists():
        record(Kind(alarm.code), subject=alarm.subject)
