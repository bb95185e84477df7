"""Erasures that players asked for: proposed by one person, decided by another."""

from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from approvals.services import DecisionFlow
from compliance.erasure.refusals import ErasureNotAsked, ErasureProposed
from compliance.erasure.selectors.obstacles import find_obstacles
from compliance.erasure.services.erasing import erase_person, tell_player
from compliance.models import (
    Dispute,
    DisputeOutcome,
    DisputeState,
    DisputeSubject,
    Erasure,
    ErasureDecision,
)
from journal.models import EventKind
from journal.refusals import NotFound
from journal.services.recording import record

_FLOW: Final = DecisionFlow(ErasureDecision, build_right_check(Right.APPROVE_PLAYERS))


@transaction.atomic
def propose_erasure(player_id: int, *, acting_user: User, reason: str) -> Erasure:
    """Propose to erase a player whose request was closed as erased. Locks the player.

    Raises NotPermitted, ReasonMissing, ErasureProposed, ErasureNotAsked, and the refusals of `find_obstacles`.
    """
    require(acting_user, Right.RESTRICT_PLAYERS)
    reason = require_reason(reason)
    player = _lock_player(player_id)
    _require_erasable(player)
    if Erasure.objects.filter(player=player, decision=None).exists():
        raise ErasureProposed
    if (asked := _find_request(player)) is None:
        raise ErasureNotAsked
    made = Erasure.objects.create(
        player=player, dispute=asked, reason=reason, proposed_by=acting_user
    )
    data = {"erasure": made.pk, "dispute": asked.number}
    record(EventKind.ERASURE_PROPOSED, actor=acting_user.pk, subject=_subject(made), data=data)
    return made


@transaction.atomic
def decide_erasure(pk: int, *, approved: bool, acting_user: User, reason: str) -> ErasureDecision:
    """Decide an erasure. Approved: the person is erased now, and told by mail. Locks the player.

    Raises as `DecisionFlow.decide`, NotFound, and the refusals of `find_obstacles`.
    """
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    asked = Erasure.objects.filter(pk=pk).first()
    if asked is None:
        raise NotFound
    player = _lock_player(asked.player_id)

    def require_possible() -> dict[str, object]:
        if approved:
            _require_erasable(player)
        return {}

    made, is_new = _FLOW.decide(asked, verdict, require_possible)
    if not is_new:
        return made
    data = {"erasure": asked.pk, "approved": approved, "proposed_by": asked.proposed_by_id}
    record(EventKind.ERASURE_DECIDED, actor=acting_user.pk, subject=_subject(asked), data=data)
    if approved:
        tell_player(player)
        erase_person(player, f"erasure {asked.pk}", erasure=asked, actor=acting_user.pk)
    return made


def _require_erasable(player: User) -> None:
    for refusal in find_obstacles(player, timezone.now()):
        raise refusal


def _find_request(player: User) -> Dispute | None:
    """Return the newest request for erasure that the house closed as erased."""
    asked = Dispute.objects.filter(
        player=player, subject=DisputeSubject.ERASURE, state=DisputeState.CLOSED
    )
    return asked.filter(replies__outcome=DisputeOutcome.ERASED).order_by("-pk").first()


def _lock_player(player_id: int) -> User:
    return User.objects.select_for_update().get(pk=player_id, is_staff=False)


def _subject(erasure: Erasure) -> str:
    return f"user {erasure.player_id}"
