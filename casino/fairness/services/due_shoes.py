"""Background closing of shoes: table closed, new rules, or maximum age of the seed reached."""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from casino.fairness.services.shoes import close_shoe, reason_to_end
from casino.models import Round, Shoe, Wager
from casino.refusals import Alarm
from casino.services.alarms import report_alarm
from casino.services.clocks import show_shoe_change
from casino.services.isolation import run_isolated
from casino.services.locks import lock_place_of_shoe
from journal.models import EventKind
from journal.services.recording import record_once
from profiles.selectors.in_force import profile_in_force
from tables.models import Table

BATCH = 100


def close_due_shoes(now: datetime) -> int:
    """Close due shoes, each in its own transaction. Returns how many; idempotent.

    Batches by primary key, so a shoe that cannot be closed does not block others.
    """
    return sum(_close_each(status, now) for status in (Shoe.Status.DEALING, Shoe.Status.ANNOUNCED))


def _close_each(status: Shoe.Status, now: datetime) -> int:
    closed, last = 0, 0
    while found := _next_due(status, now, last):
        closed += sum(_end_apart(pk, status, now) for pk in found)
        last = found[-1]
    return closed


def _next_due(status: Shoe.Status, now: datetime, last: int) -> list[int]:
    due = due_shoes(status, now).filter(pk__gt=last)
    return list(due.values_list("pk", flat=True)[:BATCH])


def due_shoes(status: Shoe.Status, now: datetime) -> QuerySet[Shoe]:
    """Due shoes of one status, without a running round or an open bet for their next deal, by key.

    A dealing shoe is due if it is too old, new rules wait or its table is closed; an announced one only at a
    live table, for new rules. Each status has an index of its own.
    """
    rounds = Round.objects.filter(deal__shoe=OuterRef("pk"))
    since = now - timedelta(seconds=profile_in_force().shoe_max_age_seconds)
    old = Q(opened_at__lt=since)
    waiting = ~Q(version=F("place__table__version"))
    shut = Q(place__table__status=Table.Status.CLOSED)
    running = Exists(rounds.filter(status=Round.Status.IN_PROGRESS))
    bet_on = Exists(Wager.objects.filter(shoe=OuterRef("pk"), end=Wager.End.OPEN))
    is_announced = status == Shoe.Status.ANNOUNCED
    why = Q(waiting, place__player=None) if is_announced else Q(old | waiting | shut)
    return Shoe.objects.filter(why, ~running, ~bet_on, status=status).order_by("pk")


def _end_apart(pk: int, status: Shoe.Status, now: datetime) -> bool:
    """Close one shoe. A failure is reported to staff once, however often it is retried."""

    def failed(error: Exception) -> None:
        shoe = Shoe.objects.select_related("place__table").get(pk=pk)
        data = {
            "player": shoe.place.player_id,
            "table": shoe.place.table.slug,
            "error": type(error).__name__,  # the message may contain secrets: log only
        }
        record_once(EventKind.SHOE_FAILED, subject=f"shoe {shoe.public_id}", data=data)

    return run_isolated(f"shoe {pk} could not be closed", partial(_end, pk, status, now), failed)


def _end(pk: int, status: Shoe.Status, now: datetime) -> bool:
    """Close one shoe; on an alarm, report it to staff (a seed mismatch also stops the shoe) and return False."""
    try:
        return _close(pk, status, now)
    except Alarm as alarm:
        report_alarm(alarm)
        return False


@transaction.atomic
def _close(pk: int, status: Shoe.Status, now: datetime) -> bool:
    """Close one shoe if it is still due once its place is locked; a locked place is skipped until the next run."""
    place = lock_place_of_shoe(pk, skip=True)
    shoe = (
        due_shoes(status, now).filter(pk=pk, place=place).select_related("version").first()
        if place
        else None
    )
    if place is None or shoe is None:
        return False
    shoe.place = place
    close_shoe(shoe, _reason(shoe))
    show_shoe_change(place)
    return True


def _reason(shoe: Shoe) -> Shoe.CloseReason:
    if shoe.place.table.status == Table.Status.CLOSED:
        return Shoe.CloseReason.TABLE_CLOSED
    return reason_to_end(shoe)
