"""A player's rows of the days whose columns are kept: those of old days are emptied (`detection.services.retention`)."""

from collections.abc import Sequence
from datetime import date

from detection.models import PlayerDay
from detection.selectors.histories import DayUnits, PlayerRows, load_rows
from signals.columns import History
from signals.definition import Unit
from signals.rows import cut_units


def load_kept_rows(player_id: int, days: Sequence[DayUnits], since: date | None) -> PlayerRows:
    """Return the rows as `load_rows` does, from the first day on after which no columns are emptied.

    The units of emptied days are in `skipped`.
    """
    if since is None:
        return load_rows(player_id, days, None)
    emptied = PlayerDay.objects.filter(player=player_id, day__gte=since, columns=b"")
    last = emptied.order_by("-day").values_list("day", flat=True).first()
    if last is not None:
        since = min((one.day for one in days if one.day > last), default=None)
    return load_rows(player_id, days, since)


def cut_look(rows: PlayerRows, unit: Unit, first: int, end: int) -> History:
    """Return what is kept of the units from `first` to `end` (not included), counted from the player's first unit."""
    skipped = rows.skipped[unit]
    return cut_units(rows.history, unit, max(first - skipped, 0), max(end - skipped, 0))
