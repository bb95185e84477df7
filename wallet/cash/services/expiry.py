"""Deposits of which their provider never said a word end by themselves."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from journal.models import EventKind
from journal.services.recording import record
from wallet.cash.models import Deposit, DepositState
from wallet.cash.services import steps
from wallet.providers.services import registry


def expire_deposits(now: datetime) -> int:
    """Expire what was begun DEPOSIT_EXPIRY_HOURS ago and never heard of again; return how many.

    What a cashier recorded waits for people, not for a provider, and never expires. A payment that
    comes later is credited all the same. Safe to repeat and to run beside itself and callbacks.
    """
    since = now - timedelta(hours=settings.DEPOSIT_EXPIRY_HOURS)
    due = Deposit.objects.filter(state=DepositState.REQUESTED, created_at__lt=since)
    due = due.exclude(provider=registry.MANUAL)
    return sum(_expire(pk) for pk in due.order_by("id").values_list("pk", flat=True))


@transaction.atomic
def _expire(deposit_id: int) -> bool:
    """Whether it was still waiting; whoever has it locked is about to end the waiting."""
    rows = Deposit.objects.select_for_update(no_key=True, skip_locked=True)
    deposit = rows.filter(pk=deposit_id, state=DepositState.REQUESTED).first()
    if deposit is None:
        return False
    steps.step_deposit(deposit, DepositState.EXPIRED)
    record(
        EventKind.DEPOSIT_EXPIRED,
        subject=f"deposit {deposit.number}",
        data={
            "player": deposit.player_id,
            "amount": str(steps.money_of(deposit)),
            "provider": deposit.provider,
        },
    )
    return True
