"""Deposit blocks after failed deposits: enforcing, logging, and lifting them."""

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from journal.models import EventKind
from journal.services.recording import record
from wallet.cash.models import Deposit, DepositReview
from wallet.cash.refusals import DepositsBlocked, DepositsNotBlocked
from wallet.cash.selectors.deposit_blocks import find_block
from wallet.cash.services import steps


def require_not_blocked(player_id: int) -> None:
    """Raise DepositsBlocked while failed deposits block new ones."""
    block = find_block(player_id)
    if block and block.is_active(timezone.now()):
        raise DepositsBlocked(block.until)


def record_block(deposit: Deposit) -> None:
    """Record an event if the last step of this deposit, of a locked player, started a block."""
    block = find_block(deposit.player_id)
    last = deposit.steps.order_by("-n").values_list("at", flat=True).first()
    if block is None or block.since != last:
        return
    kind = EventKind.DEPOSITS_BLOCKED if block.until else EventKind.DEPOSITS_BLOCKED_FOR_REVIEW
    until = block.until.isoformat() if block.until else ""
    record(kind, subject=f"player {deposit.player_id}", data={"until": until})


@transaction.atomic
def allow_deposits(player_id: int, *, acting_user: User, reason: str) -> DepositReview:
    """Lift the block after a staff review. Raises NotPermitted, ReasonMissing, DepositsNotBlocked."""
    require(acting_user, Right.HOLD_CASH)
    reason = steps.require_note(reason)
    steps.lock_player(player_id)
    if find_block(player_id) is None:
        raise DepositsNotBlocked
    made = DepositReview.objects.create(player_id=player_id, acting_user=acting_user, reason=reason)
    record(
        EventKind.DEPOSITS_ALLOWED,
        actor=acting_user.pk,
        subject=f"player {player_id}",
        data={"reason": reason},
    )
    return made
