"""Proposals of rates and limits with their state."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import QuerySet


class ProposalState(models.TextChoices):
    """State of a proposal."""

    WAITING = "waiting"
    APPROVED = "approved"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ProposalRecord:
    """A proposal with its decision, if there is one."""

    id: int
    state: ProposalState
    proposed_at: datetime
    decided_at: datetime | None


def load_proposal_record(proposals: QuerySet[Any], number: int) -> ProposalRecord | None:
    """Return one of these proposals; None if there is none. One query."""
    row = proposals.select_related("decision").filter(pk=number).first()
    if row is None:
        return None
    decision = getattr(row, "decision", None)
    if decision is None:
        return ProposalRecord(row.pk, ProposalState.WAITING, row.proposed_at, None)
    state = ProposalState.APPROVED if decision.approved else ProposalState.REFUSED
    return ProposalRecord(row.pk, state, row.proposed_at, decision.decided_at)
