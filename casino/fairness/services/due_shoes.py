"""Closes shoes without their player: the table closed, new rules wait, or nobody played for a while."""

from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from casino.fairness.services.shoes import close
from casino.models import Round, Shoe
from casino.refusals import Alarm
from casino.services.alarms import tell_staff
from casino.services.isolation import run_isolated
from casino.services.locks import lock_place_of_shoe
from journal.models import EventKind
from journal.services.recording import record_once
from tables.models import Table

BATCH = 100


def close_due_shoes(now: datetime) -> int:
    """Close the shoes that are due, each in a transaction of its own. Returns how many; safe to run twice.

    Batch after batch by their keys, so that none that stays open stands before the others.
    """
    closed, last = 0, 0
    while found := list(due_shoes(now).filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
        closed += sum(_end_apart(pk, now) for pk in found)
        last = found[-1]
    return closed


def due_shoes(now: datetime) -> QuerySet[Shoe]:
    """Dealing shoes with no round running whose time has come."""
    rounds = Round.objects.filter(deal__shoe=OuterRef("pk"))
    since = now - timedelta(seconds=settings.SHOE_IDLE_SECONDS)
    idle = Q(opened_at__lt=since) & ~Exists(rounds.filter(started_at__gte=since))
    waiting = ~Q(version=F("place__table__version"))
    shut = Q(place__table__status=Table.Status.CLOSED)
    running = Exists(rounds.filter(status=Round.Status.IN_PROGRESS))
    return Shoe.objects.filter(
        idle | waiting | shut, ~running, status=Shoe.Status.DEALING
    ).order_by("pk")


def _end_apart(pk: int, now: datetime) -> bool:
    """Close one shoe. A failure is reported to staff once, however often it is retried."""

    def failed(error: Exception) -> None:
        shoe = Shoe.objects.select_related("place__table").get(pk=pk)
        data = {
            "player": shoe.place.player_id,
            "table": shoe.place.table.slug,
            "error": type(error).__name__,  # what it says is in the log, where secrets may be
        }
        record_once(EventKind.SHOE_FAILED, subject=f"shoe {shoe.public_id}", data=data)

    return run_isolated(f"shoe {pk} could not be closed", partial(_end, pk, now), failed)


def _end(pk: int, now: datetime) -> bool:
    """Close one shoe. One that cannot be closed is told to staff; one whose seed is not the published one is stopped."""
    try:
        return _close(pk, now)
    except Alarm as alarm:
        tell_staff(alarm)
        return False


@transaction.atomic
def _close(pk: int, now: datetime) -> bool:
    """Close one shoe if it is still due once its place is locked; a locked place is skipped until the next run."""
    place = lock_place_of_shoe(pk)
    shoe = (
        due_shoes(now).filter(pk=pk, place=place).select_related("version").first()
        if place
        else None
    )
    if place is None or shoe is None:
        return False
    shoe.place = place
    close(shoe, _reason(shoe))
    return True


def _reason(shoe: Shoe) -> Shoe.CloseReason:
    if shoe.place.table.status == Table.Status.CLOSED:
        return Shoe.CloseReason.TABLE_CLOSED
    return Shoe.CloseReason.NEW_RULES if shoe.outdated else Shoe.CloseReason.IDLE
