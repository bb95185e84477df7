"""What compliance stores. What may change of it, and by whom, is kept by the triggers of `compliance/sql`."""

from compliance.models.announcements import RulesAnnouncement
from compliance.models.disputes import Dispute, DisputeReply, DisputeState, Outcome, Subject
from compliance.models.recounts import Recount
from compliance.models.voids import CaseKind, CaseState, Reason, VoidCase, VoidLine, VoidStep

__all__ = [
    "CaseKind",
    "CaseState",
    "Dispute",
    "DisputeReply",
    "DisputeState",
    "Outcome",
    "Reason",
    "Recount",
    "RulesAnnouncement",
    "Subject",
    "VoidCase",
    "VoidLine",
    "VoidStep",
]
