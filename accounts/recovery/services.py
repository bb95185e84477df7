"""Taking lost second factors away (decision 0040): one of staff asks, another approves, and 72 hours after the player was told it is done.

Whoever shows a factor in the meantime has not lost it, and that is its end. Everything happens under a lock on the player's row.
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
from accounts.recovery.refusals import NotCompared, NothingLost
from accounts.recovery.selectors import due_resets, has_compared, running_resets
from accounts.roles.services import require, requires
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from accounts.visits.services.visits import end_by_house
from approvals.services import Flow
from journal.models import Kind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import acting, record

How = FactorResetEnd.How
_FLOW: Final = Flow(FactorResetDecision, requires(Right.APPROVE_PLAYERS))


@transaction.atomic
def ask(player_id: int, *, key: UUID, by: User, reason: str) -> FactorReset:
    """Ask that every factor of a player be taken away; the player is told at once. The same key twice is one.

    Raises NotPermitted, ReasonMissing, NothingLost, NotCompared, ChangedMeanwhile where one runs already.
    """
    require(by, Right.RESTRICT_PLAYERS)
    reason = require_reason(reason)
    player = _locked(player_id)
    if found := FactorReset.objects.filter(key=key).first():
        if (found.player_id, found.proposed_by_id) != (player_id, by.pk):
            raise ChangedMeanwhile
        return found
    if not has_factor(player):
        raise NothingLost
    if not has_compared(player, by):
        raise NotCompared
    if running_resets().filter(player=player).exists():
        raise ChangedMeanwhile
    letter = Letter.objects.create(player=player, kind=Letter.Kind.RESET_DUE)
    made = FactorReset.objects.create(
        key=key, player=player, reason=reason, proposed_by=by, letter=letter
    )
    _tell(Kind.SECOND_STEP_RESET_ASKED, made, by, {"reason": reason})
    return made


@transaction.atomic
def decide(reset_id: int, *, approved: bool, acting_user: User, reason: str) -> FactorResetDecision:
    """Approve it, or refuse it, as somebody who did not ask for it and who has compared the document too.

    Raises as `Flow.decide`, NotCompared, ChangedMeanwhile also where it has ended.
    """
    verdict = _FLOW.verdict(approved=approved, acting_user=acting_user, reason=reason)
    reset = FactorReset.objects.get(pk=reset_id)
    player = _locked(reset.player_id)

    def carry_out() -> dict[str, object]:
        if not running_resets().filter(pk=reset.pk).exists():
            raise ChangedMeanwhile
        if approved and not has_compared(player, acting_user):
            raise NotCompared
        return {}

    decision, is_new = _FLOW.decide(reset, verdict, carry_out)
    if not is_new:
        return decision
    data = {
        "approved": approved,
        "note": decision.reason,
        "proposed_by": reset.proposed_by_id,
    }
    _tell(Kind.SECOND_STEP_RESET_DECIDED, reset, acting_user, data)
    if not approved:
        Letter.objects.create(player=player, kind=Letter.Kind.RESET_OFF)
    return decision


@transaction.atomic
def stop(reset_id: int, *, by: User, reason: str) -> FactorResetEnd:
    """Stop it before it is done: one person is enough for what leaves everything as it is. Raises NotPermitted, ReasonMissing, ChangedMeanwhile."""
    require(by, Right.RESTRICT_PLAYERS)
    reason = require_reason(reason)
    reset = FactorReset.objects.get(pk=reset_id)
    player = _locked(reset.player_id)
    if not running_resets().filter(pk=reset.pk).exists():
        raise ChangedMeanwhile
    made = FactorResetEnd.objects.create(reset=reset, how=How.STOPPED, reason=reason, by=by)
    _tell(Kind.SECOND_STEP_RESET_STOPPED, reset, by, {"reason": reason})
    Letter.objects.create(player=player, kind=Letter.Kind.RESET_OFF)
    return made


@transaction.atomic
def record_factor_shown(player_id: int) -> None:
    """A factor of this person was shown, so it is not lost: what runs about it has come to its end."""
    if not running_resets().filter(player=player_id).exists():
        return
    player = _locked(player_id)
    for reset in running_resets().filter(player=player):
        FactorResetEnd.objects.create(reset=reset, how=How.SHOWN)
        _tell(Kind.SECOND_STEP_RESET_STOPPED, reset, player, {})
        Letter.objects.create(player=player, kind=Letter.Kind.RESET_OFF)


@transaction.atomic
def carry_out(reset_id: int, now: datetime) -> bool:
    """Take the factors away, if it is still due, and the password with them; every session ends. A locked player waits for the next run.

    Whoever comes back sets a password by a link to the mailbox: neither a password that was stolen nor one look at a document is enough.
    """
    reset = FactorReset.objects.get(pk=reset_id)
    players = User.objects.select_for_update(skip_locked=True)
    player = players.filter(pk=reset.player_id).first()
    if player is None or not due_resets(now).filter(pk=reset_id).exists():
        return False
    acting(None)
    Authenticator.objects.filter(user=player).delete()
    player.set_unusable_password()
    player.sessions_ended += 1
    player.save(update_fields=["password", "sessions_ended"])
    end_by_house(player)
    FactorResetEnd.objects.create(reset=reset, how=How.DONE)
    _tell(Kind.SECOND_STEP_REMOVED, reset, None, {})
    Letter.objects.create(player=player, kind=Letter.Kind.RESET_DONE)
    return True


def _locked(player_id: int) -> User:
    return User.objects.select_for_update().get(pk=player_id, is_staff=False)


def _tell(kind: Kind, reset: FactorReset, by: User | None, data: Mapping[str, object]) -> None:
    about = {"reset": reset.pk, **data}
    record(kind, actor=by.pk if by else None, subject=f"user {reset.player_id}", data=about)
