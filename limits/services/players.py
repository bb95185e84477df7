"""Limits that players set for themselves and that the house sets for them.

A first or lower limit counts at once. Raising or ending an own limit takes the hours of the profile in force for the
player's country, and a confirmation; loosening a house limit needs another person than the one who set it. All changes
lock the player's row, which bets, deposits and decisions with new money also wait for. The database decides by its own
clock when a limit counts (`limits/sql/waiting.sql`).
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models.letters import Letter
from accounts.models.users import State, User
from accounts.restrictions.selectors.active_restrictions import is_excluded
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from approvals.services import require_another_person
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record
from limits.models import Limit, LimitConfirmation
from limits.refusals import (
    LimitDuringBreak,
    LimitNotDue,
    LimitNotSettable,
    LimitRaisedLately,
    LimitUnchanged,
)
from limits.selectors.in_force import filter_in_force, find_last_raise, pending_limits
from limits.values import LENGTH, LimitKind, LimitPeriod, LimitScope, limit_text
from pages.moments import months_later
from profiles.selectors.in_force import profile_in_force


@dataclass(frozen=True, slots=True)
class LimitRequest:
    """A requested limit. `amount` is in units of 10^-4 US dollars, for time in seconds; None ends the limit."""

    kind: LimitKind
    period: LimitPeriod
    amount: int | None


@transaction.atomic
def set_limit(
    player: User, wanted: LimitRequest, *, key: UUID, default: int | None = None
) -> Limit:
    """Request an own limit; locks the player's row. Idempotent by `key`.

    It replaces a pending request of the same kind and period. Requesting the limit already in force only cancels the
    pending one. `default` is the profile's limit that counts besides the player's own: a limit above it is looser.

    Raises LimitUnchanged, LimitNotSettable, LimitRaisedLately, LimitDuringBreak for a looser limit during a time-out or
    self-exclusion, ChangedMeanwhile if the key was used for something else.
    """
    person = _locked(player.pk)
    asked = Limit(
        key=key, scope=LimitScope.OWN, player=person, proposed_by=person, **_columns(wanted)
    )
    if found := _sent_before(asked):
        return found
    before = _amount(_latest(asked))
    waiting = {
        (one.limit.kind, one.limit.period): one.limit.amount for one in pending_limits(person.pk)
    }
    _verify(person, wanted, waiting.get((wanted.kind, wanted.period), before))
    if _is_looser(wanted.amount, _strictest(before, default)):
        _require_in_play(person)
        _require_not_raised_lately(person, wanted.kind)
        asked.wait_hours = profile_in_force(person.country).limit_loosening_hours
    asked.save()
    kind = EventKind.LIMIT_ASKED if asked.loosens else EventKind.LIMIT_SET
    _record(kind, asked, before, person)
    return asked


@transaction.atomic
def confirm_limit(player: User, limit_id: int) -> LimitConfirmation:
    """Confirm a looser limit after its waiting time; it counts from now on. Idempotent.

    Raises LimitNotDue before its time, LimitDuringBreak during a time-out or self-exclusion, ChangedMeanwhile if it
    is not the player's, has lapsed or was replaced.
    """
    person = _locked(player.pk)
    made = LimitConfirmation.objects.filter(limit=limit_id, limit__player=person).first()
    if made is not None:
        return made
    asked = next((one for one in pending_limits(person.pk) if one.limit.pk == limit_id), None)
    if asked is None:
        raise ChangedMeanwhile
    if not asked.due:
        raise LimitNotDue(asked.limit.in_force_from)
    _require_in_play(person)
    before = _amount(_latest(asked.limit))
    made = LimitConfirmation.objects.create(limit=asked.limit)
    _record(EventKind.LIMIT_CONFIRMED, asked.limit, before, person)
    return made


@transaction.atomic
def set_house_limit(
    player_id: int,
    wanted: LimitRequest,
    *,
    reason: str,
    words: str = "",
    key: UUID,
    acting_user: User,
) -> Limit:
    """Set, change or end a house limit for a player, effective at once. Idempotent by `key`.

    `words` is shown to the player in the letter about it; the reason is for staff only.

    Raises NotPermitted, ReasonMissing, LimitNotSettable, LimitUnchanged, AnotherPersonNeeded if it loosens what this
    person set, ChangedMeanwhile if the key was used for something else.
    """
    require(acting_user, Right.LIMIT_PLAYERS)
    asked = Limit(
        key=key,
        scope=LimitScope.PLAYER,
        player=_locked(player_id),
        proposed_by=acting_user,
        reason=require_reason(reason),
        **_columns(wanted),
    )
    if found := _sent_before(asked):
        return found
    latest = _latest(asked)
    before = _amount(latest)
    _verify(asked.player, wanted, before)
    if latest is not None and _is_looser(wanted.amount, before):
        require_another_person(acting_user, {latest.proposed_by_id})
    asked.save()
    Letter.objects.create(
        player=asked.player, kind=Letter.Kind.LIMIT, about=str(asked.pk), words=words.strip()
    )
    _record(EventKind.LIMIT_BY_HOUSE, asked, before, acting_user, reason=asked.reason)
    return asked


def _locked(player_id: int) -> User:
    return User.objects.select_for_update(no_key=True).get(pk=player_id)


def _columns(wanted: LimitRequest) -> dict[str, Any]:
    return {"kind": wanted.kind, "period": wanted.period, "amount": wanted.amount}


def _sent_before(asked: Limit) -> Limit | None:
    """Return the row already made with this key; raises ChangedMeanwhile if the request differs."""
    found = Limit.objects.filter(key=asked.key).first()
    if found is not None and _said(found) != _said(asked):
        raise ChangedMeanwhile
    return found


def _said(row: Limit) -> tuple[object, ...]:
    return (row.scope, row.player_id, row.proposed_by_id, row.kind, row.period, row.amount)


def _latest(limit: Limit) -> Limit | None:
    same = {"scope": limit.scope, "kind": limit.kind, "period": limit.period}
    return filter_in_force(Limit.objects.filter(player=limit.player_id, **same)).first()


def _amount(limit: Limit | None) -> int | None:
    return None if limit is None else limit.amount


def _strictest(*amounts: int | None) -> int | None:
    return min((one for one in amounts if one is not None), default=None)


def _is_looser(amount: int | None, before: int | None) -> bool:
    return before is not None and (amount is None or amount > before)


def _verify(player: User, wanted: LimitRequest, present: int | None) -> None:
    if player.is_staff or player.state == State.CLOSED or not _is_possible(wanted):
        raise LimitNotSettable
    if wanted.amount == present:
        raise LimitUnchanged


def _is_possible(wanted: LimitRequest) -> bool:
    if wanted.amount is None:
        return True
    # a time limit as long as its period limits nothing
    longest = LENGTH[wanted.period].total_seconds()
    return wanted.amount >= 0 and (wanted.kind != LimitKind.TIME or wanted.amount < longest)


def _require_in_play(player: User) -> None:
    """Raise LimitDuringBreak if the player is excluded. The caller holds the player's row, so no break can begin."""
    if is_excluded(player):
        raise LimitDuringBreak


def _require_not_raised_lately(player: User, kind: LimitKind) -> None:
    """Raise LimitRaisedLately if a looser deposit limit was confirmed within the profile's months.

    Limits that are asked for before the first of them is confirmed are one change.
    """
    months = profile_in_force(player.country).limit_months_between
    last = find_last_raise(player.pk) if months and kind == LimitKind.DEPOSIT else None
    if last is not None and (again := months_later(last, months)) > timezone.now():
        raise LimitRaisedLately(months, again)


def _record(
    kind: EventKind, limit: Limit, before: int | None, acting_user: User, **more: str
) -> None:
    data = {
        "kind": limit.kind,
        "period": limit.period,
        "before": limit_text(limit.kind, before),
        "after": limit_text(limit.kind, limit.amount),
        **more,
    }
    record(kind, actor=acting_user.pk, subject=f"user {limit.player_id}", data=data)
