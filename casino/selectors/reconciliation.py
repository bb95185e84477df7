"""The ledger's lines, tied to the game: what is in play, and what was paid, is what the rounds say."""

from uuid import UUID

from django.db import connection, transaction

from casino.models import Round
from wallet.money import Money
from wallet.reconciliation import OPEN_ROUNDS, SHOWN, BrokenLine, broken_lines, lines

SETTLEMENTS = "settlements are what their rounds returned"
_SETTLEMENTS = """
    SELECT format('round %s: transfer %s paid %s, the round returned %s',
                  coalesce(paid.round_id, round.public_id), paid.id, paid.units, round.returned)
    FROM (
        SELECT transfer.id, transfer.round_id, transfer.player_id,
               coalesce(sum(entry.amount) FILTER (WHERE entry.seq IS NOT NULL), 0) AS units
        FROM wallet_transfer AS transfer JOIN wallet_entry AS entry ON entry.transfer_id = transfer.id
        WHERE transfer.kind = 'settle'
          AND NOT EXISTS (SELECT FROM wallet_reversal WHERE original_id = transfer.id)
        GROUP BY transfer.id
    ) AS paid
    FULL JOIN (SELECT * FROM casino_round WHERE status = 'completed') AS round
    ON round.public_id = paid.round_id AND round.player_id = paid.player_id
    WHERE paid.units IS DISTINCT FROM round.returned
    ORDER BY 1
"""


def names_of_lines() -> list[str]:
    """Every line that is checked, the ledger's own first."""
    return [*lines(), OPEN_ROUNDS, SETTLEMENTS]


def open_stakes() -> dict[UUID, Money]:
    """What each running round holds, as the game knows it."""
    running = Round.objects.filter(status=Round.Status.IN_PROGRESS)
    return {round_.public_id: round_.money(round_.staked) for round_ in running}


def broken_lines_of_play() -> list[BrokenLine]:
    """Every line that does not hold now, in the caller's transaction if there is one."""
    with connection.cursor() as cursor:
        cursor.execute(_SETTLEMENTS)
        rows = [row[0] for row in cursor.fetchall()]
    untied = [BrokenLine(SETTLEMENTS, len(rows), tuple(rows[:SHOWN]))] if rows else []
    return [*broken_lines(open_stakes()), *untied]


def broken_lines_of_the_house() -> list[BrokenLine]:
    """The same in one snapshot, so that play may go on meanwhile. Not inside a transaction."""
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        return broken_lines_of_play()
