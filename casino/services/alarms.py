"""Reports of alarms to staff, after the rollback of the transaction that raised them."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from casino.models import Shoe
from casino.refusals import Alarm, PlaceStopped, SeedMismatch
from journal.models import EventKind
from journal.services.recording import record_once

P = ParamSpec("P")
T = TypeVar("T")


def reports_alarms(service: Callable[P, T]) -> Callable[P, T]:
    """Decorator: when the service raises an `Alarm`, report it to staff and raise `PlaceStopped`."""

    @wraps(service)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return service(*args, **kwargs)
        except Alarm as alarm:
            report_alarm(alarm)
            raise PlaceStopped from alarm

    return run


def report_alarm(alarm: Alarm) -> None:
    """Report an alarm, once per subject. A seed mismatch stops the shoe."""
    if isinstance(alarm, SeedMismatch):
        stop_shoe(alarm.subject)
    record_once(EventKind(alarm.code), subject=alarm.subject)


def stop_shoe(shoe: str) -> None:
    """Stop the shoe with this public id, if it is announced or dealing."""
    open_ = Shoe.objects.filter(public_id=shoe, status__in=["announced", "dealing"])
    open_.update(status="stopped")
