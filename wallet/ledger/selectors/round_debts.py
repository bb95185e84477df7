"""A player's debt for a voided round, and its suspended stakes."""

from uuid import UUID

from wallet.ledger.models import Receivable, Reversal, Transfer, TransferKind
from wallet.money.values import Money


def round_debt(player_id: int, round_id: UUID, currency: str) -> Money:
    """Return a player's remaining debt for a round."""
    rows = Receivable.objects.filter(player_id=player_id, round_id=round_id, currency_id=currency)
    return Money(rows.values_list("amount", flat=True).first() or 0, currency)


def find_suspension(player_id: int, round_id: UUID) -> Transfer | None:
    """Return the transfer that currently suspends the stakes of a round; None if there is none."""
    held = Transfer.objects.filter(
        round_id=round_id, player_id=player_id, kind=TransferKind.SUSPEND
    )
    return held.exclude(pk__in=Reversal.objects.values("original")).first()
