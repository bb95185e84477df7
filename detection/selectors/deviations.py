"""Decisions that differ from the chart, with their gains, as a history of their own (INT1)."""

from collections.abc import Sequence
from itertools import chain, groupby
from operator import attrgetter
from typing import Final

import numpy as np

from casino.models import Void
from detection.models import FoundDeviation
from signals.columns import (
    Deals,
    Decisions,
    Deviations,
    Floats,
    GainChances,
    History,
    Ints,
)

_BEFORE: Final = -2
"""Spot of deviations measured without one: they are taken as of one cell, where mistakes cost nothing."""


def load_deviations(player_id: int) -> History:
    """Return the player's deviations in rounds for money, of revealed shoes, that are not voided; as they were measured.

    A shoe revealed late follows those that earlier looks judged, so that these keep their deviations.
    Each has a deal and a decision of its own, with the fields that INT1 reads.
    """
    return load_deviations_of([player_id])[player_id]


def load_deviations_of(players: Sequence[int]) -> dict[int, History]:
    """Return the deviations of many players. One query."""
    voided = Void.objects.filter(player__in=players, undone_at__isnull=True).values("round")
    rows = FoundDeviation.objects.filter(player__in=players).exclude(round__in=voided)
    found = {player: History(str(player)) for player in players}
    ordered = rows.order_by("player", "measured_at", "decision")
    for player, own in groupby(ordered, attrgetter("player_id")):
        found[player] = _build_history(player, list(own))
    return found


def _build_history(player: int, found: Sequence[FoundDeviation]) -> History:
    return History(
        str(player),
        deals=_build_deals(found),
        decisions=_build_decisions(found),
        deviations=Deviations(
            row=np.arange(len(found)),
            gain=np.array([one.gain for one in found], np.float64),
            right=np.array([one.right for one in found], bool),
            right_chance=np.array([one.right_chance for one in found], np.float64),
            cost=np.array([one.cost or 0.0 for one in found], np.float64),
        ),
        gain_chances=_build_chances(found),
    )


def _build_deals(found: Sequence[FoundDeviation]) -> Deals:
    at, zeros = _read_times(found), np.zeros(len(found), np.int64)
    return Deals(
        round=np.array([one.round_id for one in found], np.int64),
        deal=np.arange(len(found)),
        at=at,
        ended=at,
        table=zeros,
        rules=zeros,
        shoe=np.array([one.shoe_id for one in found], np.int64),
        nonce=zeros,
        running=zeros,
        left=zeros,
        stake=np.ones(len(found), np.int64),
        staked=zeros,
        returned=zeros,
        marks=zeros,
    )


def _build_decisions(found: Sequence[FoundDeviation]) -> Decisions:
    zeros = np.zeros(len(found), np.int64)
    return Decisions(
        row=np.arange(len(found)),
        at=_read_times(found),
        think=np.full(len(found), np.nan),
        spot=np.array([_BEFORE if one.spot is None else one.spot for one in found], np.int64),
        action=np.array([one.action or 0 for one in found], np.int64),
        advised=np.array([one.advised or 0 for one in found], np.int64),
        running=zeros,
        left=zeros,
        marks=zeros,
    )


def _build_chances(found: Sequence[FoundDeviation]) -> GainChances:
    """Return the distributions of all gains, one after the other."""
    of: Ints = np.repeat(np.arange(len(found)), [len(one.values) for one in found])
    values = chain.from_iterable(one.values for one in found)
    chances = chain.from_iterable(one.chances for one in found)
    return GainChances(of, np.fromiter(values, np.float64), np.fromiter(chances, np.float64))


def _read_times(found: Sequence[FoundDeviation]) -> Floats:
    return np.array([one.made_at.timestamp() for one in found], np.float64)
