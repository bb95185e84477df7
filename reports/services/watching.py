"""Returns that chance hardly explains: told once for each version and day."""

from datetime import date
from typing import Final

from journal.models import Kind
from journal.services import record_once
from reports.asking import last_closed
from reports.figures import performance
from reports.figures.performance import Performance
from reports.filters import Filters
from reports.period import Period

DAYS: Final = 30


def tell_of_returns() -> int:
    """Tell staff of each version whose return of the last closed thirty days is further from theory. Returns how many are new."""
    day = last_closed()
    if day is None:
        return 0
    found = performance.figures(Period.last_days(DAYS, day), Filters()).versions
    return sum(_tell(one, day) for one in found)


def _tell(one: Performance, day: date) -> bool:
    if one.compared is None or not one.compared.is_unlikely:
        return False
    data: dict[str, object] = {
        "version": one.version_id,
        "rounds": one.played.rounds,
        "theory": round(one.compared.theory, 6),
        "actual": round(one.compared.actual, 6),
        "z": round(one.compared.z, 2),
        "days": DAYS,
    }
    return record_once(Kind.RETURN_UNLIKELY, subject=f"rules {one.name} on {day}", data=data)
