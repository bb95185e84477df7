"""A player's own break from play: a time-out of some days, or a self-exclusion with or without an end.

Both are restrictions that nobody can lift (`accounts.restrictions.services.restrictions`): they take effect at
once, end by their date alone, and can only be extended. Days are 24 hours, independent of time zone and
daylight saving.
"""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models.letters import Letter
from accounts.models.restrictions import Restriction
from accounts.models.users import State, User
from accounts.protection.refusals import (
    BreakAlreadyActive,
    BreakTooLong,
    BreakTooShort,
    ExclusionTooLong,
)
from accounts.restrictions.refusals import NotRestrictable
from accounts.restrictions.selectors.active_restrictions import find_active
from accounts.restrictions.services.restrictions import update_state
from accounts.values.reasons import OwnReason
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record

SHORTEST_DAYS: Final = 1
LONGEST_DAYS: Final = 30
"""Maximum length of a time-out; a self-exclusion is longer."""

LONGEST: Final = timedelta(days=36_525)  # a century; for longer, choose no end
_SELF: Final = Restriction.Kind.SELF_EXCLUDED


def start_time_out(player: User, days: int, *, key: UUID) -> Restriction:
    """Bar the player from play for so many days from now. Idempotent by key. Locks the player.

    Raises BreakTooShort, BreakTooLong, BreakAlreadyActive, NotRestrictable, and ChangedMeanwhile if the key belongs
    to something else.
    """
    if days < SHORTEST_DAYS:
        raise BreakTooShort
    if days > LONGEST_DAYS:
        raise BreakTooLong
    return _leave(player, timedelta(days=days), OwnReason.TIME_OUT, key)


def start_self_exclusion(player: User, until: datetime | None, *, key: UUID) -> Restriction:
    """Bar the player from play until this time, or without an end (None). Idempotent by key. Locks the player.

    Raises BreakTooShort if it is no longer than a time-out, ExclusionTooLong, BreakAlreadyActive, NotRestrictable,
    ChangedMeanwhile as `start_time_out`.
    """
    if until is not None:
        lasts = until - timezone.now()
        if lasts <= timedelta(days=LONGEST_DAYS):
            raise BreakTooShort
        if lasts > LONGEST:
            raise ExclusionTooLong
    return _leave(player, until, OwnReason.SELF_EXCLUSION, key)


@transaction.atomic
def _leave(
    player: User, term: datetime | timedelta | None, reason: OwnReason, key: UUID
) -> Restriction:
    # Bets and deposits wait for this lock.
    stored = User.objects.select_for_update().get(pk=player.pk)
    if found := Restriction.objects.filter(key=key).first():
        if (found.player_id, found.reason) != (stored.pk, reason.value):
            raise ChangedMeanwhile
        return found
    until = timezone.now() + term if isinstance(term, timedelta) else term
    _verify(stored, until)
    made = Restriction.objects.create(
        key=key, player=stored, kind=_SELF, until=until, reason=reason.value, imposed_by=stored
    )
    _tell(made)
    update_state(stored, reason.value, stored)
    player.state = stored.state
    return made


def _verify(player: User, until: datetime | None) -> None:
    if player.is_staff or player.state == State.CLOSED:
        raise NotRestrictable
    for one in find_active(player.pk).filter(kind=_SELF):
        if one.until is None or (until is not None and one.until >= until):
            raise BreakAlreadyActive


def _tell(made: Restriction) -> None:
    kind = Letter.Kind.TIME_OUT if made.reason == OwnReason.TIME_OUT.value else Letter.Kind.OWN_WISH
    Letter.objects.create(player=made.player, kind=kind, restriction=made)
    until = made.until and made.until.isoformat()
    data = {"kind": made.kind, "until": until, "reason": made.reason}
    record(
        EventKind.PLAYER_EXCLUDED_SELF,
        actor=made.player_id,
        subject=f"user {made.player_id}",
        data=data,
    )
