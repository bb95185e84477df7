"""Restrictions of players from a case, by the limits and switches of the house, and their end.

Limits, switches and their events name no case and have the same reason for all: they are seen by more people than cases are.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from accounts.models.users import User
from accounts.roles.selectors import load_rights
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import OwnReason, require_reason
from cases.models import Case, CasePlayer, CaseRestriction, CaseRestrictionEnd, RestrictedPlay
from cases.refusals import (
    CaseStepNotPossible,
    NotInCase,
    RestrictedAlreadySo,
    RestrictionEnded,
    RestrictionUndecided,
)
from cases.selectors.restrictions import standing_restrictions
from cases.services.steps import lock_case, lock_players, record_case_event
from journal.models import EventKind
from journal.refusals import NotFound, SentBefore
from limits.models import LimitSet
from limits.models.sets import NAMES
from limits.selectors.sets import load_limit_set
from tables.services import limit_sets, switches

_RIGHTS: Final[Mapping[RestrictedPlay, Right]] = {
    RestrictedPlay.STAKE: Right.LIMIT_PLAYERS,
    RestrictedPlay.TABLES: Right.SWITCH_PLAYERS,
}
_MAX_BET: Final = "max_bet"


@dataclass(frozen=True, slots=True)
class PlayRestriction:
    """What to restrict: a highest bet in units of 10^-4 US dollars, or all play. `accepted`: an unusual limit is intended."""

    player: int
    kind: RestrictedPlay
    amount: int | None = None
    accepted: bool = False


@transaction.atomic
def restrict_player(
    case_id: UUID, wanted: PlayRestriction, *, key: UUID, acting_user: User, reason: str
) -> CaseRestriction:
    """Restrict a player of an open case: a highest bet is proposed to another person, play stops at once. Idempotent by key.

    Raises as `lock_case`, NotPermitted without the right of such limits, ReasonMissing, CaseStepNotPossible, NotInCase,
    RestrictedAlreadySo, RestrictionUndecided, Misconfigured, SentBefore.
    """
    require(acting_user, *_RIGHTS.values())
    require(acting_user, _RIGHTS[wanted.kind])
    reason = require_reason(reason)
    lock_players(case_id)
    case = lock_case(case_id, acting_user, Right.WORK_CASES, Right.APPROVE_CASES)
    if found := CaseRestriction.objects.filter(key=key).first():
        return _repeated(found, case, wanted, acting_user)
    if not case.is_open:
        raise CaseStepNotPossible(detail=case.status)
    if not CasePlayer.objects.filter(case=case, player=wanted.player).exists():
        raise NotInCase
    player = User.objects.get(pk=wanted.player)
    made = CaseRestriction.objects.create(
        key=key,
        case=case,
        player=player,
        kind=wanted.kind,
        reason=reason,
        acting_user=acting_user,
        **_carry_out(player, wanted, acting_user),
    )
    record_case_event(EventKind.CASE_RESTRICTED, case, acting_user, {"kind": wanted.kind.value})
    return made


def _repeated(
    found: CaseRestriction, case: Case, wanted: PlayRestriction, acting_user: User
) -> CaseRestriction:
    same = (case.pk, wanted.player, wanted.kind, acting_user.pk)
    if (found.case_id, found.player_id, found.kind, found.acting_user_id) != same:
        raise SentBefore
    return found


def _carry_out(player: User, wanted: PlayRestriction, acting_user: User) -> dict[str, Any]:
    if wanted.kind == RestrictedPlay.TABLES:
        made = switches.switch_player(
            player.pk, stopped=True, reason=OwnReason.CASE_REVIEW.value, acting_user=acting_user
        )
        if made is None:
            raise RestrictedAlreadySo
        return {"switching": made}
    before = _present(player.pk).get(_MAX_BET)
    return {
        "before": before,
        "limits": _propose(player, wanted.amount, acting_user, accepted=wanted.accepted),
    }


def _present(player: int) -> dict[str, int]:
    found = load_limit_set(player)
    return found.values if found else {}


def _propose(player: User, amount: int | None, acting_user: User, *, accepted: bool) -> LimitSet:
    """Propose the player's limits in force with another highest bet. Raises RestrictionUndecided if others wait."""
    limit_sets.lock_limits(player.pk)
    if LimitSet.objects.filter(player=player, decision=None).exists():
        raise RestrictionUndecided
    values: dict[str, int | None] = {**dict.fromkeys(NAMES), **_present(player.pk)}
    return limit_sets.propose_limits(
        player,
        {**values, _MAX_BET: amount},
        reason=OwnReason.CASE_REVIEW.value,
        acting_user=acting_user,
        accepted=accepted,
    )


@transaction.atomic
def end_restriction(pk: int, *, acting_user: User, reason: str) -> CaseRestrictionEnd:
    """End a restriction by hand: play goes on at once, the former highest bet is proposed to another person.

    Raises as `lock_case`, NotPermitted without the right of such limits, ReasonMissing, RestrictionEnded,
    RestrictionUndecided.
    """
    require(acting_user, *_RIGHTS.values())
    found = CaseRestriction.objects.select_related("case", "player").filter(pk=pk).first()
    if found is None:
        raise NotFound
    require(acting_user, _RIGHTS[RestrictedPlay(found.kind)])
    reason = require_reason(reason)
    lock_players(found.case.public_id)
    lock_case(found.case.public_id, acting_user, Right.WORK_CASES, Right.APPROVE_CASES)
    if not standing_restrictions().filter(pk=pk).exists():
        raise RestrictionEnded
    return _end(found, acting_user, reason, by_outcome=False)


def end_by_outcome(case: Case, acting_user: User, reason: str) -> None:
    """End the restrictions of a locked case that was cleared, those that this person has the right to end.

    The others, and limits that wait for another person, stay to be ended by hand before the case is closed.
    """
    rights = load_rights(acting_user)
    rows = standing_restrictions().filter(case=case).select_related("case", "player")
    for one in rows.order_by("pk"):
        undecided = LimitSet.objects.filter(player=one.player, decision=None)
        if one.kind == RestrictedPlay.STAKE and undecided.exists():
            continue
        if _RIGHTS[RestrictedPlay(one.kind)] in rights:
            _end(one, acting_user, reason, by_outcome=True)


def _end(
    found: CaseRestriction, acting_user: User, reason: str, *, by_outcome: bool
) -> CaseRestrictionEnd:
    made = CaseRestrictionEnd.objects.create(
        restriction=found,
        reason=reason,
        by_outcome=by_outcome,
        acting_user=acting_user,
        **_undo(found, acting_user),
    )
    record_case_event(
        EventKind.CASE_RESTRICTION_ENDED, found.case, acting_user, {"kind": found.kind}
    )
    return made


def _undo(found: CaseRestriction, acting_user: User) -> dict[str, Any]:
    """Resume play or propose the former highest bet, unless somebody has changed it since."""
    if found.kind == RestrictedPlay.TABLES:
        made = switches.switch_player(
            found.player_id,
            stopped=False,
            reason=OwnReason.RESTRICTION_OVER.value,
            acting_user=acting_user,
        )
        return {"switching": made}
    limits = found.limits
    if limits is None or _present(found.player_id).get(_MAX_BET) != limits.max_bet:
        return {}
    return {"limits": _propose(found.player, found.before, acting_user, accepted=True)}
