"""Steps of deposits and withdrawals: lock, check the state, record the step.

Lock order: player, deposit or withdrawal, accounts (in `post()`).
"""

from collections.abc import Set as AbstractSet
from typing import TypeVar

from django.db.models import Q, TextChoices

from accounts.models.users import User
from accounts.values.reasons import require_reason
from journal.refusals import ChangedMeanwhile, SentBefore
from wallet.cash.models import (
    Deposit,
    DepositStep,
    ProviderEvent,
    Withdrawal,
    WithdrawalState,
    WithdrawalStep,
)
from wallet.cash.refusals import PlayerTextNeeded
from wallet.money.values import Money

Head = TypeVar("Head", Deposit, Withdrawal)


def lock_player(player_id: int) -> User:
    """Lock and return the player; the row lock serialises checks against limits."""
    return User.objects.select_for_update(no_key=True).get(pk=player_id)


def lock_deposit(deposit_id: int) -> Deposit:
    """Lock and return a deposit. To credit it, lock its player first (`lock_payer`)."""
    return Deposit.objects.select_for_update(no_key=True).get(pk=deposit_id)


def lock_payer(deposit: Q) -> User | None:
    """Lock and return the player of a deposit; None without such a deposit. One query.

    The row lock serialises crediting with exclusions and changes of limits.
    """
    payers = Deposit.objects.filter(deposit).values("player")
    return User.objects.select_for_update(no_key=True).filter(pk__in=payers).first()


def lock_payee(withdrawal_id: int) -> User:
    """Lock the player of a withdrawal, before the withdrawal itself."""
    payees = Withdrawal.objects.filter(pk=withdrawal_id).values("player")
    return User.objects.select_for_update(no_key=True).get(pk__in=payees)


def lock_withdrawal(withdrawal_id: int) -> Withdrawal:
    return Withdrawal.objects.select_for_update(no_key=True).get(pk=withdrawal_id)


def requested_money(head: Deposit | Withdrawal) -> Money:
    """Return the requested amount."""
    return Money(head.units, head.currency_id)


def last_step(head: Deposit | Withdrawal) -> DepositStep | WithdrawalStep:
    """Return the latest step; every payment has one."""
    steps = head.steps.order_by("-n")
    return steps[0]


def is_repeated_step(
    head: Deposit | Withdrawal, seen: int, targets: AbstractSet[str], acting_user: User
) -> bool:
    """True if this user already took this very step: the form was sent twice.

    `seen` is the number of the last step shown (optimistic lock). Raises ChangedMeanwhile if another step, or another
    person, came first.
    """
    last = last_step(head)
    if last.n == seen:
        return False
    if last.n == seen + 1 and last.to_state in targets and last.acting_user_id == acting_user.pk:
        return True
    raise ChangedMeanwhile(detail=f"step {last.n}, seen {seen}")


def require_same_request(head: Head, player_id: int, money: Money) -> Head:
    """Return the payment that this key made earlier. Raises SentBefore if its content differs."""
    if (head.player_id, head.units, head.currency_id) != (player_id, money.units, money.currency):
        raise SentBefore(detail=str(head.key))
    return head


def require_note(text: str) -> str:
    """Return the note without surrounding blanks. Raises ReasonMissing."""
    return require_reason(text, "note")


def require_player_text(chosen: str, known: type[TextChoices]) -> str:
    """Return `chosen` if it is one of the known texts for players. Raises PlayerTextNeeded."""
    if chosen not in known.values:
        raise PlayerTextNeeded
    return chosen


def take_step(  # noqa: PLR0913  a step has as many facts
    payment: Deposit | Withdrawal,
    state: str,
    *,
    acting_user: User | None = None,
    note: str = "",
    transfer: int | None = None,
    event: ProviderEvent | None = None,
    told_player: str | None = None,
) -> None:
    """Write the next step and set `payment.state`; PostgreSQL refuses a step that does not follow."""
    before = payment.steps.order_by("-n").first()
    payment.steps.create(
        n=before.n + 1 if before else 1,
        from_state=before.to_state if before else "",
        to_state=state,
        acting_user=acting_user,
        note=note,
        transfer_id=transfer,
        event=event,
        told_player=told_player,
    )
    payment.state = state


def is_held_bounced(withdrawal: Withdrawal) -> bool:
    """True if a held withdrawal had bounced before the hold."""
    last = withdrawal.steps.order_by("-n").first()
    return bool(last and last.from_state == WithdrawalState.BOUNCED)
