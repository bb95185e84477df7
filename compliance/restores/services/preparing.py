"""`after_restore`: what has to happen before a restored installation may be released."""

from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction
from django.db.models import Max

from casino.live.services.restoring import EndedPlay, end_play_at, find_places_to_end
from casino.models import Shoe
from compliance.erasure.services.restoring import apply_destroyed_keys
from compliance.restores.selectors.payments import find_payments_to_compare
from compliance.restores.values import LogHead
from journal.models import Event, EventKind
from journal.services.recording import record
from restores.models import OutsideComparison, Preparation, Restore, ServerHeartbeat
from restores.refusals import NothingToPrepare
from restores.selectors import find_preparation, find_unreleased, read_server
from restores.services.watching import lock_closing

MARGIN: Final = timedelta(hours=1)
"""Payments are compared from this long before the newest record."""


def prepare_release() -> Preparation:
    """Erase people whose keys were destroyed, end all play, retire every open shoe and skip numbers.

    Safe to repeat and to run concurrently. Returns the first preparation if there is one on this server. Raises NothingToPrepare,
    ListDamaged.
    """
    restore = _require_unreleased()
    apply_destroyed_keys()
    if (present := find_preparation(restore)) is not None:
        return present
    _skip_numbers()
    ended = sum((end_play_at(place) for place in find_places_to_end()), EndedPlay())
    return _record(restore, ended)


def compare_outside(
    head: LogHead | None = None, since: datetime | None = None
) -> OutsideComparison:
    """Ask the providers what happened, and record it with the head of the public log. Repeat it as often as needed.

    Payments are compared since then, but at least from MARGIN before the newest record on. Raises NothingToPrepare.
    """
    restore = _require_unreleased()
    began = begin_comparison() or restore.found_at - MARGIN
    since = min(since, began) if since else began
    found = find_payments_to_compare(since)
    return OutsideComparison.objects.create(
        restore=restore,
        since=since,
        payments=found.lines,
        unanswered=found.unanswered,
        log_number=head.number if head else None,
        log_hash=head.hash if head else "",
    )


def newest_record_time() -> datetime | None:
    """Return the time up to which the database is known to be complete; None for an empty one."""
    # after a restore people sign in, which is an event, but no heartbeat is written
    return next(iter(_newest_times()), None)


def begin_comparison() -> datetime | None:
    """Return the time from which payments are compared at least; None for an empty database."""
    # a clock that was ahead for a while has left heartbeats of the future
    found = min(_newest_times(), default=None)
    return found - MARGIN if found else None


def _newest_times() -> list[datetime]:
    """Return the times of the newest heartbeat and the newest event, as far as there are any."""
    beaten: datetime | None = ServerHeartbeat.objects.aggregate(at=Max("at"))["at"]
    events = Event.objects.exclude(kind=EventKind.RESTORE_FOUND)
    recorded: datetime | None = events.aggregate(at=Max("at"))["at"]
    return [one for one in (beaten, recorded) if one]


def _require_unreleased() -> Restore:
    if (found := find_unreleased()) is None:
        raise NothingToPrepare
    return found


def _skip_numbers() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT restores_skip_numbers()")


@transaction.atomic
def _record(restore: Restore, ended: EndedPlay) -> Preparation:
    """Count what this run and an interrupted one before it have done."""
    lock_closing()
    if (present := Preparation.objects.filter(pk=restore.pk).first()) is not None:
        return present
    cancelled = Event.objects.filter(kind=EventKind.ROUND_CANCELLED, data__reason="restore")
    retired = Shoe.objects.filter(close_reason=Shoe.CloseReason.RESTORE)
    state = read_server()
    made = Preparation.objects.create(
        restore=restore,
        rounds=cancelled.filter(at__gte=restore.found_at).count(),
        wagers=ended.wagers,
        shoes=retired.filter(closed_at__gte=restore.found_at).count(),
        system=state.system,
        timeline=state.timeline,
    )
    data = {"rounds": made.rounds, "bets": made.wagers}
    record(EventKind.RESTORE_PREPARED, subject=f"restore {restore.pk}", data=data)
    return made
