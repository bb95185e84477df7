"""The reconciliation: every line must hold for every row, at any time."""

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final
from uuid import UUID

from django.db import connection

from wallet.money import Money
from wallet.selectors import in_play_by_round

SHOWN: Final = 5
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


def broken_lines(open_stakes: Mapping[UUID, Money] | None = None) -> list[BrokenLine]:
    """Return the lines that do not hold now; an empty list is a sound ledger.

    `open_stakes`, where given, is what the game says that its open rounds hold, by round;
    it must be what is in play. Read-only, and right while others write.
    """
    broken = [_broken(name, _rows(query)) for name, query in lines().items()]
    if open_stakes is not None:
        broken.append(_broken(OPEN_ROUNDS, _untied(open_stakes)))
    return [line for line in broken if line.rows]


def _broken(name: str, rows: list[str]) -> BrokenLine:
    return BrokenLine(name, len(rows), tuple(rows[:SHOWN]))


def _rows(query: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return [row[0] for row in cursor.fetchall()]


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
