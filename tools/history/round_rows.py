"""Finished rounds in any number, written in bulk as if they had been played one by one.

Shoes are played by the engine: each by its own seeds (`tools.history.engine_play`), or a few by seeds of nobody, which are copied
(`tools.history.shoe_rows`). Every player plays one in turn, over some weeks. What many players did is written day by day, in the order of time. Written are places, closed shoes with
their sealed and revealed seeds, rounds, bets, decisions, the ledger's movements and the public log with its chain:
everything, by the owner, with the tables' triggers off. Every constraint is on, and the reconciliation finds nothing
(tests/casino/test_bench_play.py). What a copy does not have is cards that follow from its own seed: whoever computes its hands
again finds them to differ.
"""

import hashlib
import json
import math
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import count
from typing import Any, Final
from uuid import UUID, uuid4

import psycopg

import blackjack
from blackjack.fairness import seat_seed
from casino.fairness.values.sealing import seal_seed
from casino.limits.values.at_deal import LimitsAtDeal
from tables.models import Table
from tables.selectors.limits import bounds
from tools.history import engine_play, fairness_log, round_statements
from tools.history.engine_play import Asked, Engine, Style
from tools.history.shoe_rows import Seeds, Shoes, played
from wallet.money.values import PLAY_MONEY

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
)
SLICE: Final = timedelta(days=1)
_LASTS: Final = timedelta(minutes=10)  # more than any of the shoes
_WORKERS: Final = 2
Tell = Callable[[float], None]


@dataclass(frozen=True)
class Group:
    """Players who begin and end together: each plays so many rounds, about, between two times."""

    players: Sequence[int]
    rounds: float
    since: datetime
    until: datetime


@dataclass(frozen=True)
class Rate:
    """What a unit of a currency was worth in dollars on a day, and where the house has it from."""

    currency: str
    day: date
    rate: Decimal
    row: int
    as_of: datetime


@dataclass(frozen=True)
class Line:
    """Groups of players at a table in a currency, and the shoes that they copy, or how they play their own.

    One round in `gone` is finished by the house. Nobody who has `need` loses it in most of the shoes.
    """

    table: Table
    currency: str
    shoes: Shoes | Style
    groups: Sequence[Group]
    gone: int = 0
    need: int = 0


@dataclass(frozen=True)
class Also:
    """What a turn does beside playing: tables of all, tables of a connection, statements before, after and every few days."""

    whole: str = "SELECT"
    tables: str = "SELECT"
    before: Sequence[str] = ()
    after: Sequence[str] = ()
    now_and_then: Sequence[str] = ()
    given: Mapping[str, object] = field(default_factory=dict)


@dataclass
class _Seat:
    """Where a player is in their shoes. Of a line that copies, `number` is its first shoe, and there are `shoes`."""

    place: int
    client_seed: str
    line: int
    number: int
    shoes: int
    since: datetime
    gap: timedelta
    turns: int
    played: int = 0

    def __post_init__(self) -> None:
        self.opens = self._opening()

    def _opening(self) -> datetime:
        free = max(self.gap - _LASTS, timedelta())
        return self.since + self.played * self.gap + free * secrets.randbelow(1000) / 1000

    def next(self, turn: int) -> "_Due":
        """The shoe that is due, the one of so many in its turn; the one after it is due next."""
        copied = self.number + (self.place + self.played) % self.shoes if self.shoes else turn
        found = _Due(self, copied, self.played, self.opens)
        self.played += 1
        self.opens = self._opening()
        return found

    def is_due(self, until: datetime) -> bool:
        """Whether a shoe is opened before that."""
        return self.played < self.turns and self.opens < until


