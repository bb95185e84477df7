"""Models of limits."""

from limits.models.cash import CashLimit, CashLimitDecision
from limits.models.deposit_answers import DepositAnswer
from limits.models.players import Limit, LimitConfirmation
from limits.models.session_plans import SessionPlan
from limits.models.sets import LimitDecision, LimitSet

__all__ = [
    "CashLimit",
    "CashLimitDecision",
    "DepositAnswer",
    "Limit",
    "LimitConfirmation",
    "LimitDecision",
    "LimitSet",
    "SessionPlan",
]
