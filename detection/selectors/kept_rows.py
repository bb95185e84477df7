"""Players' rows of the days whose columns are kept: those of old days are emptied (`detection.services.retention`)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Final

from detection.selectors.histories import add_shoe_ends, build_history, start_history
from detection.selectors.units import DayUnits, find_voided, total_units
from internals.binary_cursors import open_binary_cursor
from signals.columns import History
from signals.definition import Unit
from signals.rows import cut_units

AT_ONCE: Final = 300_000
"""Deals whose columns are in memory at once, unless one player has more: 130 bytes each."""

_COLUMNS: Final = """
    SELECT one.player_id, one.day, one.columns
    FROM unnest(%s::bigint[], %s::date[]) AS wanted (player, since)
        JOIN detection_playerday AS one ON one.player_id = wanted.player AND one.day >= wanted.since
    ORDER BY 1, 2
"""
PackedDay = tuple[int, date, bytes]


@dataclass(frozen=True, slots=True)
class PlayerRows:
    """A player's history from some day on. `skipped` are the units before it, `total` all units."""

    history: History
    skipped: Mapping[Unit, int]
    total: Mapping[Unit, int]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to load of a player: deals from the day `since` on (None: nothing), and decisions from the day `decided` on."""

    days: Sequence[DayUnits]
    voided: Sequence[int]
    since: date | None
    decided: date | None
    shoe_ends: bool = True

    @property
    def deals(self) -> int:
        """Number of deals, without those of voided rounds."""
        if self.since is None:
            return 0
        return sum(one.units[Unit.DEALS] for one in self.days if one.day >= self.since)


def load_kept_rows(player_id: int, days: Sequence[DayUnits], since: date | None) -> PlayerRows:
    """Return a player's deals and decisions from a day on; none without a day.

    If columns of later days are emptied, from the first day after these on. The units before it are in `skipped`.
    """
    wanted = Wanted(days, find_voided(player_id), since, since)
    return next(rows for _player, rows in load_rows_of({player_id: wanted}))


def load_rows_of(wanted: Mapping[int, Wanted]) -> Iterator[tuple[int, PlayerRows]]:
    """Yield the rows of many players, as `load_kept_rows`, in parts that fit into memory."""
    for players in _split(wanted):
        packed = _read({player: wanted[player] for player in players})
        for player in players:
            yield player, _build(player, wanted[player], packed.pop(player, []))


def _split(wanted: Mapping[int, Wanted]) -> Iterator[list[int]]:
    part: list[int] = []
    deals = 0
    for player, one in wanted.items():
        if part and deals + one.deals > AT_ONCE:
            yield part
            part, deals = [], 0
        part.append(player)
        deals += one.deals
    if part:
        yield part


def _read(wanted: Mapping[int, Wanted]) -> dict[int, list[PackedDay]]:
    """Return the packed days of each player, oldest first. Binary: as text the columns would be twice as long."""
    firsts = {player: one.since for player, one in wanted.items() if one.since is not None}
    if not firsts:
        return {}
    with open_binary_cursor() as cursor:
        cursor.execute(_COLUMNS, [list(firsts), list(firsts.values())], binary=True)
        rows = cursor.fetchall()
    return {player: list(own) for player, own in groupby(rows, itemgetter(0))}


def _build(player: int, wanted: Wanted, packed: Sequence[PackedDay]) -> PlayerRows:
    emptied = [place for place, (_player, _day, columns) in enumerate(packed) if not columns]
    kept = packed[emptied[-1] + 1 :] if emptied else packed
    if not kept:
        total = total_units(wanted.days)
        return PlayerRows(start_history(player), total, total)
    first = kept[0][1]
    undecided = sum(wanted.decided is None or day < wanted.decided for _player, day, _ in kept)
    columns = [one for _player, _day, one in kept]
    history = build_history(player, columns, wanted.voided, undecided=undecided)
    return PlayerRows(
        add_shoe_ends(history) if wanted.shoe_ends else history,
        total_units(one for one in wanted.days if one.day < first),
        total_units(wanted.days),
    )


def cut_look(rows: PlayerRows, unit: Unit, first: int, end: int) -> History:
    """Return what is kept of the units from `first` to `end` (not included), counted from the player's first unit."""
    skipped = rows.skipped[unit]
    return cut_units(rows.history, unit, max(first - skipped, 0), max(end - skipped, 0))