@dataclass(frozen=True)
class _Due:
    """A shoe of a turn: the number of its rows, how many came before it, when it is opened; and what is its own alone."""

    seat: _Seat
    number: int
    before: int
    opened: datetime
    name: UUID = field(default_factory=uuid4)
    seed: str = field(default_factory=lambda: secrets.token_hex(32))
    salt: str = field(default_factory=lambda: secrets.token_hex(16))

    @property
    def row(self) -> tuple[Any, ...]:
        """As it stands in `fresh`: its seed revealed, committed and sealed."""
        commitment = hashlib.sha256(self.seed.encode()).hexdigest()
        secret = (self.name, self.seed, commitment, seal_seed(self.name, self.seed), self.salt)
        return (self.seat.place, self.number, self.before, *secret, self.opened)

    @property
    def asked(self) -> Asked:
        """As it is played."""
        seeds = Seeds(self.seed, seat_seed(self.seat.client_seed, self.salt))
        return Asked(self.number, self.seat.line, seeds)


def fill(url: str, table: Table, groups: Sequence[Group], tell: Tell) -> int:
    """Write the rounds of every group at the table; return how many there are in all. `tell` how much of it is done."""
    stake = table.min_player or table.min_bet_usd
    shoes = played(table.version.rules, stake, SHOES)
    with psycopg.connect(url, autocommit=True) as owner:
        with _untriggered(owner):
            write(url, [Line(table, table.currencies[0], shoes, groups)], (), Also(), tell)
        fairness_log.chain(url, owner)
        return _number(owner, "SELECT count(*) FROM casino_round")


def write(url: str, lines: Sequence[Line], rates: Sequence[Rate], also: Also, tell: Tell) -> None:
    """The same of several lines, without the public log; the triggers are off already."""
    styles = [line.shoes for line in lines if isinstance(line.shoes, Style)]
    if styles and len(styles) < len(lines):
        raise ValueError("all lines copy their shoes, or none does")
    copied = Shoes()
    firsts = []
    for line in lines:
        firsts.append(len(copied.shoe))
        if isinstance(line.shoes, Shoes):
            copied.extend(line.shoes.renumbered(firsts[-1]))
    with (
        psycopg.connect(url, autocommit=True) as owner,
        _prepared(owner, lines, rates),
        engine_play.running(styles) as engine,
    ):
        owner.execute(also.whole)
        seats = [
            seat for n, line in enumerate(lines) for seat in _seated(owner, n, line, firsts[n])
        ]
        owner.execute(round_statements.COUNTED)
        first = min(group.since for line in lines for group in line.groups)
        first = first.replace(hour=0, minute=0, second=0, microsecond=0)
        last = max(group.until for line in lines for group in line.groups)
        days = [first + n * SLICE for n in range(math.ceil((last - first) / SLICE))]

        def part(which: int) -> None:
            own = [seat for seat in seats if seat.place % _WORKERS == which]
            filling = _Filling(url, which, own, also, engine or copied)
            filling.play(days, tell if which == 0 else _nobody)

        with ThreadPoolExecutor(_WORKERS) as threads:
            for worker in [threads.submit(part, which) for which in range(_WORKERS)]:
                worker.result()


def _nobody(_part: float) -> None:
    """Told by who works beside another."""


@contextmanager
def _untriggered(owner: psycopg.Connection[Any]) -> Iterator[None]:
    """The triggers of the product off, and on again afterwards."""
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
    """The lines, and what currencies are worth, in tables of their own that are gone afterwards."""
    owner.execute("DROP SCHEMA IF EXISTS bench_fill CASCADE")  # of one who was killed
    owner.execute(round_statements.TABLES)
    try:
        with owner.cursor() as cursor:
            with cursor.copy("COPY bench_fill.rate FROM STDIN") as copy:
                for rate in rates:
                    copy.write_row((rate.currency, rate.day, rate.rate, rate.row, rate.as_of))
            for n, line in enumerate(lines):
                cursor.execute(round_statements.LINE, {"line": n, **_told(line)})
        yield
    finally:
        owner.execute("DROP SCHEMA bench_fill CASCADE")


