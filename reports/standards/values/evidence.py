"""What a check of an item found."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext as _

from internals.texts import Text


class EvidenceOutcome(StrEnum):
    """`NOT_YET`: nothing has happened that could be checked. `OUTSIDE`: the operator has to supply something."""

    HOLDS = "holds"
    FAILS = "fails"
    NOT_YET = "not_yet"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class ItemEvidence:
    """The outcome with its sentence; `at` is when what it rests on happened."""

    outcome: EvidenceOutcome
    text: Text
    at: datetime | None = None


EvidenceCheck = Callable[[datetime], ItemEvidence]
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


def judge(*, holds: bool, good: Text, bad: Text, at: datetime | None = None) -> ItemEvidence:
    """Return the evidence of a simple question."""
    return (
        ItemEvidence(EvidenceOutcome.HOLDS, good, at)
        if holds
        else ItemEvidence(EvidenceOutcome.FAILS, bad, at)
    )


def unfinished(error: str) -> ItemEvidence:
    """Return the evidence of a check that the database refused."""
    text = _("The check did not finish: %(error)s") % {"error": error}
    return ItemEvidence(EvidenceOutcome.FAILS, text)
