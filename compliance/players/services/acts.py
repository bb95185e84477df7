"""Staff acts on a player other than restrictions: notes, sign-in, test accounts. Each needs a right and records an event."""

from collections.abc import Callable
from uuid import UUID

from django.db import transaction

from accounts.models.notes import NOTE_LENGTH, Note
from accounts.models.users import State, User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from compliance.players.refusals import HasPlayed, NoteTooLong, TestAccountAlready
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record
from wallet.ledger.models import Account
from wallet.money.values import PLAY_MONEY


@transaction.atomic
def write_note(player_id: int, text: str, *, key: UUID, acting_user: User) -> Note:
    """Write a note on a player, for staff; idempotent by key. Locks the player row.

    Raises NotPermitted, ReasonMissing, NoteTooLong, ChangedMeanwhile (key used with other content).
    """
    require(acting_user, Right.NOTE_PLAYERS)
    text = require_reason(text)
    if len(text) > NOTE_LENGTH:
        raise NoteTooLong
    player = _lock_player(player_id)
    if found := Note.objects.filter(key=key).first():
        if (found.player_id, found.acting_user_id, found.text) != (player_id, acting_user.pk, text):
            raise ChangedMeanwhile
        return found
    made = Note.objects.create(key=key, player=player, text=text, acting_user=acting_user)
    # The event does not contain the text.
    record(
        EventKind.PLAYER_NOTED,
        actor=acting_user.pk,
        subject=f"user {player.pk}",
        data={"note": made.pk},
    )
    return made


@transaction.atomic
def forget_failed_logins(
    player_id: int, *, acting_user: User, reason: str, forget: Callable[[User], int]
) -> None:
    """Unlock a player's sign-in. `forget` resets the counters and returns the number of failures for the event.

    Raises NotPermitted, ReasonMissing.
    """
    require(acting_user, Right.RESTRICT_PLAYERS)
    reason = require_reason(reason)
    player = _lock_player(player_id)
    data = {"reason": reason, "failures": forget(player)}
    record(EventKind.LOGIN_FREED, actor=acting_user.pk, subject=f"user {player.pk}", data=data)


@transaction.atomic
def mark_test_account(player_id: int, *, acting_user: User, reason: str) -> None:
    """Mark an account as a test account, permanently; reports exclude it. Only before real money has moved.

    Raises NotPermitted, ReasonMissing, TestAccountAlready, HasPlayed.
    """
    require(acting_user, Right.APPROVE_PLAYERS)
    reason = require_reason(reason)
    player = _lock_player(player_id)
    if player.is_test_account or player.state == State.CLOSED:
        raise TestAccountAlready
    moved = Account.objects.filter(player=player, seq__gt=0).exclude(currency=PLAY_MONEY)
    if moved.exists():
        raise HasPlayed
    player.is_test_account = True
    player.save(update_fields=["is_test_account"])
    data = {"reason": reason}
    record(
        EventKind.TEST_ACCOUNT_MARKED, actor=acting_user.pk, subject=f"user {player.pk}", data=data
    )


def _lock_player(player_id: int) -> User:
    return User.objects.select_for_update().get(pk=player_id, is_staff=False)
