"""A player's own break from play: a time-out of some days, or a self-exclusion with or without an end.

Both take effect at once and can only be extended. A time-out ends by its date alone. What the profile of the player's
country says about the end of a self-exclusion is stored with it: whether staff may lift it, from when on the player may
ask to come back, and how long that takes. Days are 24 hours, independent of time zone and daylight saving.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models.letters import Letter
from accounts.models.restrictions import Restriction
from accounts.models.users import State, User
from accounts.protection.refusals import (
    BreakAlreadyActive,
    BreakTooLong,
    ExclusionTooLong,
    ExclusionTooShort,
    TimeOutTooShort,
)
from accounts.protection.selectors.breaks import find_end
from accounts.protection.values import Months
from accounts.restrictions.refusals import NotRestrictable
from accounts.restrictions.selectors.active_restrictions import find_active
from accounts.restrictions.services.restrictions import update_state
from accounts.values.reasons import OwnReason
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record
from pages.moments import months_later
from profiles.selectors.in_force import profile_in_force

SHORTEST: Final = timedelta(days=30)
"""A self-exclusion is longer, whatever the profile says."""

LONGEST: Final = timedelta(days=36_525)  # a century; for longer, choose no end
RETURN_HOURS: Final = 24
"""Wait before a self-exclusion with an end is over by the player's wish."""
_SELF: Final = Restriction.Kind.SELF_EXCLUDED


def start_time_out(player: User, days: int, *, key: UUID) -> Restriction:
    """Bar the player from play for so many days from now. Idempotent by key. Locks the player.

    Raises TimeOutTooShort and BreakTooLong by the profile of the player's country, BreakAlreadyActive, NotRestrictable,
    and ChangedMeanwhile if the key belongs to something else.
    """
    profile = profile_in_force(player.country)
    if days < profile.time_out_shortest_days:
        raise TimeOutTooShort(profile.time_out_shortest_days)
    if days > profile.time_out_longest_days:
        raise BreakTooLong(profile.time_out_longest_days)
    return _leave(player, timedelta(days=days), OwnReason.TIME_OUT, key)


def start_self_exclusion(player: User, term: datetime | Months | None, *, key: UUID) -> Restriction:
    """Bar the player from play until a time, for so many months, or without an end (None). Idempotent by key. Locks the player.

    Raises ExclusionTooShort by the profile of the player's country, ExclusionTooLong, BreakAlreadyActive,
    NotRestrictable, ChangedMeanwhile as `start_time_out`.
    """
    now, months = timezone.now(), profile_in_force(player.country).exclusion_shortest_months
    until = months_later(now, term.number) if isinstance(term, Months) else term
    if until is not None:
        if until < months_later(now, months) or until - now <= SHORTEST:
            raise ExclusionTooShort(months)
        if until - now > LONGEST:
            raise ExclusionTooLong
    return _leave(player, until, OwnReason.SELF_EXCLUSION, key, _terms(player, until))


def _terms(player: User, until: datetime | None) -> dict[str, Any]:
    """Return how an exclusion may end early, or end at all if it has no end."""
    profile, now = profile_in_force(player.country), timezone.now()
    by_player = profile.exclusion_lifted_by == "player"
    returns_from = now if by_player else None
    if until is None and not by_player:
        returns_from = months_later(now, profile.exclusion_shortest_months)
    return {
        "by_staff": profile.exclusion_lifted_by == "staff",
        "returns_from": returns_from,
        "return_hours": profile.exclusion_return_hours if until is None else RETURN_HOURS,
    }


@transaction.atomic
def _leave(
    player: User,
    term: datetime | timedelta | None,
    reason: OwnReason,
    key: UUID,
    ends: Mapping[str, Any] = MappingProxyType({}),
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
        key=key,
        player=stored,
        kind=_SELF,
        until=until,
        reason=reason.value,
        imposed_by=stored,
        **ends,
    )
    _tell(made)
    update_state(stored, reason.value, stored)
    player.state = stored.state
    return made


def _verify(player: User, until: datetime | None) -> None:
    if player.is_staff or player.state == State.CLOSED:
        raise NotRestrictable
    for one in find_active(player.pk).filter(kind=_SELF).select_related("returning"):
        end = find_end(one)
        if end is None or (until is not None and end >= until):
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
