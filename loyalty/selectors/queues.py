"""Proposed sets of tiers that wait for a decision."""

from accounts.roles.values import Right
from approvals.selectors import Queue, undecided_proposals
from loyalty.models.tiers import TierSet


def tier_queues() -> tuple[Queue, ...]:
    """Proposed sets of tiers."""
    return (Queue("tiers", Right.VIEW_TIERS, undecided_proposals(TierSet), "tiers:list"),)
