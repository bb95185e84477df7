"""Round numbers for lists of money; the ledger stores only references."""

from django.db import connection
from django.db.models import CharField
from django.db.models.expressions import RawSQL


def round_number_sql(reference: str) -> str:
    """Return SQL for the number of the round with this reference, which is a column or a parameter."""
    return f"(SELECT round.number FROM casino_round AS round WHERE round.public_id = {reference})"  # noqa: S608 - a name in code


class RoundNumber(RawSQL):
    """Number of the round whose reference is in a column, such as "wallet_transfer.round_id"; NULL without one.

    Reads the casino's tables by name, as `RoundTable` does: the wallet may not import the casino.
    """

    def __init__(self, column: str) -> None:
        super().__init__(round_number_sql(column), (), CharField())


class RoundTable(RawSQL):
    """Name of the table at which the round was played whose reference is in a column; NULL without one."""

    def __init__(self, column: str) -> None:
        played = "casino_round AS round JOIN casino_place AS place ON place.id = round.place_id"
        table = "tables_table AS house ON house.id = place.table_id"
        found = f"(SELECT house.name FROM {played} JOIN {table} WHERE round.public_id = {column})"  # noqa: S608 - a name in code
        super().__init__(found, (), CharField())


def find_round_number(reference: str) -> str | None:
    """Return the number of the round with this reference; None if there is none. One query."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {round_number_sql('%s')}", [reference])
        (number,) = cursor.fetchone()
    return number and str(number)
