"""The reconciliation: every line must hold for every row, at any time."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final
from uuid import UUID

from django.db import connection
from django.db.backends.utils import CursorWrapper

from wallet.models import Seal
from wallet.money import Money
from wallet.selectors import in_play_by_round

SHOWN: Final = 5
SEALED: Final = "blocks are as they were sealed"
OPEN_ROUNDS: Final = "open rounds are the money in play"
_LINE = re.compile(r"^-- line: (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class BrokenLine:
    """A line that does not hold: how many rows break it, and the first of them."""

    line: str
    rows: int
    first: tuple[str, ...]

    def __str__(self) -> str:
        """The line, then its first rows."""
        return "\n  ".join([f"{self.line}: broken by {self.rows}", *self.first])


@cache
def lines() -> Mapping[str, str]:
    """Return every line of the ledger's own: its name and the query for what breaks it."""
    text = (files("wallet.sql") / "reconciliation.sql").read_text(encoding="utf-8")
    _, *parts = _LINE.split(text)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def checked_lines(
    open_stakes: Mapping[UUID, Money] | None = None,
) -> Iterator[BrokenLine]:
    """Yield every line as it is checked, with no rows where it holds now.

    `open_stakes`, where given, is what the game says that its open rounds hold, by round;
    it must be what is in play. Read-only, and right while others write.
    """
    for name, query in lines().items():
        yield _broken(name, _rows(query))
    yield _broken(SEALED, _unsealed())
    if open_stakes is not None:
        yield _broken(OPEN_ROUNDS, _untied(open_stakes))


def broken_lines(open_stakes: Mapping[UUID, Money] | None = None) -> list[BrokenLine]:
    """Return the lines that do not hold now; an empty list is a sound ledger. See `checked_lines`."""
    return [line for line in checked_lines(open_stakes) if line.rows]


def _broken(name: str, rows: list[str]) -> BrokenLine:
    return BrokenLine(name, len(rows), tuple(rows[:SHOWN]))


def _rows(query: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return [row[0] for row in cursor.fetchall()]


def _unsealed() -> list[str]:
    """Name the blocks that are not what was sealed: a query each, so that none takes long."""
    numbers = Seal.objects.order_by("number").values_list("number", flat=True)
    with connection.cursor() as cursor:
        return [
            f"block {number}: not as it was sealed"
            for number in numbers
            if not _holds(cursor, number)
        ]


def _holds(cursor: CursorWrapper, number: int) -> bool:
    cursor.execute("SELECT public.wallet_block_holds(%s)", [number])
    row = cursor.fetchone()
    return bool(row and row[0])


def _untied(open_stakes: Mapping[UUID, Money]) -> list[str]:
    """Name the rounds whose stakes the game and the ledger see differently."""
    held: defaultdict[UUID, list[Money]] = defaultdict(list)
    for (round_id, _player), money in in_play_by_round().items():
        held[round_id].append(money)
    rounds = sorted(held.keys() | open_stakes.keys())
    return [
        f"round {round_id}: {_total(held[round_id])} in play, {open_stakes.get(round_id, 'not')} open"
        for round_id in rounds
        if _total(held[round_id])
        != _total([open_stakes[round_id]] if round_id in open_stakes else [])
    ]


def _total(amounts: list[Money]) -> str:
    """Add money up; currencies stand apart."""
    units: defaultdict[str, int] = defaultdict(int)
    for money in amounts:
        units[money.currency] += money.units
    return (
        ", ".join(str(Money(total, code)) for code, total in sorted(units.items()) if total) or "0"
    )
