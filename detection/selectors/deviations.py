"""Decisions that differ from the chart, with their gains, as a history of their own (INT1)."""

import numpy as np

from casino.models import Void
from detection.models import FoundDeviation
from signals.columns import Deals, Decisions, Deviations, GainChances, History


def load_deviations(player_id: int) -> History:
    """Return the player's deviations in rounds for money, of revealed shoes, that are not voided; as they were measured.

    A shoe revealed late follows those that earlier looks judged, so that these keep their deviations.
    Each has a deal and a decision of its own, with the fields that INT1 reads.
    """
    voided = Void.objects.filter(player=player_id, undone_at__isnull=True).values("round")
    rows = FoundDeviation.objects.filter(player=player_id).exclude(round__in=voided)
    found = list(rows.order_by("measured_at", "decision"))
    n = len(found)
    at = np.array([one.made_at.timestamp() for one in found], np.float64)
    places, zeros, nothing = np.arange(n), np.zeros(n, np.int64), np.full(n, np.nan)
    values = [one.values for one in found]
    of = np.repeat(places, [len(one) for one in values]) if n else np.zeros(0, np.int64)
    return History(
        str(player_id),
        deals=Deals(
            round=np.array([one.round_id for one in found], np.int64),
            deal=places,
            at=at,
            ended=at,
            table=zeros,
            rules=zeros,
            shoe=np.array([one.shoe_id for one in found], np.int64),
            nonce=zeros,
            running=zeros,
            left=zeros,
            stake=np.ones(n, np.int64),
            staked=zeros,
            returned=zeros,
            marks=zeros,
        ),
        decisions=Decisions(
            row=places,
            at=at,
            think=nothing,
            spot=zeros,
            action=zeros,
            advised=zeros,
            running=zeros,
            left=zeros,
            marks=zeros,
        ),
        deviations=Deviations(
            row=places,
            gain=np.array([one.gain for one in found], np.float64),
            right=np.array([one.right for one in found], bool),
            right_chance=np.array([one.right_chance for one in found], np.float64),
        ),
        gain_chances=GainChances(
            of,
            np.array([value for one in values for value in one], np.float64),
            np.array([chance for one in found for chance in one.chances], np.float64),
        ),
    )
