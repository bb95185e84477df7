from detection.models.columns import FoundDeviation, LateRound, PlayerDay, Watermark
from detection.models.flags import BlindSample, Flag, Mute
from detection.models.links import AccountLink, LinkedAccount
from detection.models.outcomes import DayOfOutcomes, DuePlayer, LatestOutcome, SignalState
from detection.models.thresholds import (
    Recomputation,
    ThresholdChange,
    ThresholdDecision,
    TrialDifference,
)

__all__ = [
    "AccountLink",
    "BlindSample",
    "DayOfOutcomes",
    "DuePlayer",
    "Flag",
    "FoundDeviation",
    "LateRound",
    "LatestOutcome",
    "LinkedAccount",
    "Mute",
    "PlayerDay",
    "Recomputation",
    "SignalState",
    "ThresholdChange",
    "ThresholdDecision",
    "TrialDifference",
    "Watermark",
]
