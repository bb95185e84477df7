"""Holds on all withdrawals of a player: in a case, after a void for suspected fraud or a charged-back deposit."""

from collections.abc import Collection

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


def hold_for_case(player_id: int, *, but: Collection[int] = ()) -> list[Withdrawal]:
    """Hold all holdable withdrawals of a locked player, except `but`, until two people end the hold in a case.

    Step and event name nobody, and the reason is the same for every case: the case says who placed the hold, and why.
    """
    return _hold(player_id, OwnReason.CASE_REVIEW.value, but=but)


def is_held_for_case(withdrawal: Withdrawal) -> bool:
    """Return whether a withdrawal is held in a case: only two people there end the hold.

    Staff who type the same words at the desk hold no case's withdrawal: their step has their name.
    """
    last = withdrawal.steps.order_by("-n").first()
    return (
        last is not None
        and last.to_state == WithdrawalState.HELD
        and last.acting_user_id is None
        and last.note == OwnReason.CASE_REVIEW
    )


def release_for_case(withdrawal: Withdrawal, *, acting_user: User) -> None:
    """End the hold of a locked withdrawal that two people have released in its case; `acting_user` approved."""
    bounced = steps.is_held_bounced(withdrawal)
    state = WithdrawalState.BOUNCED if bounced else WithdrawalState.REQUESTED
    reason = OwnReason.CASE_REVIEW.value
    steps.take_step(withdrawal, state, acting_user=acting_user, note=reason)
    record_event(EventKind.WITHDRAWAL_RELEASED, withdrawal, acting_user, reason)


def _hold(
    player_id: int,
    reason: str,
    *,
    acting_user: User | None = None,
    event: ProviderEvent | None = None,
    but: Collection[int] = (),
) -> list[Withdrawal]:
    rows = payments.holdable_withdrawals(player_id).exclude(pk__in=but)
    found = list(rows.select_for_update(no_key=True, of=("self",)))
    for withdrawal in found:
        steps.take_step(
            withdrawal, WithdrawalState.HELD, acting_user=acting_user, note=reason, event=event
        )
        record_event(EventKind.WITHDRAWAL_HELD, withdrawal, acting_user, reason)
    return found
