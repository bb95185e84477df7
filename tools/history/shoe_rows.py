"""Rows of shoes played by the engine, which `tools.history.round_rows` writes many times over."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, Final

from blackjack.actions import Action
from blackjack.rules import Rules
from casino.values.situations import DecisionSituation

Row = tuple[Any, ...]
MOST_SECONDS: Final = 900
"""Seconds after which a player leaves a shoe."""


@dataclass(frozen=True)
class Seeds:
    """The seeds from which the cards of a shoe are drawn."""

    server: str
    seat: str


@dataclass
class ShoeRows:
    """Rows of the tables of `tools.history.round_rows`, common to all copies of a shoe."""

    shoe: list[Row] = field(default_factory=list)
    round: list[Row] = field(default_factory=list)
    bet: list[Row] = field(default_factory=list)
    decision: list[Row] = field(default_factory=list)
    movement: list[Row] = field(default_factory=list)
    seal: list[Row] = field(default_factory=list)
    follower: list[Row] = field(default_factory=list)

    @property
    def rounds(self) -> float:
        """Average number of rounds per shoe."""
        return len(self.round) / len(self.shoe)

    def extend(self, other: ShoeRows) -> None:
        """Append all rows of another."""
        for mine, rows in zip(vars(self).values(), vars(other).values(), strict=True):
            mine.extend(rows)

    def renumber(self, first: int) -> ShoeRows:
        """Return a copy with shoe numbers starting at `first`."""
        return ShoeRows(
            *([(first + row[0], *row[1:]) for row in rows] for rows in vars(self).values())
        )

    def add(self, other: ShoeRows, number: int) -> None:
        """Append the rows of another's only shoe under this number."""
        for mine, rows in zip(vars(self).values(), vars(other).values(), strict=True):
            mine += [(number, *row[1:]) for row in rows]


def make_dice(seed: str) -> random.Random:
    return random.Random(seed)  # noqa: S311 - random play, not security-relevant


def situation_columns(
    situation: DecisionSituation, rules: Rules, running: int, left: int
) -> tuple[int | None, ...]:
    """Return cell, legal actions, count and cards left of a decision as stored with it."""
    cell = (situation.spot, situation.legal)
    if rules.finite_decks is None:
        return (*cell, None, None)
    return (*cell, running + situation.seen, max(left - situation.drawn, 0))


@dataclass
class JudgedDecisions:
    """Cost of the decisions of a round."""

    deviations: int = 0
    cost: float = 0.0
    insurance: float = 0.0

    def add(self, action: Action, cost: float) -> None:
        self.deviations += cost > 0
        if action.verb == "insure":
            self.insurance += cost
        else:
            self.cost += cost


def sum_stakes_on_hands(facts: dict[str, Any]) -> int:
    """Return the stakes on hands including splits and doubles, which earn points."""
    hands = [hand for seat in facts["seats"] for hand in seat["hands"]]
    return sum(hand["stake"] + hand["added"] for hand in hands)
