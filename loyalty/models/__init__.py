from loyalty.models.points import PointsAccount, PointsEntry
from loyalty.models.previews import TierPreview
from loyalty.models.redemption import Redemption
from loyalty.models.tiers import Tier, TierChange, TierSet, TierSetDecision

__all__ = [
    "PointsAccount",
    "PointsEntry",
    "Redemption",
    "Tier",
    "TierChange",
    "TierPreview",
    "TierSet",
    "TierSetDecision",
]
