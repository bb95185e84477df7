"""What to judge of a player who is due, and which rows that needs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from detection.models import SignalState
from detection.selectors.configurations import Configuration, find_longest
from detection.selectors.kept_rows import Wanted
from detection.selectors.units import DayUnits, first_day_for, total_units
from signals.definition import Signal, Unit
from signals.looks import find_looks


class JudgedUnits(NamedTuple):
    """Units of a signal that were judged, and by which of its versions."""

    units: int
    version: int


@dataclass(frozen=True, slots=True)
class JudgingPlan:
    """The looks of each signal, as (first unit, end), and the units that were judged before."""

    days: Sequence[DayUnits]
    total: Mapping[Unit, int]
    before: Mapping[str, int]
    looks: Mapping[str, Sequence[tuple[int, int]]]


def load_states_of(players: Sequence[int]) -> dict[int, dict[str, JudgedUnits]]:
    """Return how far the signals of players with looks were judged. One query."""
    found: dict[int, dict[str, JudgedUnits]] = {player: {} for player in players}
    rows = SignalState.objects.filter(player__in=players)
    for player, signal, units, version in rows.values_list("player", "signal", "units", "version"):
        found[player][signal] = JudgedUnits(units, version)
    return found


def make_plan(
    days: Sequence[DayUnits],
    states: Mapping[str, JudgedUnits],
    configuration: Configuration,
    *,
    again: bool,
) -> JudgingPlan:
    """Return what to judge of a player with these days; with `again` also the last look taken before."""
    total = total_units(days)
    looks = {
        one.id: _due_looks(one, states.get(one.id), total[one.unit], again=again)
        for one in configuration.with_looks
    }
    return JudgingPlan(days, total, {name: one.units for name, one in states.items()}, looks)


def _due_looks(
    signal: Signal[Any], state: JudgedUnits | None, total: int, *, again: bool
) -> list[tuple[int, int]]:
    """Return the looks to judge. A look whose units became fewer by a void is judged with what is left."""
    before = state.units if state is not None else 0
    is_old = state is not None and state.version != signal.version
    taken = find_looks(0, before)[-1:] if again or is_old else []
    return taken + [one for one in find_looks(min(before, total), total) if one not in taken]


def find_wanted(
    plan: JudgingPlan, voided: Sequence[int], configuration: Configuration, now: datetime
) -> Wanted:
    """Return the days that the looks and the windows need. Ends of shoes are read at looks alone."""
    firsts: dict[Unit, int] = {}
    for signal in configuration.with_looks:
        for first, _end in plan.looks[signal.id]:
            firsts[signal.unit] = min(first, firsts.get(signal.unit, first))
    since = first_day_for(plan.days, firsts)
    of_rounds = [one for one in configuration.without_looks if one.reads_rounds]
    of_decisions = [one for one in of_rounds if one.reads_decisions]
    deals, decided = (
        _first_of(since, _first_in_window(plan.days, signals, now))
        for signals in (of_rounds, of_decisions)
    )
    return Wanted(plan.days, voided, deals, decided, shoe_ends=since is not None)


def _first_in_window(
    days: Sequence[DayUnits], signals: Sequence[Signal[Any]], now: datetime
) -> date | None:
    window = (now - timedelta(days=find_longest(signals) + 1)).date()
    return next((one.day for one in days if one.day >= window), None) if signals else None


def _first_of(*days: date | None) -> date | None:
    return min((day for day in days if day is not None), default=None)
