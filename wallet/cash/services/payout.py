"""Payment or bounce of a withdrawal, by staff or as reported by its provider."""

from uuid import uuid5

from accounts.models.users import User
from journal.models import EventKind
from journal.services.recording import record
from wallet.cash.models import ProviderEvent, Withdrawal, WithdrawalState
from wallet.cash.services import steps
from wallet.ledger.services import movements


def record_payment(
    withdrawal: Withdrawal,
    *,
    acting_user: User | None = None,
    note: str = "",
    event: ProviderEvent | None = None,
) -> None:
    """Post the payment of a locked withdrawal from its held money and write its last step."""
    posting = movements.pay_withdrawal(
        withdrawal.player_id,
        steps.requested_money(withdrawal),
        key=uuid5(withdrawal.key, "pay out"),
        withdrawal_id=withdrawal.reference,
        details={"withdrawal": withdrawal.number},
    )
    steps.take_step(
        withdrawal,
        WithdrawalState.PAID,
        acting_user=acting_user,
        note=note,
        transfer=posting.transfer_id,
        event=event,
    )
    record_event(EventKind.WITHDRAWAL_PAID, withdrawal, acting_user, note)


def record_bounce(
    withdrawal: Withdrawal,
    *,
    acting_user: User | None = None,
    note: str = "",
    event: ProviderEvent | None = None,
) -> None:
    """Record that a locked withdrawal was not paid; its money stays held until staff pay it otherwise or return it."""
    steps.take_step(
        withdrawal, WithdrawalState.BOUNCED, acting_user=acting_user, note=note, event=event
    )
    record_event(EventKind.WITHDRAWAL_BOUNCED, withdrawal, acting_user, note)


def record_event(
    kind: EventKind, withdrawal: Withdrawal, acting_user: User | None, note: str
) -> None:
    record(
        kind,
        actor=acting_user.pk if acting_user else None,
        subject=f"withdrawal {withdrawal.number}",
        data={
            "player": withdrawal.player_id,
            "amount": str(steps.requested_money(withdrawal)),
            "state": withdrawal.state,
            "note": note,
        },
    )
