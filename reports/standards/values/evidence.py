"""What a check of an item found."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from internals.texts import Text


class Outcome(StrEnum):
    """`NOT_YET`: nothing has happened that could be checked. `OUTSIDE`: the operator has to supply something."""

    HOLDS = "holds"
    FAILS = "fails"
    NOT_YET = "not_yet"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The outcome with its sentence; `at` is when what it rests on happened."""

    outcome: Outcome
    text: Text
    at: datetime | None = None


EvidenceCheck = Callable[[datetime], Evidence]
"""A check at a moment: reads a few rows, changes nothing."""

_CHECKS: Final[dict[str, EvidenceCheck]] = {}


def evidence_check(check: EvidenceCheck) -> EvidenceCheck:
    """Register a check under its name."""
    _CHECKS[check.__name__] = check
    return check


def find_registered(name: str) -> EvidenceCheck:
    """Return the check with this name. Raises KeyError."""
    return _CHECKS[name]


def check_names() -> frozenset[str]:
    return frozenset(_CHECKS)


def judge(*, holds: bool, good: Text, bad: Text, at: datetime | None = None) -> Evidence:
    """Return the evidence of a simple question."""
    return Evidence(Outcome.HOLDS, good, at) if holds else Evidence(Outcome.FAILS, bad, at)
