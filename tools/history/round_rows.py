"""Finished rounds in any number, bulk-written as if they had been played one by one.

Shoes are played by the engine: each from its own seeds (`tools.history.engine_play`), or a few from
common seeds, which are copied (`tools.history.shoe_rows`). Every player plays one in turn, over
some weeks. The rounds of many players are written day by day, in chronological order. Written are
places, closed shoes with their sealed and revealed seeds, rounds, bets, decisions, the ledger's
movements and the public log with its chain: everything, by the owner, with the tables' triggers
off. Every constraint is on, and the reconciliation finds nothing (tests/casino/test_bench_play.py).
The cards of a copied shoe do not follow from its own seed: recomputing its hands shows differences.
"""

import math
import secrets
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import count, islice
from typing import Any, Final

import psycopg

import blackjack
from tables.models import Table
from tools.history import (
    engine_play,
    fairness_log,
    live_statements,
    round_statements,
    seating,
)
from tools.history.engine_play import Engine, Playing, PlayStyle, collect_shoes
from tools.history.private_shoes import play_shoes
from tools.history.schedule import Rhythm
from tools.history.seats import DueShoe, Seating
from tools.history.shoe_rows import ShoeRows

SHOES: Final = 24
TRIGGERED: Final = (
    *(
        "casino_shoe",
        "casino_deal",
        "casino_round",
        "casino_bet",
        "casino_decision",
        "casino_logline",
    ),
    *("wallet_transfer", "wallet_entry", "wallet_account"),
    *live_statements.TRIGGERED,
)
SLICE: Final = timedelta(days=1)
_WORKERS: Final = 2
_FEW: Final = 1000
"""Below this number of players one worker writes everything: more workers would only add overhead."""
_AHEAD: Final = 4
"""Turns played ahead of writing."""
Tell = Callable[[float], None]


@dataclass(frozen=True)
class Group:
    """Players who begin and end together; each plays about `rounds` rounds between two times."""

    players: Sequence[int]
    rounds: float
    since: datetime
    until: datetime
    rhythm: Rhythm | None = None
    """Distribution of play over day and week; None: even."""


@dataclass(frozen=True)
class Rate:
    """Value of a currency's unit in dollars on a day, and the row that has it."""

    currency: str
    day: date
    rate: Decimal
    row: int
    as_of: datetime


@dataclass(frozen=True)
class Line:
    """Groups of players at a table in a currency, who copy `shoes` or play their own in this style.

    One round in `gone` is finished by the house. With `need` in the account, a player does not lose
    it all in most shoes. Before one shoe in `often` a player moves money without need; 0: never.
    """

    table: Table
    currency: str
    shoes: ShoeRows | PlayStyle
    groups: Sequence[Group]
    gone: int = 0
    need: int = 0
    often: int = 0


@dataclass(frozen=True)
class ExtraStatements:
    """SQL that a turn runs besides its rounds.

    `whole` creates shared tables, `tables` those of a connection; `before` and `after` run in every
    turn, `now_and_then` every few days.
    """

    whole: str = "SELECT"
    tables: str = "SELECT"
    before: Sequence[str] = ()
    after: Sequence[str] = ()
    now_and_then: Sequence[str] = ()
    given: Mapping[str, object] = field(default_factory=dict)
    key: str = field(default_factory=secrets.token_hex)
    """Seed of all random numbers and shoe seeds: the same key gives the same history."""


def fill(url: str, table: Table, groups: Sequence[Group], tell: Tell) -> int:
    """Write the rounds of every group at the table; return the total number of rounds.

    `tell` gets the completed fraction.
    """
    stake = table.min_player or table.min_bet_usd
    shoes = play_shoes(table.version.rules, stake, SHOES)
    with psycopg.connect(url, autocommit=True) as owner:
        with _untriggered(owner):
            write_rounds(
                url, [Line(table, table.currencies[0], shoes, groups)], (), ExtraStatements(), tell
            )
        fairness_log.append_log_lines(url, owner)
        return _number(owner, "SELECT count(*) FROM casino_round")


def write_rounds(
    url: str, lines: Sequence[Line], rates: Sequence[Rate], also: ExtraStatements, tell: Tell
) -> None:
    """Write the rounds of several lines, without the public log; the triggers must be off.

    Raises ValueError if only some of the lines copy their shoes.
    """
    styles = [line.shoes for line in lines if isinstance(line.shoes, PlayStyle)]
    if styles and len(styles) < len(lines):
        raise ValueError("all lines copy their shoes, or none does")
    copied = ShoeRows()
    firsts = []
    for line in lines:
        firsts.append(len(copied.shoe))
        if isinstance(line.shoes, ShoeRows):
            copied.extend(line.shoes.renumber(firsts[-1]))
    with (
        psycopg.connect(url, autocommit=True) as owner,
        _prepared(owner, lines, rates),
        engine_play.run_engine(styles) as engine,
    ):
        owner.execute(also.whole)
        seats = [
            seat
            for n, line in enumerate(lines)
            for seat in seating.seat_players(owner, n, line, firsts[n], also.key)
        ]
        owner.execute(round_statements.COUNTED)
        first = min(group.since for line in lines for group in line.groups)
        first = first.replace(hour=0, minute=0, second=0, microsecond=0)
        last = max(group.until for line in lines for group in line.groups)
        days = [first + n * SLICE for n in range(math.ceil((last - first) / SLICE))]

        workers = _WORKERS if len(seats) > _FEW else 1

        def part(which: int) -> None:
            own = [seat for seat in seats if seat.place % workers == which]
            given = {"which": which, "workers": workers, **also.given}
            filling = _Filling(url, own, also, engine or copied, given)
            filling.play(days, tell if which == 0 else _nobody)

        with ThreadPoolExecutor(workers) as threads:
            for worker in [threads.submit(part, which) for which in range(workers)]:
                worker.result()


