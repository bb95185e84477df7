"""GEO1: two visits from countries that cannot be reached in the time between them."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from django.utils.translation import gettext_lazy, ngettext

from signals.columns import HOUR, History
from signals.definition import Family, Signal, Threshold, Unit
from signals.evidence import Axis, Bars, EvidenceBar
from signals.outcomes import Outcome, OutcomeStatus, not_applicable, too_few
from signals.places import find_place, measure_gap_km


@dataclass(frozen=True, slots=True)
class _Journey:
    """From one visit's country to the next one's: the least distance, and the hours from begin to begin."""

    begun: float
    origin: str
    arrival: str
    km: float
    hours: float

    def hours_needed(self, thresholds: Mapping[str, float]) -> float:
        return max(0.0, self.km - thresholds["tolerance"]) / thresholds["speed"]


def judge(history: History, thresholds: Mapping[str, float]) -> Outcome:
    """Compare the hours between visits with those the distance takes; visits from unknown countries are left out."""
    visits = len(history.visits)
    if visits < 2:  # noqa: PLR2004 - a journey has two ends
        return too_few(visits)
    known = _list_known(history)
    if len(known) < 2:  # noqa: PLR2004 - as above
        return not_applicable("unknown_country", visits)
    journeys = _list_journeys(known)
    impossible = [one for one in journeys if one.hours < one.hours_needed(thresholds)]
    worst = max(journeys, key=lambda one: one.hours_needed(thresholds) - one.hours, default=None)
    figures = {"impossible": float(len(impossible))}
    if worst is not None:
        figures |= {
            "km": worst.km,
            "hours": worst.hours,
            "needed": worst.hours_needed(thresholds),
        }
    return Outcome(
        OutcomeStatus.FLAGGED if impossible else OutcomeStatus.BELOW,
        len(known),
        figures,
        from_at=known[0][0],
        to_at=known[-1][0],
        moments=np.array([one.begun for one in impossible], np.float64),
    )


def _list_known(history: History) -> list[tuple[float, str]]:
    """Begin and country of visits from known countries, in order of time."""
    visits = zip(history.visits.begun.tolist(), history.visits.country.tolist(), strict=True)
    return sorted(
        (begun, country.strip().upper()) for begun, country in visits if find_place(country)
    )


def _list_journeys(known: list[tuple[float, str]]) -> list[_Journey]:
    """Journeys between consecutive visits from different countries."""
    found = []
    for (left, origin), (begun, arrival) in pairwise(known):
        one, other = find_place(origin), find_place(arrival)
        if origin != arrival and one is not None and other is not None:
            gap = measure_gap_km(one, other)
            found.append(_Journey(begun, origin, arrival, gap, (begun - left) / HOUR))
    return found


def sentence(outcome: Outcome) -> str:
    return ngettext(
        "%(impossible)d journey was too fast: two visits %(hours).1f hours apart came from countries at least %(km).0f km "
        "apart.",
        "%(impossible)d journeys were too fast; the clearest: two visits %(hours).1f hours apart came from countries at least "
        "%(km).0f km apart.",
        int(outcome.figures["impossible"]),
    ) % {**outcome.figures}


def draw(history: History, outcome: Outcome) -> Bars:
    """Draw the kilometres of each impossible journey with its countries."""
    moments = set(outcome.moments.tolist())
    journeys = [one for one in _list_journeys(_list_known(history)) if one.begun in moments]
    bars = tuple(
        EvidenceBar(f"{one.origin} → {one.arrival}, {one.hours:.1f} h", one.km) for one in journeys
    )
    return Bars(Axis(gettext_lazy("Minimum distance between two visits' countries"), "km"), bars)


SIGNAL = Signal(
    id="GEO1",
    version=1,
    family=Family.PLACE,
    severity=20,
    unit=Unit.EVENTS,
    window_days=90,
    reads_rounds=False,
    words=gettext_lazy("Impossible travel"),
    meaning=gettext_lazy(
        "Two visits came from networks of countries that nobody can reach in the time between them. A VPN, a mobile network "
        "that leads through another country, or a wrong entry in the country table explains it just as well as a shared account."
    ),
    judge=judge,
    sentence=sentence,
    draw=draw,
    thresholds=(
        Threshold("speed", gettext_lazy("Highest speed (km/h)"), 1_000, 500, 3_000),
        Threshold("tolerance", gettext_lazy("Distance left out (km)"), 300, 0, 3_000),
    ),
    reasons={"unknown_country": gettext_lazy("the countries of the networks are unknown")},
)
