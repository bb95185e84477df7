"""State of the gate's checks for staff."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from accounts.gate.selectors.lists import latest_loads, list_in_force
from accounts.gate.selectors.terms import load_terms
from accounts.gate.values.facts import is_current
from accounts.gate.values.signed_lists import ListKind
from accounts.models.gate import ListLoad, SanctionsMatch


@dataclass(frozen=True, slots=True)
class ListState:
    """One list: whether the profile asks for it, what is in force, and what was tried last."""

    label: str
    is_asked: bool
    max_age_hours: int
    in_force: ListLoad | None
    is_current: bool
    loads: Sequence[ListLoad]

    @property
    def last_failure(self) -> ListLoad | None:
        return next((one for one in self.loads if one.refused), None)


def load_list_states(now: datetime) -> list[ListState]:
    """Return the state of each list, by the licence's profile. Two queries for each."""
    terms = load_terms()
    asked = {
        ListKind.REGISTER: (terms.asks_register, terms.register_max_age_hours),
        ListKind.SANCTIONS: (terms.asks_sanctions, terms.sanctions_max_age_hours),
    }
    return [_load_state(kind, asked[kind], now) for kind in ListKind]


def _load_state(kind: ListKind, asked: tuple[bool, int], now: datetime) -> ListState:
    present = list_in_force(kind)
    return ListState(
        label=str(ListLoad.Kind(kind).label),
        is_asked=asked[0],
        max_age_hours=asked[1],
        in_force=present,
        is_current=is_current(present.day if present else None, asked[1], now),
        loads=list(latest_loads(kind)),
    )


def undecided_matches() -> QuerySet[SanctionsMatch]:
    """Matches that wait for a decision, oldest first."""
    rows = SanctionsMatch.objects.filter(decision=None).select_related("player")
    return rows.order_by("pk")
