"""Refunds: the provider returns a deposit that was refused or reversed to its payer."""

from django.db import transaction

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from journal.models import EventKind
from journal.services.recording import record
from restores.services.gate import require_open
from wallet.cash.models import Deposit, DepositState
from wallet.cash.refusals import StepNotPossible
from wallet.cash.selectors.payments import is_money_gone
from wallet.cash.services import callbacks, steps
from wallet.providers.refusals import ProviderUnavailable
from wallet.providers.services import registry
from wallet.providers.values import ProviderPayment


def order_refund(deposit_id: int, *, seen: int, acting_user: User, note: str = "") -> Deposit:
    """Have the provider return a refused or reversed deposit; its callback reports it. A repeat returns it once.

    The provider is called after the commit. Raises NotPermitted, ChangedMeanwhile, StepNotPossible, ProviderUnavailable,
    ProviderUnreachable, ProviderDeclined.
    """
    require(acting_user, Right.DO_CASH)
    with transaction.atomic():
        require_open()
        deposit = steps.lock_deposit(deposit_id)
        service = registry.require_provider(deposit.provider)
        if not service.refunds:
            raise ProviderUnavailable(detail=deposit.provider)
        steps.is_repeated_step(deposit, seen, set(), acting_user)
        if deposit.state not in {DepositState.REFUSED, DepositState.REVERSED}:
            raise StepNotPossible(detail=deposit.state)
        if is_money_gone(deposit):
            raise StepNotPossible(detail="charged back")
        money = steps.requested_money(deposit)
        record(
            EventKind.DEPOSIT_REFUND_ORDERED,
            actor=acting_user.pk,
            subject=f"deposit {deposit.number}",
            data={"player": deposit.player_id, "amount": str(money), "note": note.strip()},
        )
    service.refund(ProviderPayment(deposit.reference, money), callbacks.process_callback)
    deposit.refresh_from_db()
    return deposit
