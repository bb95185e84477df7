"""Stored facts of a deal: the input of its recount."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from compliance.recount.values.hands import Rules


class RuleViolation(ValueError):
    """Stored facts contradict the rules; `code` says how: a decision not offered, a card too few or too many."""

    def __init__(self, code: str, verb: str = "") -> None:
        super().__init__(f"{code} {verb}".rstrip())
        self.code = code
        self.verb = verb


@dataclass(frozen=True, slots=True)
class RecountBetBehind:
    """A bet behind, in units, with its stored choices."""

    stake: int
    choices: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RecountBet:
    """The bets on a box: those of the first bettor, and the bets behind by bettor number."""

    box: int
    stake: int
    side_bets: Mapping[str, int]
    behind: Mapping[int, RecountBetBehind] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RecountFacts:
    """Stored facts of a whole deal, for all its players. `cards` omits a hole card that was never shown."""

    rules: Rules
    bets: Sequence[RecountBet]
    actions: Sequence[str]
    cards: Sequence[str]
    cards_drawn: int