def _told(line: Line) -> dict[str, Any]:
    table, version = line.table, line.table.version
    return {
        "table": table.pk,
        "version": table.version_id,
        "rules_hash": version.rules_hash,
        "limits": json.dumps(LimitsAtDeal.at_deal(table, bounds(table)).to_dict()),
        "currency": line.currency,
        "worth": 0 if line.currency == PLAY_MONEY else 1,
        "need": line.need,
        "gone": line.gone,
    }


def _seated(owner: psycopg.Connection[Any], n: int, line: Line, first: int) -> Iterator[_Seat]:
    """Everybody of a line at the table."""
    for group in line.groups:
        given = {"line": n, "players": list(group.players), **_told(line)}
        owner.execute(round_statements.NEW_PLACES, given)
        owner.execute(round_statements.NEW_PARTICIPANTS, given)
        turns = math.ceil(group.rounds / line.shoes.rounds)
        gap = (group.until - group.since) / turns
        many = len(line.shoes.shoe) if isinstance(line.shoes, Shoes) else 0
        for place, client_seed in owner.execute(round_statements.PLACES, given).fetchall():
            yield _Seat(place, client_seed, n, first, many, group.since, gap, turns)


class _Filling:
    """What some of the players do, day by day. In a turn everybody who opens a shoe that day plays one."""

    def __init__(
        self, url: str, which: int, seats: Sequence[_Seat], also: Also, shoes: Shoes | Engine
    ) -> None:
        self.url, self.seats, self.also, self.shoes = url, seats, also, shoes
        self.given = {"which": which, "library": blackjack.VERSION, **also.given}
        self.turns = count()

    def play(self, days: Sequence[datetime], tell: Tell) -> None:
        """All days."""
        with psycopg.connect(
            self.url, autocommit=True, cursor_factory=psycopg.ClientCursor
        ) as connection:
            connection.execute(_SETTINGS)
            connection.execute(round_statements.FRESH)
            connection.execute(self.also.tables)
            rows = (
                round_statements.KEPT
                if isinstance(self.shoes, Shoes)
                else round_statements.OF_A_TURN
            )
            connection.execute(round_statements.PLAYED.format(rows=rows))
            if isinstance(self.shoes, Shoes):
                _copy(connection, self.shoes)
            for n, day in enumerate(days):
                self._day(connection, day, n)
                tell((n + 1) / len(days))

    def _day(self, connection: psycopg.Connection[Any], day: datetime, n: int) -> None:
        if n % _NOW_AND_THEN == 0:
            with connection.transaction():
                for statement in self.also.now_and_then:
                    connection.execute(statement, {**self.given, "day": day})
        while seats := [seat for seat in self.seats if seat.is_due(day + SLICE)]:
            with connection.transaction():
                self._turn(connection, [seat.next(number) for number, seat in enumerate(seats)])

    def _turn(self, connection: psycopg.Connection[Any], due: Sequence[_Due]) -> None:
        if isinstance(self.shoes, Engine):
            _copy(connection, self.shoes.play([one.asked for one in due]))
        with connection.cursor().copy("COPY fresh FROM STDIN") as copy:
            for one in due:
                copy.write_row(one.row)
        connection.execute("ANALYZE fresh")
        given = {**self.given, "turn": next(self.turns)}
        for statement in (*self.also.before, *round_statements.TURN, *self.also.after):
            connection.execute(statement, given)


def _copy(connection: psycopg.Connection[Any], shoes: Shoes) -> None:
    """The rows of shoes into the tables of this connection."""
    for name, rows in vars(shoes).items():
        with connection.cursor().copy(f"COPY played_{name} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
    connection.execute(round_statements.COUNTED_PLAYED)


_NOW_AND_THEN: Final = 7  # days
# It has no statistics of what it has just written.
_SETTINGS: Final = """
SET synchronous_commit = off; SET enable_nestloop = off; SET work_mem = '64MB'; SET timezone = 'UTC'
"""


def _number(owner: psycopg.Connection[Any], query: str) -> int:
    row = owner.execute(query).fetchone()
    return int(row[0]) if row else 0
