"""Lists that were delivered as files: loaded when they changed, missed when they are too old."""

from datetime import datetime
from typing import Final

from accounts.gate.selectors.lists import list_in_force, list_source
from accounts.gate.selectors.terms import load_terms
from accounts.gate.services.lists import load_list
from accounts.gate.values.facts import is_current
from accounts.gate.values.list_refusals import ListRefused
from accounts.gate.values.signed_lists import ListKind
from accounts.gate.values.terms import GateTerms
from journal.models import EventKind
from journal.services.recording import record_once

WARNED_BEFORE: Final = 12
"""Hours before the maximum age at which a list that nobody renewed raises an alarm."""


def load_delivered_lists(now: datetime) -> None:
    """Load each list whose file is set. A refused or missing one leaves an event, and the list before in force."""
    for kind in ListKind:
        path = list_source(kind).file
        if path is not None and path.is_file():
            try:
                with path.open("rb") as file:
                    load_list(kind, file)
            except ListRefused:
                pass  # recorded with its alarm
        _report_age(kind, load_terms(), now)


def _report_age(kind: ListKind, terms: GateTerms, now: datetime) -> None:
    """Raise an alarm once for a list that the profile asks for and that is, or soon will be, too old."""
    asked, hours = _terms_of(kind, terms)
    present = list_in_force(kind)
    day = present.day if present else None
    if asked and not is_current(day, hours - WARNED_BEFORE, now):
        data = {"list": kind.value, "day": day.isoformat() if day else ""}
        record_once(
            EventKind.LIST_OUT_OF_DATE,
            subject=f"list {present.pk if present else 0}",
            data=data,
            once=now.date().isoformat(),
        )


def _terms_of(kind: ListKind, terms: GateTerms) -> tuple[bool, int]:
    if kind is ListKind.REGISTER:
        return terms.asks_register, terms.register_max_age_hours
    return terms.asks_sanctions, terms.sanctions_max_age_hours
