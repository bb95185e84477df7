"""The numbers that people call rounds by, for lists of money: the ledger keeps their references."""

from typing import Final

from django.db import connection
from django.db.models import CharField
from django.db.models.expressions import RawSQL

_NUMBER: Final = "SELECT number FROM casino_round WHERE public_id = %s"


class RoundNumber(RawSQL):
    """The number of the round whose reference a column holds, as in "wallet_transfer.round_id"; None where there is none.

    The table is the casino's, which the wallet may not import.
    """

    def __init__(self, column: str) -> None:
        sql = f"(SELECT round.number FROM casino_round AS round WHERE round.public_id = {column})"  # noqa: S608 - a name in code
        super().__init__(sql, (), CharField())


def round_number(reference: str) -> str | None:
    """Return the number of the round with this reference; None where there is none. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_NUMBER, [reference])
        found = cursor.fetchone()
    return None if found is None else str(found[0])
