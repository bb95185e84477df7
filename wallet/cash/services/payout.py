"""The moment in which a withdrawal is paid, by staff or as its provider says, or comes back unpaid."""

from uuid import uuid5

from accounts.models.users import User
from journal.models import Kind
from journal.services.recording import record
from wallet.cash.models import ProviderEvent, Withdrawal, WithdrawalState
from wallet.cash.services import steps
from wallet.ledger.services import movements


def record_payment(
    withdrawal: Withdrawal,
    *,
    actor: User | None = None,
    note: str = "",
    event: ProviderEvent | None = None,
) -> None:
    """Post the payment of a locked withdrawal, which holds its money, and write its last step."""
    posting = movements.pay_withdrawal(
        withdrawal.player_id,
        steps.money_of(withdrawal),
        key=uuid5(withdrawal.key, "pay out"),
        withdrawal_id=withdrawal.reference,
        details={"withdrawal": withdrawal.number},
    )
    steps.step_withdrawal(
        withdrawal,
        WithdrawalState.PAID,
        actor=actor,
        note=note,
        transfer=posting.transfer_id,
        event=event,
    )
    record_event(Kind.WITHDRAWAL_PAID, withdrawal, actor, note)


def record_bounce(
    withdrawal: Withdrawal,
    *,
    actor: User | None = None,
    note: str = "",
    event: ProviderEvent | None = None,
) -> None:
    """The provider did not pay: the money stays held until staff pay otherwise or give it back."""
    steps.step_withdrawal(withdrawal, WithdrawalState.BOUNCED, actor=actor, note=note, event=event)
    record_event(Kind.WITHDRAWAL_BOUNCED, withdrawal, actor, note)


def record_event(kind: Kind, withdrawal: Withdrawal, actor: User | None, note: str) -> None:
    """Write into the journal what happened to a withdrawal."""
    record(
        kind,
        actor=actor.pk if actor else None,
        subject=f"withdrawal {withdrawal.number}",
        data={
            "player": withdrawal.player_id,
            "amount": str(steps.money_of(withdrawal)),
            "state": withdrawal.state,
            "note": note,
        },
    )
