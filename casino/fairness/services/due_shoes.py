"""Close shoes without their player: the table closed, new rules wait, or the seed has been used for as long as any may be."""

from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from casino.fairness.services.shoes import close_shoe
from casino.models import Round, Shoe, Wager
from casino.refusals import Alarm
from casino.services.alarms import tell_staff
from casino.services.isolation import run_isolated
from casino.services.locks import lock_place_of_shoe
from journal.models import EventKind
from journal.services.recording import record_once
from tables.models import Table

BATCH = 100


def close_due_shoes(now: datetime) -> int:
    """Close due shoes, each in its own transaction. Returns how many; idempotent.

    Batches by key, so a shoe that cannot be closed does not block others.
    """
    closed, last = 0, 0
    while found := list(due_shoes(now).filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
        closed += sum(_end_apart(pk, now) for pk in found)
        last = found[-1]
    return closed


def due_shoes(now: datetime) -> QuerySet[Shoe]:
    """Dealing shoes that are due, without a running round or a bet for their next deal; of live tables also announced ones for which new rules wait."""
    rounds = Round.objects.filter(deal__shoe=OuterRef("pk"))
    since = now - timedelta(seconds=settings.SHOE_MOST_SECONDS)
    old = Q(opened_at__lt=since)
    waiting = ~Q(version=F("place__table__version"))
    shut = Q(place__table__status=Table.Status.CLOSED)
    running = Exists(rounds.filter(status=Round.Status.IN_PROGRESS))
    bet_on = Exists(Wager.objects.filter(shoe=OuterRef("pk"), end=Wager.End.OPEN))
    dealing = Q(old | waiting | shut, status=Shoe.Status.DEALING)
    announced = Q(waiting, status=Shoe.Status.ANNOUNCED, place__player=None)
    return Shoe.objects.filter(dealing | announced, ~running, ~bet_on).order_by("pk")


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
    """Close one shoe. Raise an alarm if impossible; stop it if the seed does not match its commitment."""
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
    close_shoe(shoe, _reason(shoe))
    return True


def _reason(shoe: Shoe) -> Shoe.CloseReason:
    if shoe.place.table.status == Table.Status.CLOSED:
        return Shoe.CloseReason.TABLE_CLOSED
    return Shoe.CloseReason.NEW_RULES if shoe.outdated else Shoe.CloseReason.AGE
