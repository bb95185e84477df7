"""Set-off: a player's debts are paid from balances before money leaves the house."""

from uuid import UUID, uuid5

from accounts.models.letters import Letter
from accounts.values.reasons import OwnReason
from journal.models import EventKind
from journal.services.recording import record
from wallet.debts.selectors import current_set_off
from wallet.debts.values import DebtPayment, SetOff
from wallet.ledger.models import Cause
from wallet.ledger.services import movements
from wallet.rates.values import quote_details

_REASONS = {Cause.ROUND: OwnReason.DEBT_OF_ROUND, Cause.DEPOSIT: OwnReason.DEBT_OF_DEPOSIT}


def set_off_debts(player_id: int, *, key: UUID, actor: int, last: str | None = None) -> SetOff:
    """Pay a locked player's undisputed debts as far as the balances go; return the set-off.

    Part of the caller's transaction, which requests a withdrawal (of the currency `last`) or closes the account; the
    ledger check reports a payment without one. The player gets a message. Raises InsufficientFunds if a running round
    has just spent a balance.
    """
    done = current_set_off(player_id, last)
    paid = [_pay(player_id, one, uuid5(key, f"debt {n}")) for n, one in enumerate(done.payments)]
    if paid:
        Letter.objects.create(player_id=player_id, kind=Letter.Kind.DEBT_PAID, about=str(paid[0]))
        record(
            EventKind.DEBT_PAID,
            actor=actor,
            subject=f"player {player_id}",
            data={
                "paid": [
                    f"{one.paid} ({one.debt.cause} {one.debt.cause_id})" for one in done.payments
                ],
                "exchanged": [
                    f"{one.given} → {one.received}" for one in done.payments if one.quotes
                ],
                "transfers": paid,
            },
        )
    return done


def _pay(player_id: int, payment: DebtPayment, key: UUID) -> int:
    """Make one payment, after an exchange if its balance is in another currency; return the id of the paying transfer."""
    cause = payment.debt.cause_id
    if payment.quotes:
        given, received = payment.quotes
        movements.exchange_money(
            player_id,
            payment.given,
            payment.received,
            key=uuid5(key, "exchange"),
            details={
                "debt": str(cause),
                "reason": OwnReason.DEBT_EXCHANGED.value,
                "spread": "0",
                **quote_details("given", given),
                **quote_details("received", received),
            },
        )
    details = {"cause": payment.debt.cause.value, "reason": _REASONS[payment.debt.cause].value}
    return movements.repay_debt(
        player_id, payment.paid, key=key, cause_id=cause, details=details
    ).transfer_id
