"""Players limit themselves, and the house limits them: a first or a lower limit counts at once.

A higher own limit, or its end, takes 24 hours and a confirmation; of the house's, another person than who set it. Everything
happens under a lock on the player's row, which bets, deposits and decisions with new money wait for. What counts when, the
database says by its own clock (`limits/sql/limits.sql`).
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

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
from limits.refusals import LimitDuringBreak, LimitNotDue, LimitNotSettable, LimitUnchanged
from limits.selectors.in_force import pending_limits, rows_in_force
from limits.values import LENGTH, Kind, LimitPeriod, Scope, limit_text


@dataclass(frozen=True, slots=True)
class Wanted:
    """A limit that is asked for: 10^-4 US dollars, of time seconds, or with None its end."""

    kind: Kind
    period: LimitPeriod
    amount: int | None


@transaction.atomic
def set_limit(player: User, wanted: Wanted, *, key: UUID) -> Limit:
    """Ask for an own limit. The same key twice is one row.

    Whatever was asked for before and waits for its confirmation is forgotten by it; the limit that counts, asked for again,
    does only that. Raises LimitUnchanged where nothing would change, LimitNotSettable, LimitDuringBreak for a looser one during a
    time-out or an exclusion, ChangedMeanwhile for another's key.
    """
    person = _locked(player.pk)
    asked = Limit(key=key, scope=Scope.OWN, player=person, proposed_by=person, **_columns(wanted))
    if found := _sent_before(asked):
        return found
    before = _amount(_latest(asked))
    waiting = {
        (one.limit.kind, one.limit.period): one.limit.amount for one in pending_limits(person.pk)
    }
    _verify(person, wanted, waiting.get((wanted.kind, wanted.period), before))
    asked.save()
    if asked.loosens:
        _require_in_play(person)
    kind = EventKind.LIMIT_ASKED if asked.loosens else EventKind.LIMIT_SET
    _record(kind, asked, before, person)
    return asked


@transaction.atomic
def confirm(player: User, limit_id: int) -> LimitConfirmation:
    """Say after its time that a looser limit is still wanted: it counts from now on. Twice is once.

    Raises LimitNotDue before its time, LimitDuringBreak in a time-out or an exclusion, ChangedMeanwhile where it is not the player's, has lapsed or another one was asked for since.
    """
    person = _locked(player.pk)
    made = LimitConfirmation.objects.filter(limit=limit_id, limit__player=person).first()
    if made is not None:
        return made
    asked = next((one for one in pending_limits(person.pk) if one.limit.pk == limit_id), None)
    if asked is None:
        raise ChangedMeanwhile
    if not asked.due:
        raise LimitNotDue
    _require_in_play(person)
    before = _amount(_latest(asked.limit))
    made = LimitConfirmation.objects.create(limit=asked.limit)
    _record(EventKind.LIMIT_CONFIRMED, asked.limit, before, person)
    return made


@transaction.atomic
def hold_to(
    player_id: int, wanted: Wanted, *, reason: str, words: str = "", key: UUID, acting_user: User
) -> Limit:
    """Set, change or end a limit of the house for a player, from now on. The same key twice is one row.

    `words` is what the player reads beside what it means; the reason stays with staff. Raises NotPermitted, ReasonMissing,
    LimitNotSettable, LimitUnchanged, AnotherPersonNeeded where it loosens what this person set, ChangedMeanwhile for the key of
    something else.
    """
    require(acting_user, Right.LIMIT_PLAYERS)
    asked = Limit(
        key=key,
        scope=Scope.PLAYER,
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


def _columns(wanted: Wanted) -> dict[str, Any]:
    return {"kind": wanted.kind, "period": wanted.period, "amount": wanted.amount}


def _sent_before(asked: Limit) -> Limit | None:
    """The row that this form made already; raises ChangedMeanwhile where the key is another's."""
    found = Limit.objects.filter(key=asked.key).first()
    if found is not None and _said(found) != _said(asked):
        raise ChangedMeanwhile
    return found


def _said(row: Limit) -> tuple[object, ...]:
    return (row.scope, row.player_id, row.proposed_by_id, row.kind, row.period, row.amount)


def _latest(limit: Limit) -> Limit | None:
    same = {"scope": limit.scope, "kind": limit.kind, "period": limit.period}
    return rows_in_force(Limit.objects.filter(player=limit.player_id, **same)).first()


def _amount(limit: Limit | None) -> int | None:
    return None if limit is None else limit.amount


def _is_looser(amount: int | None, before: int | None) -> bool:
    return before is not None and (amount is None or amount > before)


def _verify(player: User, wanted: Wanted, present: int | None) -> None:
    if player.is_staff or player.state == State.CLOSED or not _is_possible(wanted):
        raise LimitNotSettable
    if wanted.amount == present:
        raise LimitUnchanged


def _is_possible(wanted: Wanted) -> bool:
    """A limit of time that is no shorter than its period limits nothing."""
    if wanted.amount is None:
        return True
    longest = LENGTH[wanted.period].total_seconds()
    return wanted.amount >= 0 and (wanted.kind != Kind.TIME or wanted.amount < longest)


def _require_in_play(player: User) -> None:
    """Nobody who is out of play prepares to play for more. The player's row is locked: no break begins meanwhile."""
    if is_excluded(player):
        raise LimitDuringBreak


def _record(
    kind: EventKind, limit: Limit, before: int | None, acting_user: User, **more: str
) -> None:
    """What counted before, and what was asked for."""
    data = {
        "kind": limit.kind,
        "period": limit.period,
        "before": limit_text(limit.kind, before),
        "after": limit_text(limit.kind, limit.amount),
        **more,
    }
    record(kind, actor=acting_user.pk, subject=f"user {limit.player_id}", data=data)
