"""Telling staff what a refused transaction cannot tell: its own writes are undone with it."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from casino.models import Shoe
from casino.refusals import Alarm, Frozen, SeedMismatch
from journal.models import Kind
from journal.services.recording import record_once

P = ParamSpec("P")
T = TypeVar("T")


def reports_alarms(service: Callable[P, T]) -> Callable[P, T]:
    """Run `service` (one transaction); when it raises an alarm, tell staff, and refuse politely."""

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
        stop_shoe(alarm.subject)
    record_once(Kind(alarm.code), subject=alarm.subject)


def stop_shoe(shoe: str) -> None:
    """The shoe with this public id deals no more."""
    open_ = Shoe.objects.filter(public_id=shoe, status__in=["announced", "dealing"])
    open_.update(status="stopped")
