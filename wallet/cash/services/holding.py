"""Holds on all withdrawals of a player, after a void for suspected fraud or a charged-back deposit."""

from accounts.models.users import User
from accounts.values.reasons import OwnReason
from journal.models import EventKind
from wallet.cash.models import ProviderEvent, Withdrawal, WithdrawalState
from wallet.cash.selectors import payments
from wallet.cash.services import steps
from wallet.cash.services.payout import record_event


def hold_for_fraud(player_id: int, *, acting_user: User) -> list[Withdrawal]:
    """Hold all holdable withdrawals of a locked player; the caller has checked the right."""
    return _hold(player_id, OwnReason.FRAUD_VOID.value, acting_user=acting_user)


def hold_for_charge_back(player_id: int, event: ProviderEvent) -> list[Withdrawal]:
    """Hold all holdable withdrawals of a locked player because of this charge-back event."""
    return _hold(player_id, OwnReason.CHARGED_BACK.value, event=event)


def _hold(
    player_id: int,
    reason: str,
    *,
    acting_user: User | None = None,
    event: ProviderEvent | None = None,
) -> list[Withdrawal]:
    rows = payments.holdable_withdrawals(player_id).select_for_update(no_key=True, of=("self",))
    found = list(rows)
    for withdrawal in found:
        steps.take_step(
            withdrawal, WithdrawalState.HELD, acting_user=acting_user, note=reason, event=event
        )
        record_event(EventKind.WITHDRAWAL_HELD, withdrawal, acting_user, reason)
    return found
