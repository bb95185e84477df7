"""The ledger's lines, tied to the game: what open rounds have staked is exactly what is in play."""

from uuid import UUID

from django.db import connection, transaction

from casino.models import Round
from wallet.money import Money
from wallet.reconciliation import BrokenLine, broken_lines


def open_stakes() -> dict[UUID, Money]:
    """What each running round holds, as the game knows it."""
    running = Round.objects.filter(status=Round.Status.IN_PROGRESS)
    return {round_.public_id: round_.money(round_.staked) for round_ in running}


def broken_lines_of_the_house() -> list[BrokenLine]:
    """Every line that does not hold, in one snapshot, so that play may go on meanwhile. Not inside a transaction."""
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        return broken_lines(open_stakes())
