"""Queries about resets of lost second factors."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models.identity import Upload
from accounts.models.recovery import RESET_DELAY, FactorReset, FactorResetEnd
from accounts.models.users import User
from journal.models import Event, EventKind

VIEW_VALID_FOR: Final = timedelta(hours=24)
_IDENTITY_DOCUMENTS: Final = (Upload.Kind.FRONT, Upload.Kind.FACE)


def running_resets() -> QuerySet[FactorReset]:
    """Resets that were neither refused nor ended, oldest first."""
    rows = FactorReset.objects.filter(~Q(decision__approved=False), end=None)
    return rows.select_related("player", "proposed_by", "letter", "decision__decided_by").order_by(
        "pk"
    )


def undecided_resets() -> QuerySet[FactorReset]:
    return running_resets().filter(decision=None)


def due_resets(now: datetime) -> QuerySet[FactorReset]:
    """Approved resets whose waiting time is over."""
    before = now - RESET_DELAY
    return running_resets().filter(
        decision__approved=True, letter__mailed_at__lte=before, proposed_at__lte=before
    )


def reset_due_at(reset: FactorReset) -> datetime | None:
    """Return the time when the reset is due; None until its mail is sent."""
    mailed = reset.letter.mailed_at
    return None if mailed is None else max(mailed, reset.proposed_at) + RESET_DELAY


def had_factor_reset(player: User) -> bool:
    """Return whether staff ever reset this player's second factors. One query."""
    done = FactorResetEnd.objects.filter(reset__player=player, how=FactorResetEnd.How.DONE)
    return done.exists()


def has_compared_document(player: User, acting_user: User) -> bool:
    """Return whether this staff user viewed the player's document in the last 24 hours. Two queries.

    That is an accepted upload, or the full document number if there is none.
    """
    looks = Event.objects.filter(
        actor_id=acting_user.pk, subject=f"user {player.pk}", at__gt=timezone.now() - VIEW_VALID_FOR
    )
    accepted = Upload.objects.filter(
        player=player, kind__in=_IDENTITY_DOCUMENTS, state=Upload.State.ACCEPTED
    )
    if kept := set(accepted.values_list("pk", flat=True)):
        seen = looks.filter(kind=EventKind.DOCUMENT_SEEN).values_list("data__upload", flat=True)
        return not kept.isdisjoint(seen)
    return looks.filter(kind=EventKind.DOCUMENT_NUMBER_SEEN).exists()
