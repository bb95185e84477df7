"""Players limit themselves: a first or a lower limit counts at once, a higher one or its end after 24 hours and a confirmation.

Everything happens under a lock on the player's row, which bets, and decisions of who has such limits, wait for
(`casino.services.locks`). What counts when, the database says by its own clock (`accounts/sql/limits.sql`).
"""

from uuid import UUID

from django.db import transaction

from accounts.models.play_limits import PlayLimit, PlayLimitConfirmation
from accounts.models.users import State, User
from accounts.protection.refusals import (
    LimitDuringBreak,
    LimitNotDue,
    LimitNotSettable,
    LimitUnchanged,
)
from accounts.protection.selectors.play_limits import limits_in_force, pending_limits
from accounts.protection.values import limit_text
from accounts.restrictions.selectors.active_restrictions import is_excluded
from journal.models import Kind as EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record


@transaction.atomic
def set_limit(
    player: User, kind: PlayLimit.Kind, period: PlayLimit.Period, amount: int | None, *, key: UUID
) -> PlayLimit:
    """Ask for a limit (10^-4 US dollars; of time seconds), or with None for its end. The same key twice is one row.

    Whatever was asked for before and waits for its confirmation is forgotten by it; the limit that counts, asked for again,
    does only that. Raises LimitUnchanged where nothing would change, LimitNotSettable, LimitDuringBreak for a looser one during a
    time-out or an exclusion, ChangedMeanwhile for another's key.
    """
    person = _locked(player.pk)
    if found := PlayLimit.objects.filter(key=key).first():
        if (found.player_id, found.kind, found.period, found.amount) != (
            person.pk,
            kind,
            period,
            amount,
        ):
            raise ChangedMeanwhile
        return found
    before = _amount(person.pk, kind, period)
    _see_it_changes(person, kind, period, before, amount)
    made = PlayLimit.objects.create(
        key=key, player=person, by=person, kind=kind, period=period, amount=amount
    )
    if made.loosens:
        _see_in_play(person)
    _tell(EventKind.LIMIT_ASKED if made.loosens else EventKind.LIMIT_SET, made, before)
    return made


@transaction.atomic
def confirm(player: User, limit_id: int) -> PlayLimitConfirmation:
    """Say after its time that a looser limit is still wanted: it counts from now on. Twice is once.

    Raises LimitNotDue before its time, LimitDuringBreak in a time-out or an exclusion, ChangedMeanwhile where it is not the player's, has lapsed or another one was asked for since.
    """
    person = _locked(player.pk)
    made = PlayLimitConfirmation.objects.filter(limit=limit_id, limit__player=person).first()
    if made is not None:
        return made
    asked = next((one for one in pending_limits(person.pk) if one.limit.pk == limit_id), None)
    if asked is None:
        raise ChangedMeanwhile
    if not asked.due:
        raise LimitNotDue
    _see_in_play(person)
    limit = asked.limit
    before = _amount(person.pk, limit.kind, limit.period)
    made = PlayLimitConfirmation.objects.create(limit=limit)
    _tell(EventKind.LIMIT_CONFIRMED, limit, before)
    return made


def _locked(player_id: int) -> User:
    return User.objects.select_for_update(no_key=True).get(pk=player_id)


def _amount(player_id: int, kind: str, period: str) -> int | None:
    present = limits_in_force(player_id).get((kind, period))
    return None if present is None else present.amount


def _see_it_changes(
    player: User, kind: str, period: str, before: int | None, amount: int | None
) -> None:
    if player.is_staff or player.state == State.CLOSED or (amount is not None and amount < 0):
        raise LimitNotSettable
    named = {
        (one.limit.kind, one.limit.period): one.limit.amount for one in pending_limits(player.pk)
    }
    if amount == named.get((kind, period), before):
        raise LimitUnchanged


def _see_in_play(player: User) -> None:
    """Nobody who is out of play prepares to play for more. The player's row is locked: no break begins meanwhile."""
    if is_excluded(player):
        raise LimitDuringBreak


def _tell(kind: EventKind, limit: PlayLimit, before: int | None) -> None:
    """What counted before, and what was asked for."""
    data = {
        "kind": limit.kind,
        "period": limit.period,
        "before": limit_text(limit.kind, before),
        "after": limit_text(limit.kind, limit.amount),
    }
    record(kind, actor=limit.player_id, subject=f"user {limit.player_id}", data=data)
