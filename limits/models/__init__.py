"""Models of limits."""

from limits.models.players import Limit, LimitConfirmation
from limits.models.sets import LimitDecision, LimitSet

__all__ = ["Limit", "LimitConfirmation", "LimitDecision", "LimitSet"]
