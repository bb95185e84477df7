"""Withdrawals: the player asks, the money is held, staff approve and pay, or refuse."""

from uuid import UUID, uuid5

from django.db import transaction

from accounts.models import User
from accounts.roles import Right, may, require
from accounts.selectors import may_withdraw
from journal.models import Kind
from journal.services import record
from wallet import providers, services
from wallet.cash import selectors
from wallet.cash.errors import (
    NotAllowed,
    SecondPersonNeeded,
    StepNotPossible,
    WithdrawalsClosed,
)
from wallet.cash.models import Withdrawal, WithdrawalState
from wallet.cash.services import limits, steps
from wallet.errors import KeyConflict
from wallet.money import Money


@transaction.atomic
def request(player: User, money: Money, *, destination: str, key: UUID) -> Withdrawal:
    """Ask for `money`, which is held from now on; the player cannot take it back.

    `destination` says where to pay it. Raises NotAllowed (verified players only), a limit's
    refusal, WithdrawalsClosed, InsufficientFunds, KeyConflict. Repeated with its key it is the
    same withdrawal.
    """
    person = steps.lock_player(player.pk)
    destination = steps.reason(destination)
    if found := Withdrawal.objects.filter(key=key).first():
        if found.destination != destination:
            raise KeyConflict(str(key))
        return steps.same_request(found, person.pk, money)
    if refusal := may_withdraw(person):
        raise NotAllowed(refusal.code, refusal.message)
    _see_open()
    measured = limits.measure_withdrawal(person.pk, money)
    withdrawal = Withdrawal.objects.create(
        key=key,
        player=person,
        provider=providers.MANUAL,
        currency_id=money.currency,
        units=money.units,
        rate=measured.rate,
        amount_usd=measured.worth.units,
        needs_second=measured.needs_second,
        destination=destination,
    )
    posting = services.withdraw(
        person.pk,
        money,
        key=uuid5(key, "hold"),
        withdrawal_id=withdrawal.reference,
        details={"withdrawal": withdrawal.number},
    )
    steps.step_withdrawal(
        withdrawal, WithdrawalState.REQUESTED, actor=person, transfer=posting.transfer_id
    )
    _tell(Kind.WITHDRAWAL_REQUESTED, withdrawal, person, "")
    return withdrawal


@transaction.atomic
def approve(withdrawal_id: int, *, seen: int, acting_user: User, note: str = "") -> Withdrawal:
    """Approve: the cashier first, and above the limit then a manager, who is another person.

    `seen` is the number of the last step that the page showed; raises StepTaken when somebody
    was quicker, NotPermitted, SecondPersonNeeded, StepNotPossible, WithdrawalsClosed.
    """
    withdrawal = steps.lock_withdrawal(withdrawal_id)
    first = withdrawal.steps.filter(n=seen, to_state=WithdrawalState.SECOND).first()
    require(acting_user, Right.APPROVE_CASH if first else Right.DO_CASH)
    done = (
        {WithdrawalState.APPROVED} if first else {WithdrawalState.SECOND, WithdrawalState.APPROVED}
    )
    if steps.is_taken(withdrawal, seen, done, acting_user):
        return withdrawal
    _see_open()
    _see_state(withdrawal, WithdrawalState.REQUESTED, WithdrawalState.SECOND)
    if first and first.acting_user_id == acting_user.pk:
        raise SecondPersonNeeded
    further = withdrawal.needs_second and not first
    state = WithdrawalState.SECOND if further else WithdrawalState.APPROVED
    steps.step_withdrawal(withdrawal, state, actor=acting_user, note=note.strip())
    _tell(Kind.WITHDRAWAL_APPROVED, withdrawal, acting_user, note.strip())
    return withdrawal


