"""Staff decisions on suspected duplicate accounts."""

from uuid import NAMESPACE_OID, uuid5

from django.db import transaction

from accounts.models.identity import Double, DoubleDecision
from accounts.models.letters import Letter
from accounts.models.users import State, User
from accounts.restrictions.services.states import activate_confirmed
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from compliance.players.refusals import StillInUse
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile, Refusal
from journal.services.recording import record
from wallet.cash.services import closing


@transaction.atomic
def decide_duplicate(
    double_id: int, *, approved: bool, acting_user: User, reason: str
) -> DoubleDecision:
    """Approve the newer of two accounts as another person's, or refuse it as the same person's; idempotent.

    Approved: activate it unless another pair is undecided. Refused: close it. The player gets a letter.
    Locks the newer player's row. Raises NotPermitted, ReasonMissing, ChangedMeanwhile, StillInUse.
    """
    require(acting_user, Right.RESTRICT_PLAYERS)
    reason, same = require_reason(reason), not approved
    double = Double.objects.select_related("other").get(pk=double_id)
    player = User.objects.select_for_update().get(pk=double.newer_id)
    if found := DoubleDecision.objects.filter(double=double).first():
        if (found.same, found.decided_by_id) != (same, acting_user.pk):
            raise ChangedMeanwhile
        return found
    made = DoubleDecision.objects.create(
        double=double, same=same, reason=reason, decided_by=acting_user
    )
    data = {"same": same, "reason": reason, "players": [double.other_id]}
    record(EventKind.DOUBLE_DECIDED, actor=acting_user.pk, subject=f"user {player.pk}", data=data)
    if same:
        _close(player, double, acting_user, reason)
    else:
        _let_go_on(player)
    return made


def _close(player: User, double: Double, acting_user: User, reason: str) -> None:
    if player.state == State.CLOSED:
        return
    key = uuid5(NAMESPACE_OID, f"ligalo double {double.pk}")
    try:
        closing.close_account(player.pk, key=key, acting_user=acting_user, reason=reason)
    except Refusal as error:
        raise StillInUse(error.message) from error
    Letter.objects.create(player=player, kind=Letter.Kind.ONE_PERSON)


def _let_go_on(player: User) -> None:
    activate_confirmed(player)
    if player.state == State.ACTIVE:
        Letter.objects.create(player=player, kind=Letter.Kind.REVIEWED)
