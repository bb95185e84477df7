"""Queue of proposed sets of tiers."""

from accounts.roles.values import Right
from approvals.selectors import Queue, undecided_proposals
from loyalty.models.tiers import TierSet


def tier_queues() -> tuple[Queue, ...]:
    return (Queue("tiers", Right.VIEW_TIERS, undecided_proposals(TierSet), "tiers:list"),)