def _nobody(_part: float) -> None:
    """Ignore progress; used by the second worker."""


@contextmanager
def _untriggered(owner: psycopg.Connection[Any]) -> Iterator[None]:
    """Disable the product's triggers inside the context."""
    for table in TRIGGERED:
        owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    try:
        yield
    finally:
        for table in TRIGGERED:
            owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


@contextmanager
def _prepared(
    owner: psycopg.Connection[Any], lines: Sequence[Line], rates: Sequence[Rate]
) -> Iterator[None]:
    """Create tables of lines and rates, which are dropped at the end."""
    owner.execute("DROP SCHEMA IF EXISTS bench_fill CASCADE")  # left by an interrupted run
    owner.execute(round_statements.TABLES)
    try:
        with owner.cursor() as cursor:
            with cursor.copy("COPY bench_fill.rate FROM STDIN") as copy:
                for rate in rates:
                    copy.write_row((rate.currency, rate.day, rate.rate, rate.row, rate.as_of))
            for n, line in enumerate(lines):
                cursor.execute(round_statements.LINE, {"line": n, **seating.describe_line(line)})
        yield
    finally:
        owner.execute("DROP SCHEMA bench_fill CASCADE")


@dataclass(frozen=True)
class _Turn:
    """Shoes opened in one turn of a day, and the engine's work on them; without any, the day begins."""

    day: int
    due: Sequence[DueShoe] = ()
    playing: Playing | None = None


def _prefetch(turns: Iterator[_Turn]) -> Iterator[_Turn]:
    """Start _AHEAD turns before they are needed."""
    waiting = deque(islice(turns, _AHEAD))
    while waiting:
        yield waiting.popleft()
        waiting.extend(islice(turns, 1))


class _Filling:
    """Writes the rounds of some players, day by day. In a turn, each player who opens a shoe that day plays one."""

    def __init__(
        self,
        url: str,
        seats: Sequence[Seating],
        also: ExtraStatements,
        shoes: ShoeRows | Engine,
        given: Mapping[str, object],
    ) -> None:
        self.url, self.seats, self.also, self.shoes = url, seats, also, shoes
        self.given = {"library": blackjack.VERSION, **given}
        self.number = count()

    def play(self, days: Sequence[datetime], tell: Tell) -> None:
        """Write all days."""
        with psycopg.connect(
            self.url, autocommit=True, cursor_factory=psycopg.ClientCursor
        ) as connection:
            connection.execute(_SETTINGS)
            connection.execute(round_statements.FRESH)
            connection.execute(self.also.tables)
            rows = (
                round_statements.KEPT
                if isinstance(self.shoes, ShoeRows)
                else round_statements.OF_A_TURN
            )
            connection.execute(round_statements.PLAYED.format(rows=rows))
            if isinstance(self.shoes, ShoeRows):
                _copy(connection, self.shoes)
            for turn in _prefetch(self._turns(days)):
                with connection.transaction():
                    if turn.due:
                        self._write(connection, turn)
                    elif turn.day % _NOW_AND_THEN == 0:
                        for statement in self.also.now_and_then:
                            connection.execute(statement, {**self.given, "day": days[turn.day]})
                tell((turn.day + 1) / len(days))

    def _turns(self, days: Sequence[datetime]) -> Iterator[_Turn]:
        """Yield an empty turn for each day, then its turns; the engine starts on each when it is yielded."""
        for n, day in enumerate(days):
            yield _Turn(n)
            while due := self._due(day + SLICE):
                engine = self.shoes if isinstance(self.shoes, Engine) else None
                tasks = [one.task for one in due if one.task]
                playing = engine.begin(tasks) if engine else None
                yield _Turn(n, due, playing)

    def _due(self, until: datetime) -> list[DueShoe]:
        """Return the next shoe of each player who opens one before `until`."""
        found = [(seat, seat.opens) for seat in self.seats if seat.opens and seat.opens < until]
        numbers = count()
        return [shoe for seat, opened in found for shoe in seat.next(opened, numbers)]

    def _write(self, connection: psycopg.Connection[Any], turn: _Turn) -> None:
        if turn.playing:
            _copy(connection, collect_shoes(turn.playing))
        with connection.cursor().copy("COPY fresh FROM STDIN") as copy:
            for one in turn.due:
                copy.write_row(one.row)
        connection.execute("ANALYZE fresh")
        given = {**self.given, "turn": next(self.number)}
        live = live_statements.TURN if any(one.task is None for one in turn.due) else ()
        for statement in (*self.also.before, *round_statements.TURN, *live, *self.also.after):
            connection.execute(statement, given)


def _copy(connection: psycopg.Connection[Any], shoes: ShoeRows) -> None:
    """Copy the shoes into this connection's tables."""
    for name, rows in vars(shoes).items():
        with connection.cursor().copy(f"COPY played_{name} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
    connection.execute(round_statements.COUNTED_PLAYED)


_NOW_AND_THEN: Final = 7  # days
# The planner has no statistics of rows just written.
_SETTINGS: Final = """
SET synchronous_commit = off; SET enable_nestloop = off; SET jit = off; SET work_mem = '64MB'; SET timezone = 'UTC'
"""


def _number(owner: psycopg.Connection[Any], query: str) -> int:
    row = owner.execute(query).fetchone()
    return int(row[0]) if row else 0
