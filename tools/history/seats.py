"""Where players are in their shoes, and what is each shoe's own: its seeds, drawn by the dice of its player."""

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from blackjack.fairness import seat_seed
from casino.fairness.values.sealing import seal_seed
from tools.history.engine_play import Asked
from tools.history.shoe_rows import Seeds


@dataclass
class PlayerSeat:
    """Where a player is in their shoes. Of a line that copies, `number` is its first shoe, and there are `shoes`."""

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

    def next(self, opened: datetime, turn: int) -> "Due":
        """The shoe that is due, the one of so many in its turn; the one after it is due next."""
        copied = self.number + (self.place + self.played) % self.shoes if self.shoes else turn
        found = Due(self, copied, self.played, opened, *self._own())
        self.played += 1
        self.opens = next(self.openings, None)
        return found

    def _own(self) -> tuple[UUID, str, str]:
        """A shoe's name, seed and salt."""
        bits = self.dice.getrandbits
        return UUID(int=bits(128), version=4), f"{bits(256):064x}", f"{bits(128):032x}"


@dataclass(frozen=True)
class Due:
    """A shoe of a turn: the number of its rows, how many came before it, when it is opened; and what is its own alone."""

    seat: PlayerSeat
    number: int
    before: int
    opened: datetime
    name: UUID
    seed: str
    salt: str

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
