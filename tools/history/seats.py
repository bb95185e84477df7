"""Positions of players in the history's shoes, and the seeds of each shoe, drawn from the players' dice."""

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from blackjack.fairness import seat_seed
from casino.fairness.values.sealing import seal_seed
from tools.history.engine_play import ShoeTask
from tools.history.live_shoes import LiveSeat
from tools.history.shoe_rows import Seeds


class Seating(Protocol):
    """Players who open shoes at the same times: one, or all of a live table. `place` is the first one's."""

    opens: datetime | None

    @property
    def place(self) -> int: ...

    def next(self, opened: datetime, numbers: Iterator[int]) -> "list[DueShoe]":
        """Return the shoe opened now, once for each player, and advance to the next one."""


@dataclass(frozen=True)
class ShoeSecrets:
    """A shoe's name, its seed, and the salt of a private one."""

    name: UUID
    seed: str
    salt: str | None

    @classmethod
    def draw(cls, dice: random.Random, *, live: bool) -> "ShoeSecrets":
        bits = dice.getrandbits
        name, seed = UUID(int=bits(128), version=4), f"{bits(256):064x}"
        return cls(name, seed, None if live else f"{bits(128):032x}")


@dataclass(frozen=True)
class DueShoe:
    """A shoe of a turn for one player: the number of its rows, the shoes before it, its opening time.

    At a live table the first player's has the `task` for all.
    """

    place: int
    number: int
    before: int
    opened: datetime
    secrets: ShoeSecrets
    task: ShoeTask | None

    @property
    def row(self) -> tuple[Any, ...]:
        """Row of the table `fresh`: the seed revealed, committed and sealed."""
        name, seed, salt = self.secrets.name, self.secrets.seed, self.secrets.salt
        commitment = hashlib.sha256(seed.encode()).hexdigest()
        secret = (name, seed, commitment, seal_seed(name, seed), salt)
        return (self.place, self.number, self.before, *secret, self.opened, self.task is not None)


@dataclass
class PlayerSeat:
    """A player's position in their shoes. In a copying line, `number` is its first shoe and `shoes` their count."""

    place: int
    client_seed: str
    line: int
    number: int
    shoes: int
    openings: Iterator[datetime]
    dice: random.Random
    played: int = 0

    def __post_init__(self) -> None:
        self.opens = next(self.openings, None)

    def next(self, opened: datetime, numbers: Iterator[int]) -> list[DueShoe]:
        """Return the shoe opened now and advance to the next one."""
        turn = next(numbers)
        number = self.number + (self.place + self.played) % self.shoes if self.shoes else turn
        secrets = ShoeSecrets.draw(self.dice, live=False)
        seeds = Seeds(secrets.seed, seat_seed(self.client_seed, secrets.salt or ""))
        task = ShoeTask(number, self.line, seeds)
        due = DueShoe(self.place, number, self.played, opened, secrets, task)
        self.played += 1
        self.opens = next(self.openings, None)
        return [due]


@dataclass
class LiveTableSeats:
    """The players of a live table, who share its shoes: their places and client seeds."""

    players: Sequence[tuple[int, str]]
    line: int
    openings: Iterator[datetime]
    dice: random.Random
    played: int = 0

    def __post_init__(self) -> None:
        self.opens = next(self.openings, None)

    @property
    def place(self) -> int:
        """Place of the first player, whose rows include the shoe and its deals."""
        return self.players[0][0]

    def next(self, opened: datetime, numbers: Iterator[int]) -> list[DueShoe]:
        """Return the shoe opened now, once for each player, and advance to the next one."""
        seats = [
            LiveSeat(next(numbers), box, client_seed)
            for box, (_place, client_seed) in enumerate(self.players, 1)
        ]
        secrets = ShoeSecrets.draw(self.dice, live=True)
        task = ShoeTask(seats[0].number, self.line, Seeds(secrets.seed, ""), tuple(seats))
        due = [
            DueShoe(place, seat.number, self.played, opened, secrets, None if n else task)
            for n, ((place, _seed), seat) in enumerate(zip(self.players, seats, strict=True))
        ]
        self.played += 1
        self.opens = next(self.openings, None)
        return due
