"""Resets of lost second factors (decision 0040): one person asks, another approves, 72 hours pass.

The waiting time starts when the player's mail is sent; using a factor in the meantime ends the reset. Every
step takes a lock on the player's row.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Final
from uuid import UUID

from allauth.mfa.models import Authenticator
from django.db import transaction

from accounts.factors.selectors import has_factor
from accounts.models.letters import Letter
from accounts.models.recovery import FactorReset, FactorResetDecision, FactorResetEnd
from accounts.models.users import User
from accounts.recovery.refusals import DocumentNotCompared, NoFactorToReset
from accounts.recovery.selectors import due_resets, has_compared_document, running_resets
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from accounts.visits.services.visits import end_visits_by_house
from approvals.services import DecisionFlow
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import declare_acting_user, record

How = FactorResetEnd.How
_FLOW: Final = DecisionFlow(FactorResetDecision, build_right_check(Right.APPROVE_PLAYERS))


@transaction.atomic
def request_reset(player_id: int, *, key: UUID, acting_user: User, reason: str) -> FactorReset:
    """Request a reset; the player gets a letter at once. Idempotent by key. Locks the player.

    Raises NotPermitted, ReasonMissing, NoFactorToReset, DocumentNotCompared, and ChangedMeanwhile if one is running or the
    key belongs to another request.
    """
    require(acting_user, Right.RESTRICT_PLAYERS)
    reason = require_reason(reason)
    player = _locked(player_id)
    if found := FactorReset.objects.filter(key=key).first():
        if (found.player_id, found.proposed_by_id) != (player_id, acting_user.pk):
            raise ChangedMeanwhile
        return found
    if not has_factor(player):
        raise NoFactorToReset
    if not has_compared_document(player, acting_user):
        raise DocumentNotCompared
    if running_resets().filter(player=player).exists():
        raise ChangedMeanwhile
    letter = Letter.objects.create(player=player, kind=Letter.Kind.RESET_DUE)
    made = FactorReset.objects.create(
        key=key, player=player, reason=reason, proposed_by=acting_user, letter=letter
    )
    _tell(EventKind.SECOND_STEP_RESET_ASKED, made, acting_user, {"reason": reason})
    return made


@transaction.atomic
def decide_reset(
    reset_id: int, *, approved: bool, acting_user: User, reason: str
) -> FactorResetDecision:
    """Approve or refuse a reset, as another person who has also compared the document. Locks the player.

    Raises as `DecisionFlow.decide`, DocumentNotCompared, and ChangedMeanwhile also if the reset has ended.
    """
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    reset = FactorReset.objects.get(pk=reset_id)
    player = _locked(reset.player_id)

    def carry_out() -> dict[str, object]:
        if not running_resets().filter(pk=reset.pk).exists():
            raise ChangedMeanwhile
        if approved and not has_compared_document(player, acting_user):
            raise DocumentNotCompared
        return {}

    decision, is_new = _FLOW.decide(reset, verdict, carry_out)
    if not is_new:
        return decision
    data = {
        "approved": approved,
        "note": decision.reason,
        "proposed_by": reset.proposed_by_id,
    }
    _tell(EventKind.SECOND_STEP_RESET_DECIDED, reset, acting_user, data)
    if not approved:
        Letter.objects.create(player=player, kind=Letter.Kind.RESET_OFF)
    return decision


@transaction.atomic
def stop_reset(reset_id: int, *, acting_user: User, reason: str) -> FactorResetEnd:
    """Stop a running reset; one person is enough. Locks the player.

    Raises NotPermitted, ReasonMissing, and ChangedMeanwhile if it has ended.
    """
    require(acting_user, Right.RESTRICT_PLAYERS)
    reason = require_reason(reason)
    reset = FactorReset.objects.get(pk=reset_id)
    player = _locked(reset.player_id)
    if not running_resets().filter(pk=reset.pk).exists():
        raise ChangedMeanwhile
    made = FactorResetEnd.objects.create(
        reset=reset, how=How.STOPPED, reason=reason, acting_user=acting_user
    )
    _tell(EventKind.SECOND_STEP_RESET_STOPPED, reset, acting_user, {"reason": reason})
    Letter.objects.create(player=player, kind=Letter.Kind.RESET_OFF)
    return made


@transaction.atomic
def end_resets_by_factor(player_id: int) -> None:
    """End a running reset, because the player has used a factor. One query without one."""
    if not running_resets().filter(player=player_id).exists():
        return
    player = _locked(player_id)
    for reset in running_resets().filter(player=player):
        FactorResetEnd.objects.create(reset=reset, how=How.SHOWN)
        _tell(EventKind.SECOND_STEP_RESET_STOPPED, reset, player, {})
        Letter.objects.create(player=player, kind=Letter.Kind.RESET_OFF)


@transaction.atomic
def carry_out_reset(reset_id: int, now: datetime) -> bool:
    """Remove factors and password if the reset is still due, and end all sessions. Return whether it was done.

    If the player's row is locked, the reset waits for the next run. The player sets a new password by a mailed
    link: neither a stolen password nor a document alone is enough.
    """
    reset = FactorReset.objects.get(pk=reset_id)
    players = User.objects.select_for_update(skip_locked=True)
    player = players.filter(pk=reset.player_id).first()
    if player is None or not due_resets(now).filter(pk=reset_id).exists():
        return False
    declare_acting_user(None)
    Authenticator.objects.filter(user=player).delete()
    player.set_unusable_password()
    player.sessions_ended += 1
    player.save(update_fields=["password", "sessions_ended"])
    end_visits_by_house(player)
    FactorResetEnd.objects.create(reset=reset, how=How.DONE)
    _tell(EventKind.SECOND_STEP_REMOVED, reset, None, {})
    Letter.objects.create(player=player, kind=Letter.Kind.RESET_DONE)
    return True


def _locked(player_id: int) -> User:
    return User.objects.select_for_update().get(pk=player_id, is_staff=False)


def _tell(
    kind: EventKind, reset: FactorReset, acting_user: User | None, data: Mapping[str, object]
) -> None:
    about = {"reset": reset.pk, **data}
    record(
        kind,
        actor=acting_user.pk if acting_user else None,
        subject=f"user {reset.player_id}",
        data=about,
    )
