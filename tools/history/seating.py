"""Seats the players of a history's lines: their places at the tables, and when they open their shoes."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from casino.limits.values.at_deal import LimitsAtDeal
from tables.selectors.limits import load_bounds
from tools.history import round_statements, schedule
from tools.history.seats import LiveTableSeats, PlayerSeat, Seating
from tools.history.shoe_rows import ShoeRows
from wallet.money.values import PLAY_MONEY

if TYPE_CHECKING:
    import psycopg

    from tools.history.round_rows import Group, Line


def describe_line(line: Line) -> dict[str, Any]:
    """Return a line as parameters of its statements."""
    table, version = line.table, line.table.version
    return {
        "table": table.pk,
        "live": table.is_live,
        "version": table.version_id,
        "rules_hash": version.rules_hash,
        "limits": json.dumps(LimitsAtDeal.from_bounds(table, load_bounds(table)).to_dict()),
        "currency": line.currency,
        "worth": 0 if line.currency == PLAY_MONEY else 1,
        "need": line.need,
        "often": line.often,
        "gone": line.gone,
    }


def seat_players(
    owner: psycopg.Connection[Any], n: int, line: Line, first: int, key: str
) -> Iterator[Seating]:
    """Yield the seats of all players of a line, those of a live table together."""
    for part, group in enumerate(line.groups):
        given = {"line": n, "players": list(group.players), **describe_line(line)}
        owner.execute(round_statements.NEW_PLACES, given)
        owner.execute(round_statements.NEW_PARTICIPANTS, given)
        owner.execute(round_statements.NEW_ORIGINS, given)
        rows = owner.execute(round_statements.PLACES, given).fetchall()
        seat = _seat_together if line.table.is_live else _seat_apart
        yield from seat(n, line, group, first, f"{key}:{n}:{part}", rows)


def _seat_together(
    n: int, line: Line, group: Group, _first: int, key: str, rows: Sequence[tuple[int, str]]
) -> Iterator[Seating]:
    dice, openings = _openings(line, group, f"{key}:live")
    yield LiveTableSeats(rows, n, openings, dice)


def _seat_apart(
    n: int, line: Line, group: Group, first: int, key: str, rows: Sequence[tuple[int, str]]
) -> Iterator[Seating]:
    many = len(line.shoes.shoe) if isinstance(line.shoes, ShoeRows) else 0
    for who, (place, client_seed) in enumerate(rows):
        dice, openings = _openings(line, group, f"{key}:{who}")
        yield PlayerSeat(place, client_seed, n, first, many, openings, dice)


def _openings(line: Line, group: Group, key: str) -> tuple[random.Random, Iterator[datetime]]:
    """Return dice and the times at which shoes are opened with them."""
    dice = random.Random(key)  # noqa: S311 - generated history, not security-relevant
    turns = math.ceil(group.rounds / line.shoes.rounds)
    return dice, schedule.turn_starts(dice, turns, group.since, group.until, group.rhythm)
