"""The numbers that people call rounds by, for lists of money: the ledger keeps their references."""

from django.db.models import CharField
from django.db.models.expressions import RawSQL


class RoundNumber(RawSQL):
    """The number of the round whose reference a column holds, as in "wallet_transfer.round_id"; None where there is none.

    The table is the casino's, which the wallet may not import.
    """

    def __init__(self, column: str) -> None:
        sql = f"(SELECT round.number FROM casino_round AS round WHERE round.public_id = {column})"  # noqa: S608 - a name in code
        super().__init__(sql, (), CharField())
