"""The history of a player's own limits, in words. Two queries."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from accounts.models.users import User
from casino.protection.words.own_limits import format_limit_name, format_limit_value
from limits.models import Limit
from limits.selectors.in_force import limit_history, pending_limits

LATEST: Final = 100
"""Number of changes listed; the data export contains all."""


class LimitRequestState(StrEnum):
    """State of a requested limit."""

    COUNTS = "counts"
    REPLACED = "replaced"
    WAITS = "waits"  # for its time, or for the player's confirmation
    NEVER = "never"  # not confirmed, or replaced by another request before that


@dataclass(frozen=True, slots=True)
class PastLimit:
    """One row: name and amount of a limit, time of the request, and period in force."""

    name: str
    value: str
    asked_at: datetime
    begun: datetime | None
    ended: datetime | None
    fate: LimitRequestState


@dataclass(frozen=True, slots=True)
class PastLimits:
    """Requested limits, newest first. `more`: there are older ones that are not listed."""

    lines: list[PastLimit]
    more: bool


def past_limits(player: User) -> PastLimits:
    """Return the player's requested limits, at most `LATEST`."""
    rows = list(limit_history(player.pk)[: LATEST + 1])
    waits = {one.limit.pk for one in pending_limits(player.pk)}
    replaced: dict[tuple[str, str], datetime] = {}
    lines = []
    for row in rows[:LATEST]:
        begun, ended = find_limit_start(row), replaced.get((row.kind, row.period))
        if begun is not None:
            replaced[row.kind, row.period] = begun
        lines.append(
            PastLimit(
                name=format_limit_name(row.kind, row.period),
                value=format_limit_value(row.kind, row.amount),
                asked_at=row.proposed_at,
                begun=begun,
                ended=ended if begun else None,
                fate=_fate(begun, ended, waits=row.pk in waits),
            )
        )
    return PastLimits(lines, more=len(rows) > LATEST)


def find_limit_start(row: Limit) -> datetime | None:
    """Return when a limit came into force: a looser one with its confirmation; None if never."""
    if not row.loosens:
        return row.proposed_at
    return row.confirmation.at if hasattr(row, "confirmation") else None


def _fate(begun: datetime | None, ended: datetime | None, *, waits: bool) -> LimitRequestState:
    if begun is None:
        return LimitRequestState.WAITS if waits else LimitRequestState.NEVER
    return LimitRequestState.COUNTS if ended is None else LimitRequestState.REPLACED
