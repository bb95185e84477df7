"""Models of compliance; triggers in `compliance/sql` enforce who may change what."""

from compliance.models.announcements import ProfileAnnouncement, RulesAnnouncement
from compliance.models.disputes import (
    Dispute,
    DisputeOutcome,
    DisputeReply,
    DisputeState,
    DisputeSubject,
)
from compliance.models.erasures import ErasedPerson, Erasure, ErasureDecision
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
    "ErasedPerson",
    "Erasure",
    "ErasureDecision",
    "ProfileAnnouncement",
    "Recount",
    "RulesAnnouncement",
    "VoidCase",
    "VoidLine",
]
