"""The ledger's lines, tied to the game: what is in play, and what was paid, is what the rounds say."""

from collections.abc import Iterator
from uuid import UUID

from django.db import connection, transaction

from casino.models import Round
from wallet.money import Money
from wallet.reconciliation import OPEN_ROUNDS, SEALED, SHOWN, BrokenLine, checked_lines, lines
from wallet.seal_files import HEADS, differences

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
    return [*lines(), SEALED, OPEN_ROUNDS, SETTLEMENTS, HEADS]


def open_stakes() -> dict[UUID, Money]:
    """What each running round holds, as the game knows it."""
    running = Round.objects.filter(status=Round.Status.IN_PROGRESS)
    return {round_.public_id: round_.money(round_.staked) for round_ in running}


def broken_lines_of_play() -> list[BrokenLine]:
    """Every line of the database that does not hold now, in the caller's transaction if there is one."""
    return [line for line in _lines_of_play() if line.rows]


def _lines_of_play() -> Iterator[BrokenLine]:
    yield from checked_lines(open_stakes())
    with connection.cursor() as cursor:
        cursor.execute(_SETTLEMENTS)
        rows = [row[0] for row in cursor.fetchall()]
    yield BrokenLine(SETTLEMENTS, len(rows), tuple(rows[:SHOWN]))


def checked_lines_of_the_house() -> Iterator[BrokenLine]:
    """Yield every line as it is checked, with no rows where it holds: in one snapshot, so that play may go on meanwhile.

    Not inside a transaction. No time-out: a long history takes its time.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SET LOCAL statement_timeout = 0")
        yield from _lines_of_play()
    rows = differences()
    yield BrokenLine(HEADS, len(rows), tuple(rows[:SHOWN]))


def broken_lines_of_the_house() -> list[BrokenLine]:
    """Return the lines that do not hold; see `checked_lines_of_the_house`."""
    return [line for line in checked_lines_of_the_house() if line.rows]
