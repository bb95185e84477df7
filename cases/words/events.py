"""Fields of events of cases in words."""

from typing import Final

from django.db.models import Choices

from cases.models import CaseOutcome, CaseSeverity
from compliance.events.words.values import register_formatters
from journal.models import EventKind

_KINDS: Final = (EventKind.CASE_OPENED, EventKind.CASE_DECIDED, EventKind.CASE_CLOSED)


def _label(known: type[Choices], value: str) -> str:
    return str(dict(known.choices).get(value, value))


def register_case_events() -> None:
    """Register how the values of these events are told."""
    register_formatters(
        _KINDS,
        {
            "outcome": lambda value: _label(CaseOutcome, value),
            "severity": lambda value: _label(CaseSeverity, value),
        },
    )
