"""Reports of alarms to staff, after the rollback of the transaction that raised them."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import transaction

from casino.models import Shoe
from casino.refusals import Alarm, PlaceStopped, SeedMismatch
from casino.services.clocks import prepare_version_update
from casino.services.locks import lock_clock
from internals.compiled_queries import write_rows
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


@transaction.atomic
def stop_shoe(shoe: str) -> None:
    """Stop the shoe with this public id, if it is announced or dealing. Everybody at a live table sees it at once."""
    open_ = Shoe.objects.filter(public_id=shoe, status__in=["announced", "dealing"])
    live = open_.filter(place__player=None).values_list("place", flat=True).first()
    clock = None if live is None else lock_clock(live)
    if open_.update(status="stopped") and clock is not None:
        write_rows(prepare_version_update(clock))
