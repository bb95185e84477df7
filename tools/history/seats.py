"""Each player's position in the history's shoes, and the seeds of each shoe, drawn from the player's dice."""

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from blackjack.fairness import seat_seed
from casino.fairness.values.sealing import seal_seed
from tools.history.engine_play import ShoeTask
from tools.history.shoe_rows import Seeds


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

    def next(self, opened: datetime, turn: int) -> "DueShoe":
        """Return the shoe opened now and advance to the next one."""
        copied = self.number + (self.place + self.played) % self.shoes if self.shoes else turn
        found = DueShoe(self, copied, self.played, opened, *self._own())
        self.played += 1
        self.opens = next(self.openings, None)
        return found

    def _own(self) -> tuple[UUID, str, str]:
        """Draw a shoe's name, seed and salt."""
        bits = self.dice.getrandbits
        return UUID(int=bits(128), version=4), f"{bits(256):064x}", f"{bits(128):032x}"


@dataclass(frozen=True)
class DueShoe:
    """A shoe of a turn: the number of its rows, the shoes before it, its opening time, and its own secrets."""

    seat: PlayerSeat
    number: int
    before: int
    opened: datetime
    name: UUID
    seed: str
    salt: str

    @property
    def row(self) -> tuple[Any, ...]:
        """Row of the table `fresh`: the seed revealed, committed and sealed."""
        commitment = hashlib.sha256(self.seed.encode()).hexdigest()
        secret = (self.name, self.seed, commitment, seal_seed(self.name, self.seed), self.salt)
        return (self.seat.place, self.number, self.before, *secret, self.opened)

    @property
    def task(self) -> ShoeTask:
        """The shoe as a task for the engine."""
        seeds = Seeds(self.seed, seat_seed(self.seat.client_seed, self.salt))
        return ShoeTask(self.number, self.seat.line, seeds)
