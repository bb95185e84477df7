"""Reopening of a place with a stopped shoe: ends the shoe and announces the next ones."""

from uuid import UUID

from django.db import transaction

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from casino.fairness.services.shoes import announce_ahead, close_shoe, mark_shoe_lost
from casino.models import Place, Shoe
from casino.refusals import RoundRuns, SeedHidden, SeedMismatch, SeedUnreadable
from casino.selectors.places import attach_place_to_shoe, is_dealing
from casino.services.clocks import show_shoe_change
from casino.services.locks import lock_place_of_shoe
from journal.models import EventKind
from journal.refusals import NotFound
from journal.services.recording import record


@transaction.atomic
def reopen_place(
    shoe_id: UUID, acting_user: User, reason: str, *, without_seed: bool = False
) -> Place:
    """End all stopped shoes of this shoe's place and reveal their seeds. Idempotent.

    If a seed still cannot be read, raises `SeedHidden` or, with `without_seed`, gives its shoe up. Raises
    `NotPermitted`, `ReasonMissing`, `NotFound`, or `RoundRuns` while a round is in progress: cancel that
    round first.
    """
    require(acting_user, Right.CANCEL_ROUNDS)
    reason = require_reason(reason)
    place = _locked(shoe_id)
    if is_dealing(place):
        raise RoundRuns
    stopped = place.shoes.filter(status=Shoe.Status.STOPPED).select_related("version")
    for shoe in stopped.order_by("number"):
        ended = _end(attach_place_to_shoe(place, shoe), without_seed=without_seed)
        data = {
            "player": place.player_id,
            "table": place.table.slug,
            "ended": ended.value,
            "reason": reason,
        }
        record(
            EventKind.PLACE_REOPENED,
            actor=acting_user.pk,
            subject=f"shoe {shoe.public_id}",
            data=data,
        )
    announce_ahead(place)
    show_shoe_change(place)
    return place


def _locked(shoe_id: UUID) -> Place:
    shoe = Shoe.objects.filter(public_id=shoe_id).first()
    place = lock_place_of_shoe(shoe.pk) if shoe is not None else None
    if place is None:
        raise NotFound
    return place


def _end(shoe: Shoe, *, without_seed: bool) -> Shoe.Status:
    try:
        close_shoe(shoe, Shoe.CloseReason.STOPPED)
    except (SeedMismatch, SeedUnreadable) as error:
        if not without_seed:
            raise SeedHidden from error
        mark_shoe_lost(shoe)
    return Shoe.Status(shoe.status)
