"""How players of a history play: stakes, errors, pace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from blackjack.analysis.worths import Worths

MOST_ROUNDS: Final = 20  # for a shoe that no rule ends: its player changes it
SOME: Final = 0.3


@dataclass(frozen=True)
class PlayManner:
    """A player's style.

    Shares of errors, insurance and further boxes; maximum stake in units; mean seconds per
    decision.
    """

    errs: float = 0.08
    insures: float = 0.15
    most: int = 5
    boxes: float = SOME
    thinks: float = 3.0
    chases: bool = False
    """Whether losses within a shoe raise the next stakes."""

    counts: bool = False
    """Whether stakes, insurance and 16 against a ten follow the count."""

    regular: bool = False
    """Whether decisions take nearly the same time, as a program's do."""

    team: bool = False
    """Whether the first player of a live table plays flat and the others bet only at a true count of +1 or more."""

    rounds: int = MOST_ROUNDS
    """Maximum rounds of a shoe."""


USUAL: Final = PlayManner()


@dataclass(frozen=True)
class Habits:
    """Play by the best decisions except for errors; every decision is judged."""

    worths: Worths
    manner: PlayManner = USUAL
    breaks: float = 0.0
    """Share of rounds cancelled for a malfunction, which ends their shoe."""
