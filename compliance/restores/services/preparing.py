"""`after_restore`: what has to happen before a restored installation may be released."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction
from django.db.models import Max

from casino.live.services.restoring import EndedPlay, end_play_at, find_places_to_end
from casino.models import Shoe
from compliance.restores.selectors.payments import find_payments_to_compare
from journal.models import Event, EventKind
from journal.services.recording import record
from restores.models import Preparation, Restore, ServerHeartbeat
from restores.refusals import NothingToPrepare
from restores.selectors import find_unreleased

MARGIN: Final = timedelta(hours=1)
"""Payments are compared from this long before the newest record."""


@dataclass(frozen=True, slots=True)
class LogHead:
    """Number and hash of the newest line of the public log that is known outside."""

    number: int
    hash: str


def prepare_release(head: LogHead | None = None) -> Preparation:
    """End all play, retire every open shoe, skip numbers, and list payments to compare. Safe to repeat.

    Returns the first preparation if there is one. Raises NothingToPrepare.
    """
    restore = find_unreleased()
    if restore is None:
        raise NothingToPrepare
    if (present := Preparation.objects.filter(pk=restore.pk).first()) is not None:
        return present
    _skip_numbers()
    ended = sum((end_play_at(place) for place in find_places_to_end()), EndedPlay())
    return _record(restore, ended, head)


def newest_record_time() -> datetime | None:
    """Return the time up to which the database is known to be complete; None for an empty one."""
    # after a restore people sign in, which is an event, but no heartbeat is written
    beaten: datetime | None = ServerHeartbeat.objects.aggregate(at=Max("at"))["at"]
    events = Event.objects.exclude(kind=EventKind.RESTORE_FOUND)
    recorded: datetime | None = events.aggregate(at=Max("at"))["at"]
    return beaten or recorded


def _skip_numbers() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT restores_skip_numbers()")


@transaction.atomic
def _record(restore: Restore, ended: EndedPlay, head: LogHead | None) -> Preparation:
    """Count what this run and an interrupted one before it have done."""
    cancelled = Event.objects.filter(kind=EventKind.ROUND_CANCELLED, data__reason="restore")
    retired = Shoe.objects.filter(close_reason=Shoe.CloseReason.RESTORE)
    since = (newest_record_time() or restore.found_at) - MARGIN
    made = Preparation.objects.create(
        restore=restore,
        rounds=cancelled.filter(at__gte=restore.found_at).count(),
        wagers=ended.wagers,
        shoes=retired.filter(closed_at__gte=restore.found_at).count(),
        payments=find_payments_to_compare(since),
        log_number=head.number if head else None,
        log_hash=head.hash if head else "",
    )
    data = {"rounds": made.rounds, "bets": made.wagers}
    record(EventKind.RESTORE_PREPARED, subject=f"restore {restore.pk}", data=data)
    return made