@transaction.atomic
def pay(withdrawal_id: int, *, seen: int, acting_user: User, note: str) -> Withdrawal:
    """Record that an approved withdrawal was paid; `note` is the payment's own reference."""
    require(acting_user, Right.DO_CASH)
    note = steps.reason(note)
    withdrawal = steps.lock_withdrawal(withdrawal_id)
    if steps.is_taken(withdrawal, seen, {WithdrawalState.PAID}, acting_user):
        return withdrawal
    _see_open()
    _see_state(withdrawal, WithdrawalState.APPROVED)
    posting = services.pay_out(
        withdrawal.player_id,
        steps.money_of(withdrawal),
        key=uuid5(withdrawal.key, "pay out"),
        withdrawal_id=withdrawal.reference,
        details={"withdrawal": withdrawal.number},
    )
    steps.step_withdrawal(
        withdrawal,
        WithdrawalState.PAID,
        actor=acting_user,
        note=note,
        transfer=posting.transfer_id,
    )
    _tell(Kind.WITHDRAWAL_PAID, withdrawal, acting_user, note)
    return withdrawal


@transaction.atomic
def refuse(withdrawal_id: int, *, seen: int, acting_user: User, reason: str) -> Withdrawal:
    """Refuse an unpaid withdrawal: the money goes back to the player, who reads the reason."""
    if not may(acting_user, Right.DO_CASH):
        require(acting_user, Right.APPROVE_CASH)
    reason = steps.reason(reason)
    withdrawal = steps.lock_withdrawal(withdrawal_id)
    if steps.is_taken(withdrawal, seen, {WithdrawalState.REFUSED}, acting_user):
        return withdrawal
    _see_state(
        withdrawal,
        WithdrawalState.REQUESTED,
        WithdrawalState.SECOND,
        WithdrawalState.APPROVED,
        WithdrawalState.HELD,
    )
    posting = services.cancel_withdrawal(
        withdrawal.player_id,
        steps.money_of(withdrawal),
        key=uuid5(withdrawal.key, "cancel"),
        withdrawal_id=withdrawal.reference,
        details={"withdrawal": withdrawal.number},
    )
    steps.step_withdrawal(
        withdrawal,
        WithdrawalState.REFUSED,
        actor=acting_user,
        note=reason,
        transfer=posting.transfer_id,
    )
    _tell(Kind.WITHDRAWAL_REFUSED, withdrawal, acting_user, reason)
    return withdrawal


@transaction.atomic
def hold(withdrawal_id: int, *, seen: int, acting_user: User, reason: str) -> Withdrawal:
    """Stop an unpaid withdrawal for a documented investigation."""
    require(acting_user, Right.HOLD_CASH)
    reason = steps.reason(reason)
    withdrawal = steps.lock_withdrawal(withdrawal_id)
    if steps.is_taken(withdrawal, seen, {WithdrawalState.HELD}, acting_user):
        return withdrawal
    _see_state(
        withdrawal, WithdrawalState.REQUESTED, WithdrawalState.SECOND, WithdrawalState.APPROVED
    )
    steps.step_withdrawal(withdrawal, WithdrawalState.HELD, actor=acting_user, note=reason)
    _tell(Kind.WITHDRAWAL_HELD, withdrawal, acting_user, reason)
    return withdrawal


@transaction.atomic
def release(withdrawal_id: int, *, seen: int, acting_user: User, reason: str) -> Withdrawal:
    """End the investigation: the withdrawal waits for its approvals anew."""
    require(acting_user, Right.HOLD_CASH)
    reason = steps.reason(reason)
    withdrawal = steps.lock_withdrawal(withdrawal_id)
    if steps.is_taken(withdrawal, seen, {WithdrawalState.REQUESTED}, acting_user):
        return withdrawal
    _see_state(withdrawal, WithdrawalState.HELD)
    steps.step_withdrawal(withdrawal, WithdrawalState.REQUESTED, actor=acting_user, note=reason)
    _tell(Kind.WITHDRAWAL_RELEASED, withdrawal, acting_user, reason)
    return withdrawal


def _see_open() -> None:
    if not selectors.withdrawals_open():
        raise WithdrawalsClosed


def _see_state(withdrawal: Withdrawal, *states: WithdrawalState) -> None:
    if withdrawal.state not in states:
        raise StepNotPossible(withdrawal.state)


def _tell(kind: Kind, withdrawal: Withdrawal, actor: User, note: str) -> None:
    record(
        kind,
        actor=actor.pk,
        subject=f"withdrawal {withdrawal.number}",
        data={
            "player": withdrawal.player_id,
            "amount": str(steps.money_of(withdrawal)),
            "state": withdrawal.state,
            "note": note,
        },
    )
