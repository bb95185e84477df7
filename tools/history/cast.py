"""Players of a history: lines of players, their way of playing, and when they play."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tools.history.manners import USUAL, PlayManner
from tools.history.schedule import Rhythm

PER_DOLLAR: Final = {"EUR": "0.86", "COP": "4000", "DOP": "62.5", "VES": "250"}
_COUNTRY_OF: Final = {"EUR": "ES", "COP": "CO", "DOP": "DO", "VES": "VE"}
_ANYWHERE: Final = ("DO", "CO", "VE", "ES", "US")


@dataclass(frozen=True)
class CastLine:
    """Players at a table in a currency: their share of all rounds, and their minimum stake in dollars.

    With a rhythm there are `players` of them; without one, as many as their rounds need. At a live table
    they play together.
    """

    table: str
    currency: str
    share: float
    stake: int
    manner: PlayManner = USUAL
    rhythm: Rhythm | None = None
    players: int = 0
    purse: float = 1.0
    """Share of the safe amount kept in the account: with less, deposits and withdrawals are more frequent."""

    often: int = 0
    """One in this many shoes is preceded by a voluntary deposit or withdrawal; 0: never."""

    def players_of(self, part: float) -> int:
        """Return the number of players in a part of the line; 0 if `players` is not set."""
        return math.ceil(self.players * part) if part > 1 / 2 else math.floor(self.players * part)

    def country_of(self, n: int) -> str:
        """Return the country of the `n`th player."""
        return _COUNTRY_OF.get(self.currency) or _ANYWHERE[n % len(_ANYWHERE)]


@dataclass(frozen=True)
class Cast:
    """All lines, and two members of staff who record and approve.

    Without `staff`, two people are created for the history.
    """

    lines: Sequence[CastLine]
    staff: tuple[int, int] | None = None
    noted: bool = False
    """Whether journal events and payout destinations are written too, which is slow for large histories."""


BENCH: Final = (
    CastLine("ligalo", "USD", 0.30, 1),
    CastLine("ligalo", "DOP", 0.15, 1),
    CastLine("ligalo", "VES", 0.08, 1),
    CastLine("atlantic-city", "USD", 0.05, 5),
    CastLine("casino-floor", "EUR", 0.10, 5),
    CastLine("casino-floor", "USD", 0.06, 20),
    CastLine("live", "USD", 0.14, 2),
    CastLine("live", "COP", 0.12, 1),
)

_EVENINGS: Final = (5, 3, 2, 1, 1, 1, 1, 2, 3, 3, 3, 4, 5, 6, 6, 6, 7, 8, 10, 13, 15, 15, 13, 9)
_NIGHTS: Final = (14, 13, 11, 8, 5, 2, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 6, 8, 11, 13, 14)
_LUNCHES: Final = (1, 1, 1, 1, 1, 1, 2, 4, 5, 5, 6, 9, 14, 14, 9, 5, 4, 5, 7, 8, 7, 5, 3, 2)
_WORKING_WEEK: Final = (10, 10, 10, 11, 13, 9, 8)
_WEEKENDS: Final = (1, 1, 1, 3, 12, 16, 13)

_REGULAR: Final = Rhythm(_EVENINGS, _WORKING_WEEK)
_NOON: Final = Rhythm(_LUNCHES, _WORKING_WEEK)
_WEEKEND: Final = Rhythm(_EVENINGS, _WEEKENDS)
_NIGHT: Final = Rhythm(_NIGHTS, _WORKING_WEEK)

_CAREFUL: Final = PlayManner(errs=0.01, insures=0.02, most=2, boxes=0.1, thinks=5)
_CASUAL: Final = PlayManner(errs=0.15, most=4)
_STEADY: Final = PlayManner(errs=0.1, boxes=0.1)
_NOVICE: Final = PlayManner(errs=0.22, insures=0.4, most=3, boxes=0.15, thinks=6)
_HIGH: Final = PlayManner(errs=0.04, insures=0.1, most=8, boxes=0.35, thinks=2.5)
_CHASER: Final = PlayManner(errs=0.16, insures=0.4, most=5, boxes=0.5, thinks=1.5, chases=True)
CHASED: Final = CastLine("ligalo", "USD", 0.05, 2, _CHASER, _NIGHT, 3, 0.15, 2)
"""Players who lose control and finally take a break."""

_COUNTER: Final = PlayManner(
    errs=0.005, insures=0, most=12, boxes=0, thinks=1.5, counts=True, rounds=60
)
_PROGRAM: Final = PlayManner(errs=0, insures=0, most=3, boxes=0, thinks=0.2, regular=True)
COUNTER: Final = CastLine("ligalo", "USD", 0.06, 1, _COUNTER, _REGULAR, 1, 0.15, 2)
PROGRAM: Final = CastLine("ligalo", "USD", 0.05, 1, _PROGRAM, _NIGHT, 1, 0.15, 2)
PASSING: Final = CastLine("ligalo", "USD", 0.002, 1, _CAREFUL, _NOON, 1, 0.15, 2)
"""Players who move money through the house and hardly play."""

TOGETHER: Final = CastLine("caribe", "DOP", 0.05, 5, _CASUAL, _REGULAR, 6, 0.15, 2)
"""Players of a live table, two of whom share a payment method."""

_TEAM: Final = PlayManner(errs=0.02, insures=0, most=6, thinks=2, team=True, rounds=60)
TEAM: Final = CastLine("malecon", "USD", 0.15, 2, _TEAM, _REGULAR, 2, 0.15, 2)
"""Two players of a live table: one plays flat, the other bets only when the count is good."""

SUSPECTED: Final = (COUNTER, PROGRAM, PASSING, TOGETHER, TEAM)

DEMO: Final = (
    CastLine("ligalo", "USD", 0.10, 1, _CAREFUL, _NOON, 6, 0.15, 2),
    CastLine("ligalo", "USD", 0.15, 1, _CASUAL, _REGULAR, 7, 0.15, 2),
    CastLine("ligalo", "DOP", 0.12, 1, _CASUAL, _REGULAR, 6, 0.15, 2),
    CastLine("ligalo", "VES", 0.06, 1, _NOVICE, _NOON, 4, 0.15, 2),
    CHASED,
    COUNTER,
    PROGRAM,
    PASSING,
    CastLine("live", "USD", 0.14, 2, _CASUAL, _NIGHT, 6, 0.15, 2),
    CastLine("live", "COP", 0.12, 1, _CASUAL, _WEEKEND, 6, 0.15, 2),
    CastLine("casino-floor", "EUR", 0.08, 5, _STEADY, _REGULAR, 4, 0.15, 2),
    CastLine("casino-floor", "USD", 0.05, 5, _HIGH, _WEEKEND, 3, 0.15, 2),
    CastLine("atlantic-city", "USD", 0.01, 5, _NOVICE, _WEEKEND, 3, 0.15, 2),
    CastLine("friendly", "PLY", 0.12, 10, _NOVICE, _WEEKEND, 5, 0.15, 2),
    TOGETHER,
    TEAM,
)
