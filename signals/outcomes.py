"""Outcomes of a judgement."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from signals.columns import Floats, Ints


class OutcomeStatus(StrEnum):
    """Each judgement has exactly one."""

    BELOW = "below"
    FLAGGED = "flagged"
    TOO_FEW = "too_few"
    NOT_APPLICABLE = "not_applicable"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Status, the figures that led to it by name, the number of units judged, and the rounds behind it.

    `reason` is a code for "not applicable" and "error" (`Signal.reasons` has its words). `from_at` and `to_at` are the
    times of the first and last unit. `moments` are the times of the payments, visits or reads that the flag is about.
    """

    status: OutcomeStatus
    n: int = 0
    figures: Mapping[str, float] = field(default_factory=dict)
    reason: str = ""
    rounds: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    from_at: float = float("nan")
    to_at: float = float("nan")
    moments: Floats = field(default_factory=lambda: np.zeros(0, np.float64))


def too_few(n: int) -> Outcome:
    return Outcome(OutcomeStatus.TOO_FEW, n)


def not_applicable(reason: str, n: int = 0) -> Outcome:
    return Outcome(OutcomeStatus.NOT_APPLICABLE, n, reason=reason)
