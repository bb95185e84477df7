"""Expiry of deposits without a callback from their provider."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from journal.models import EventKind
from journal.services.recording import record
from wallet.cash.models import Deposit, DepositState
from wallet.cash.services import steps
from wallet.providers.services import registry


def expire_deposits(now: datetime) -> int:
    """Expire deposits begun more than DEPOSIT_EXPIRY_HOURS ago without a callback; return how many.

    Deposits recorded by a cashier never expire. A late payment is still credited. Idempotent; safe to run concurrently
    with itself and with callbacks.
    """
    since = now - timedelta(hours=settings.DEPOSIT_EXPIRY_HOURS)
    due = Deposit.objects.filter(state=DepositState.REQUESTED, created_at__lt=since)
    due = due.exclude(provider=registry.MANUAL)
    return sum(_expire(pk) for pk in due.order_by("id").values_list("pk", flat=True))


@transaction.atomic
def _expire(deposit_id: int) -> bool:
    """Expire if still waiting; skip locked ones, which are about to change."""
    rows = Deposit.objects.select_for_update(no_key=True, skip_locked=True)
    deposit = rows.filter(pk=deposit_id, state=DepositState.REQUESTED).first()
    if deposit is None:
        return False
    steps.take_step(deposit, DepositState.EXPIRED)
    record(
        EventKind.DEPOSIT_EXPIRED,
        subject=f"deposit {deposit.number}",
        data={
            "player": deposit.player_id,
            "amount": str(steps.requested_money(deposit)),
            "provider": deposit.provider,
        },
    )
    return True
