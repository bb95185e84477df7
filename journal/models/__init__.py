"""Events, their chain, the history of configured rows, and the operator's day."""

from journal.models.chain import Check, Heartbeat, Link, Seen
from journal.models.events import Event
from journal.models.gaming_days import GamingDay
from journal.models.history import Alteration, Operation
from journal.values.kinds import EventKind, Severity

__all__ = [
    "Alteration",
    "Check",
    "Event",
    "EventKind",
    "GamingDay",
    "Heartbeat",
    "Link",
    "Operation",
    "Seen",
    "Severity",
]
