"""Numbers of a player's units by gaming day, and voided rounds, which do not count."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import Count, Q

from casino.models import Round, Void
from detection.models import PlayerDay
from journal.selectors.gaming_days import day_of
from signals.definition import Unit
from wallet.money.values import PLAY_MONEY

COUNTED: Final = (Unit.ROUNDS, Unit.DEALS, Unit.DECISIONS)


@dataclass(frozen=True, slots=True)
class DayUnits:
    """Units of a player's gaming day, voided rounds left out."""

    day: date
    units: Mapping[Unit, int]


VoidedUnits = dict[tuple[int, date], dict[Unit, int]]


def load_units(player_id: int) -> list[DayUnits]:
    """Return a player's days with their units, oldest first."""
    return load_units_of([player_id], {player_id: find_voided(player_id)})[player_id]


def load_units_of(
    players: Sequence[int], voided: Mapping[int, Sequence[int]]
) -> dict[int, list[DayUnits]]:
    """Return the days of many players. One query, two if rounds were `voided`."""
    gone = _count_voided([one for ids in voided.values() for one in ids])
    found: dict[int, list[DayUnits]] = {player: [] for player in players}
    rows = PlayerDay.objects.filter(player__in=players).order_by("player", "day")
    for player, day, *counts in rows.values_list("player", "day", "rounds", "deals", "decisions"):
        units = dict(zip(COUNTED, counts, strict=True))
        for unit, number in gone.get((player, day), {}).items():
            units[unit] -= number
        found[player].append(DayUnits(day, units))
    return found


def _count_voided(rounds: Sequence[int]) -> VoidedUnits:
    found: VoidedUnits = {}
    if not rounds:
        return found
    real = Round.objects.filter(pk__in=rounds).exclude(currency=PLAY_MONEY)
    own = Count("decisions", filter=Q(decisions__by_house=False, decisions__early=False))
    for player, at, made in real.annotate(made=own).values_list("player", "started_at", "made"):
        day = found.setdefault((player, day_of(at)), dict.fromkeys(COUNTED, 0))
        for unit, number in zip(COUNTED, (1, 1, made), strict=True):
            day[unit] += number
    return found


def find_voided(player_id: int) -> list[int]:
    """Return the ids of a player's voided rounds."""
    return find_voided_of([player_id]).get(player_id, [])


def find_voided_of(players: Sequence[int]) -> dict[int, list[int]]:
    """Return the ids of the voided rounds of those players who have any."""
    voids = Void.objects.filter(player__in=players, undone_at__isnull=True)
    found: dict[int, list[int]] = {}
    for player, round_ in voids.values_list("player", "round"):
        found.setdefault(player, []).append(round_)
    return found


def total_units(days: Iterable[DayUnits]) -> dict[Unit, int]:
    """Return all units of these days."""
    total = dict.fromkeys(COUNTED, 0)
    for one in days:
        for unit in COUNTED:
            total[unit] += one.units[unit]
    return total


def first_day_for(days: Sequence[DayUnits], firsts: Mapping[Unit, int]) -> date | None:
    """Return the day from which on a history has to be loaded to hold these units; None: nothing is needed.

    At least one row before the first unit is loaded, unless it is the very first.
    """
    first: date | None = None
    for unit, needed in firsts.items():
        before = 0
        for one in days:
            if before + one.units[unit] >= max(needed, 1):
                first = one.day if first is None else min(first, one.day)
                break
            before += one.units[unit]
    return first
