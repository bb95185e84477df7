"""The house holds one player to a limit: it counts at once beside the player's own ones, and the lower of them applies.

Everything happens under a lock on the player's row, which bets, deposits and decisions with new money wait for. One of staff
sets a limit or lowers it; to raise or end it takes another person than who set it.
"""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from accounts.models.house_limits import HouseLimit
from accounts.models.letters import Letter
from accounts.models.play_limits import PlayLimit
from accounts.models.users import State, User
from accounts.protection.refusals import LimitNotSettable, LimitUnchanged
from accounts.protection.selectors.effective_limits import latest_of
from accounts.protection.selectors.play_limits import LENGTH
from accounts.protection.values import limit_text
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from approvals.services import require_another_person
from journal.models import Kind as EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player is held to: 10^-4 US dollars, of time seconds, or with None nothing any more.

    `words` is what the player reads beside what it means; the reason stays with staff.
    """

    kind: PlayLimit.Kind
    period: PlayLimit.Period
    amount: int | None
    reason: str
    words: str = ""


@transaction.atomic
def hold_to(player_id: int, wanted: Holding, *, key: UUID, by: User) -> HouseLimit:
    """Set, change or end a limit of the house for a player, from now on. The same key twice is one row.

    Raises NotPermitted, ReasonMissing, LimitNotSettable, LimitUnchanged, AnotherPersonNeeded where it loosens what this person
    set, ChangedMeanwhile for the key of something else.
    """
    require(by, Right.LIMIT_PLAYERS)
    reason = require_reason(wanted.reason)
    player = User.objects.select_for_update(no_key=True).get(pk=player_id)
    if found := HouseLimit.objects.filter(key=key).first():
        if _said(found) != (player_id, by.pk, wanted.kind, wanted.period, wanted.amount):
            raise ChangedMeanwhile
        return found
    before = latest_of(player_id).filter(kind=wanted.kind, period=wanted.period).first()
    _verify(player, wanted, before, by)
    made = HouseLimit.objects.create(
        key=key,
        player=player,
        kind=wanted.kind,
        period=wanted.period,
        amount=wanted.amount,
        reason=reason,
        by=by,
    )
    Letter.objects.create(
        player=player, kind=Letter.Kind.LIMIT, about=str(made.pk), words=wanted.words.strip()
    )
    _tell(made, None if before is None else before.amount)
    return made


def _said(row: HouseLimit) -> tuple[int, int, str, str, int | None]:
    return (row.player_id, row.by_id, row.kind, row.period, row.amount)


def _verify(player: User, wanted: Holding, before: HouseLimit | None, by: User) -> None:
    if player.is_staff or player.state == State.CLOSED or not _possible(wanted):
        raise LimitNotSettable
    present = None if before is None else before.amount
    if wanted.amount == present:
        raise LimitUnchanged
    looser = present is not None and (wanted.amount is None or wanted.amount > present)
    if before is not None and looser:
        require_another_person(by, {before.by_id})


def _possible(wanted: Holding) -> bool:
    if wanted.amount is None:
        return True
    is_time = wanted.kind == PlayLimit.Kind.TIME
    shorter = not is_time or wanted.amount < LENGTH[wanted.period].total_seconds()
    return wanted.amount >= 0 and shorter


def _tell(made: HouseLimit, before: int | None) -> None:
    data = {
        "kind": made.kind,
        "period": made.period,
        "before": limit_text(made.kind, before),
        "after": limit_text(made.kind, made.amount),
        "reason": made.reason,
    }
    record(EventKind.LIMIT_BY_HOUSE, actor=made.by_id, subject=f"user {made.player_id}", data=data)
