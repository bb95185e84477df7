"""Finished rounds in any number, written in bulk as if they had been played one by one.

A few shoes are played by the engine (`benchmarks.play_shoes`); every player plays one of them in turn,
each time under a seed of its own, over some weeks. Written are sittings, closed shoes with their sealed and revealed seeds,
rounds, bets, decisions, the ledger's movements and the public log with its chain: everything, by the owner, with
the tables' triggers off, so only on a server that is thrown away. Every constraint is on, and the
reconciliation finds nothing (tests/casino/test_bench_play.py). What a copy does not have is cards that follow from its own seed.
"""

import hashlib
import json
import math
import secrets
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import uuid4

import psycopg

from benchmarks import play_log, play_sql
from benchmarks.play_shoes import Shoes, played
from casino.pinned import Pinned
from casino.sealing import seal
from tables.limits import bounds
from tables.models import Table
from wallet.money import PLAY_MONEY

SHOES: Final = 24
_TRIGGERED: Final = (
    *("casino_shoe", "casino_round", "casino_bet", "casino_decision", "casino_logline"),
    *("wallet_transfer", "wallet_entry", "wallet_account"),
)
_LASTS: Final = timedelta(minutes=10)  # more than any of the shoes
Tell = Callable[[float], None]


@dataclass(frozen=True)
class Group:
    """Players who take turns together: each plays so many rounds, about, between two times."""

    players: Sequence[int]
    rounds: float
    since: datetime
    until: datetime


def fill(url: str, table: Table, groups: Sequence[Group], tell: Tell) -> int:
    """Write the rounds of every group at the table; return how many there are in all. `tell` how much of it is done."""
    stake = table.min_player or table.min_bet_usd
    shoes = played(table.version.rules, stake, SHOES)
    with psycopg.connect(url, autocommit=True) as owner, _prepared(owner, shoes):
        turns = [math.ceil(group.rounds / shoes.rounds) for group in groups]
        work, done = sum(map(_size, groups)), 0.0
        for group, many in zip(groups, turns, strict=True):
            share = _size(group) / work
            _Filling(url, owner, table, group, many).play(_part(tell, done, share))
            done += share
        play_log.chain(url, owner)
        return _number(owner, "SELECT count(*) FROM casino_round")


def _part(tell: Tell, done: float, share: float) -> Tell:
    """Tell a part of a share of the whole."""
    return lambda part: tell(done + part * share)


def _size(group: Group) -> float:
    return len(group.players) * group.rounds


@contextmanager
def _prepared(owner: psycopg.Connection[Any], shoes: Shoes) -> Iterator[None]:
    """The shoes in tables of their own, and the triggers of the product off; both as they were afterwards."""
    owner.execute(play_sql.TABLES)
    try:
        with owner.cursor() as cursor:
            for name, rows in vars(shoes).items():
                with cursor.copy(f"COPY bench_fill.{name} FROM STDIN") as copy:
                    for row in rows:
                        copy.write_row(row)
        owner.execute(play_sql.COUNTED)
        for table in _TRIGGERED:
            owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        try:
            yield
        finally:
            for table in _TRIGGERED:
                owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
    finally:
        owner.execute("DROP SCHEMA bench_fill CASCADE")


class _Filling:
    """One group, turn by turn: in a turn every player plays a shoe, even and odd places beside each other."""

    def __init__(
        self, url: str, owner: psycopg.Connection[Any], table: Table, group: Group, turns: int
    ) -> None:
        self.url, self.group, self.turns = url, group, turns
        currency = table.currencies[0]
        self.given = {
            "table": table.pk,
            "version": table.version_id,
            "rules_hash": table.version.rules_hash,
            "limits": json.dumps(Pinned.at_deal(table, bounds(table)).to_dict()),
            "currency": currency,
            "worth": 0 if currency == PLAY_MONEY else 1,
            "shoes": SHOES,
            "players": list(group.players),
        }
        owner.execute(play_sql.SITTINGS, self.given)
        owner.execute("TRUNCATE bench_fill.place")
        owner.execute(play_sql.PLACES, self.given)
        owner.execute("ANALYZE bench_fill.place")

    def play(self, tell: Tell) -> None:
        """All turns."""

        def half(which: int) -> None:
            with psycopg.connect(
                self.url, autocommit=True, cursor_factory=psycopg.ClientCursor
            ) as connection:
                connection.execute("SET synchronous_commit = off")
                connection.execute(
                    "SET enable_nestloop = off"
                )  # it has no statistics of what it has just written
                for turn in range(self.turns):
                    with connection.transaction():
                        self._turn(connection, which, turn)
                    if which == 0:
                        tell((turn + 1) / self.turns)

        with ThreadPoolExecutor(2) as threads:
            for worker in [threads.submit(half, which) for which in (0, 1)]:
                worker.result()

    def _turn(self, connection: psycopg.Connection[Any], half: int, turn: int) -> None:
        given = {**self.given, "half": half, "turn": turn}
        connection.execute(play_sql.FRESH)
        places = connection.execute(
            "SELECT place FROM bench_fill.place WHERE place %% 2 = %s", [half]
        ).fetchall()
        with connection.cursor().copy("COPY fresh FROM STDIN") as copy:
            for (place,) in places:
                copy.write_row((place, *self._fresh(turn)))
        connection.execute("ANALYZE fresh")
        connection.execute(play_sql.TURN, given)
        connection.execute(play_sql.ACCOUNTS, given)

    def _fresh(self, turn: int) -> tuple[Any, ...]:
        """A shoe's own: its name, its seed revealed, committed and sealed, its salt, and when it was opened."""
        name, seed = uuid4(), secrets.token_hex(32)
        commitment = hashlib.sha256(seed.encode()).hexdigest()
        gap = (self.group.until - self.group.since) / self.turns
        free = max(gap - _LASTS, timedelta())
        opened = self.group.since + turn * gap + free * secrets.randbelow(1000) / 1000
        return name, seed, commitment, seal(name, seed), secrets.token_hex(16), opened


def _number(owner: psycopg.Connection[Any], query: str) -> int:
    row = owner.execute(query).fetchone()
    return int(row[0]) if row else 0
