"""What waits for a person about tiers."""

from django.utils.translation import gettext_lazy as _

from accounts.roles.values import Right
from approvals.selectors import Queue, undecided_proposals
from loyalty.models.tiers import TierSet


def tier_queues() -> tuple[Queue, ...]:
    """Proposed sets of tiers."""
    return (Queue(_("Tiers"), Right.VIEW_TIERS, undecided_proposals(TierSet), "tiers:list"),)
