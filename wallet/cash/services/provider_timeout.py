"""Payouts on which the provider does not report: two people may declare them unpaid.

The money stays held meanwhile. The provider's report still counts: if it reports paid after staff have ended the
withdrawal, an event is recorded (`callbacks`).
"""

from django.db import transaction

from accounts.models.users import User
from accounts.roles.selectors import has_right
from accounts.roles.services import require
from accounts.roles.values import Right
from approvals.services import require_another_person
from journal.models import EventKind
from wallet.cash.models import Withdrawal, WithdrawalState
from wallet.cash.refusals import StepNotPossible
from wallet.cash.services import payout, steps


@transaction.atomic
def doubt_payment(withdrawal_id: int, *, seen: int, acting_user: User, reason: str) -> Withdrawal:
    """Declare that the provider did not pay; `reason` states the evidence.

    `seen` is the number of the last step shown. Raises NotPermitted, ReasonMissing, ChangedMeanwhile, StepNotPossible.
    """
    withdrawal, taken = _lock_withdrawal(withdrawal_id, seen, acting_user, WithdrawalState.DOUBTED)
    if not taken:
        reason = _step(
            withdrawal, WithdrawalState.SENT, WithdrawalState.DOUBTED, acting_user, reason
        )
        payout.record_event(EventKind.WITHDRAWAL_DOUBTED, withdrawal, acting_user, reason)
    return withdrawal


@transaction.atomic
def resume_waiting(withdrawal_id: int, *, seen: int, acting_user: User, reason: str) -> Withdrawal:
    """Withdraw the declaration and wait for the provider again. Raises as `doubt_payment`."""
    withdrawal, taken = _lock_withdrawal(withdrawal_id, seen, acting_user, WithdrawalState.SENT)
    if not taken:
        reason = _step(
            withdrawal, WithdrawalState.DOUBTED, WithdrawalState.SENT, acting_user, reason
        )
        payout.record_event(EventKind.WITHDRAWAL_RELEASED, withdrawal, acting_user, reason)
    return withdrawal


def _lock_withdrawal(
    withdrawal_id: int, seen: int, acting_user: User, after: WithdrawalState
) -> tuple[Withdrawal, bool]:
    """Return the locked withdrawal, and whether this user has already taken this very step."""
    if not has_right(acting_user, Right.DO_CASH):
        require(acting_user, Right.APPROVE_CASH)
    withdrawal = steps.lock_withdrawal(withdrawal_id)
    return withdrawal, steps.is_repeated_step(withdrawal, seen, {after}, acting_user)


def _step(
    withdrawal: Withdrawal,
    before: WithdrawalState,
    after: WithdrawalState,
    acting_user: User,
    reason: str,
) -> str:
    reason = steps.require_note(reason)
    _see_state(withdrawal, before)
    steps.take_step(withdrawal, after, acting_user=acting_user, note=reason)
    return reason


@transaction.atomic
def confirm_bounce(withdrawal_id: int, *, seen: int, acting_user: User, reason: str) -> Withdrawal:
    """Confirm, as another person, that the provider did not pay; staff then pay it otherwise or return it.

    Raises AnotherPersonNeeded, and as `doubt_payment`.
    """
    require(acting_user, Right.APPROVE_CASH)
    reason = steps.require_note(reason)
    withdrawal = steps.lock_withdrawal(withdrawal_id)
    if steps.is_repeated_step(withdrawal, seen, {WithdrawalState.BOUNCED}, acting_user):
        return withdrawal
    _see_state(withdrawal, WithdrawalState.DOUBTED)
    require_another_person(acting_user, {steps.last_step(withdrawal).acting_user_id})
    payout.record_bounce(withdrawal, acting_user=acting_user, note=reason)
    return withdrawal


def _see_state(withdrawal: Withdrawal, state: WithdrawalState) -> None:
    if withdrawal.state != state:
        raise StepNotPossible(detail=withdrawal.state)
