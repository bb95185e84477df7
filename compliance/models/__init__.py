"""What compliance stores. What may change of it, and by whom, is kept by the triggers of `compliance/sql`."""

from compliance.models.announcements import RulesAnnouncement
from compliance.models.disputes import (
    Dispute,
    DisputeOutcome,
    DisputeReply,
    DisputeState,
    DisputeSubject,
)
from compliance.models.recounts import Recount
from compliance.models.voids import CaseKind, CaseReason, CaseState, CaseStep, VoidCase, VoidLine

__all__ = [
    "CaseKind",
    "CaseReason",
    "CaseState",
    "CaseStep",
    "Dispute",
    "DisputeOutcome",
    "DisputeReply",
    "DisputeState",
    "DisputeSubject",
    "Recount",
    "RulesAnnouncement",
    "VoidCase",
    "VoidLine",
]
