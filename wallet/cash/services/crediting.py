"""Crediting a deposit to the player, or refusing it after the provider received it."""

from uuid import uuid5

from accounts.models.letters import Letter
from accounts.models.users import User
from journal.models import EventKind
from journal.services.recording import record
from wallet.cash.models import Deposit, DepositReturnReason, DepositState, ProviderEvent
from wallet.cash.services import steps
from wallet.ledger.services import movements


def credit_deposit(
    deposit: Deposit,
    *,
    acting_user: User | None = None,
    note: str = "",
    event: ProviderEvent | None = None,
) -> None:
    """Post a locked deposit and write its last step, by staff or by a provider event."""
    money = steps.requested_money(deposit)
    posting = movements.credit_deposit(
        deposit.player_id, money, key=uuid5(deposit.key, "credit"), provider=deposit.provider
    )
    steps.take_step(
        deposit,
        DepositState.CREDITED,
        acting_user=acting_user,
        note=note,
        transfer=posting.transfer_id,
        event=event,
    )
    record(
        EventKind.DEPOSIT_CREDITED,
        actor=acting_user.pk if acting_user else None,
        subject=f"deposit {deposit.number}",
        data={
            "player": deposit.player_id,
            "amount": str(money),
            "provider": deposit.provider,
            "transfer": posting.transfer_id,
        },
    )


def refuse_received_deposit(
    deposit: Deposit, why: DepositReturnReason, *, event: ProviderEvent
) -> None:
    """Refuse a locked deposit whose money the provider received and has to return; the player gets a message."""
    steps.take_step(deposit, DepositState.REFUSED, note=why.value, event=event)
    Letter.objects.create(
        player=deposit.player, kind=Letter.Kind.SENT_BACK, about=str(deposit.pk), words=""
    )
