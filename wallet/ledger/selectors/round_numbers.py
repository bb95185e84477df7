"""Round numbers for lists of money; the ledger stores references."""

from django.db import connection
from django.db.models import CharField
from django.db.models.expressions import RawSQL


def number_of(reference: str) -> str:
    """Return the SQL for the number of the round with this reference: a column or a parameter."""
    return f"(SELECT round.number FROM casino_round AS round WHERE round.public_id = {reference})"  # noqa: S608 - a name in code


class RoundNumber(RawSQL):
    """The number of the round whose reference is in a column, such as "wallet_transfer.round_id"; None without one.

    Reads the casino's table by name: the wallet may not import the casino.
    """

    def __init__(self, column: str) -> None:
        super().__init__(number_of(column), (), CharField())


def round_number(reference: str) -> str | None:
    """Return the number of the round with this reference; None where there is none. One query."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {number_of('%s')}", [reference])
        (number,) = cursor.fetchone()
    return number and str(number)
