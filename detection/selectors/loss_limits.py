"""When players' losses used up a loss limit, from rounds and the limits in force then."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

import numpy as np

from limits.models import Limit
from limits.values import LENGTH, LimitKind, LimitPeriod
from signals.columns import DealMark, Deals, Floats, Ints


@dataclass(frozen=True, slots=True)
class LossLimit:
    """A loss limit from a moment until another of its scope and period; `amount` in units of 10^-4 USD."""

    amount: int
    seconds: float
    since: float
    until: float


def find_used_up_limits(limits: Sequence[LossLimit], deals: Deals) -> Floats:
    """Return the ends of the rounds that left less under a loss limit than the player's smallest bet.

    Losses from before the first of these deals do not count.
    """
    real = deals.marks & int(DealMark.PLAY_MONEY) == 0
    played = deals.take(deals.played & real)
    if not limits or not len(played):
        return np.zeros(0)
    played = played.take(np.argsort(played.at, kind="stable"))
    return np.unique(np.concatenate([_find_ends(one, played) for one in limits]))


def _find_ends(limit: LossLimit, played: Deals) -> Floats:
    lost: Ints = np.concatenate([[0], np.cumsum(played.staked - played.returned)])
    first = np.searchsorted(played.at, played.ended - limit.seconds, side="right")
    within = lost[1:] - lost[np.minimum(first, np.arange(len(played)))]
    in_force = (played.ended >= limit.since) & (played.ended < limit.until)
    ends: Floats = played.ended[in_force & (limit.amount - within < played.stake.min())]
    return ends


def load_loss_limits(players: Sequence[int]) -> Mapping[int, Sequence[LossLimit]]:
    """Return the loss limits that players had, own ones and those set by the house. One query."""
    found: defaultdict[int, list[LossLimit]] = defaultdict(list)
    rows = Limit.objects.filter(player__in=players, kind=LimitKind.LOSS)
    keys = ("player_id", "scope", "period")
    ordered = rows.select_related("confirmation").order_by(*keys, "id")
    for (player, _scope, period), group in groupby(ordered, attrgetter(*keys)):
        found[player] += _list_in_force(group, LENGTH[LimitPeriod(period)].total_seconds())
    return found


def _list_in_force(rows: Iterable[Limit], seconds: float) -> list[LossLimit]:
    effective = [(since, row) for row in rows if (since := _in_force_since(row)) is not None]
    ends = [since for since, _row in effective[1:]] + [float("inf")]
    return [
        LossLimit(row.amount, seconds, since, until)
        for (since, row), until in zip(effective, ends, strict=True)
        if row.amount is not None
    ]


def _in_force_since(row: Limit) -> float | None:
    """Return when the limit began to count; None if a looser one was never confirmed."""
    if not row.loosens:
        return row.in_force_from.timestamp()
    return row.confirmation.at.timestamp() if hasattr(row, "confirmation") else None
