"""Bots: players of the demo's history at their own tables, through the site's forms, with time to think."""

import random
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException
from typing import Final

from tools.benchmarks.live_players import Crowd, Player, Seated
from tools.benchmarks.play_client import Browser, Play, Refused

SLOWEST: Final = 6.0
"""Maximum thinking time in seconds."""

_PATIENCE: Final = 3
"""Consecutive failures that end a bot: its money, limits or patience are used up."""


@dataclass(frozen=True)
class Role:
    """The player of a bot: a table's slug, session cookies, and the box at a live table (0: a private one)."""

    table: str
    cookies: Mapping[str, str]
    box: int = 0


class Bot(threading.Thread):
    """Plays at a private table until `over` is set, or until several requests fail in a row."""

    def __init__(
        self, address: tuple[str, int], role: Role, number: int, over: threading.Event
    ) -> None:
        super().__init__(daemon=True)
        self.rounds, self.why = 0, ""
        self._browser = Browser(address, role.cookies)
        self._way, self._over = Play(role.table, number), over
        self._dice = random.Random(number)  # noqa: S311 - not security-relevant

    def run(self) -> None:
        """Play step by step with pauses."""
        failures = 0
        while not self._over.is_set() and failures < _PATIENCE:
            try:
                self._step()
                failures = 0
            except (Refused, OSError, HTTPException) as error:
                failures, self.why = failures + 1, str(error)[:200]
            self._over.wait(1 + self._dice.random() * (SLOWEST - 1))
        self._browser.close()

    def _step(self) -> None:
        """Load the table, then bet or decide."""
        asked = self._way.next(self._browser.get(self._way.page))
        self._browser.send(asked)
        self.rounds += asked.kind == "bet"


class LiveBot(threading.Thread):
    """Sits at a live table until `over` is set, like a player of `make bench-live`, and finishes the deal."""

    def __init__(
        self, address: tuple[str, int], role: Role, number: int, over: threading.Event
    ) -> None:
        super().__init__(daemon=True)
        crowd = Crowd(address, address, (), (1.0, SLOWEST))
        self._player = Player(crowd, Seated(role.cookies, role.table, role.box), number)
        self._over = over

    @property
    def rounds(self) -> int:
        """Number of bets placed."""
        return len(self._player.played.took.get("bet", ()))

    @property
    def why(self) -> str:
        """What ended its play; empty while nothing did."""
        return next(iter(self._player.played.errors), "")

    def run(self) -> None:
        """Take the box, bet and decide whenever the table asks."""
        self._player.play(self._over)


def make_bot(
    address: tuple[str, int], role: Role, number: int, over: threading.Event
) -> Bot | LiveBot:
    """Return the bot for a role's table."""
    return (LiveBot if role.box else Bot)(address, role, number, over)
