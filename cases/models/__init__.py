"""Cases, their steps, and what is done in them."""

from cases.models.cases import (
    Case,
    CaseFlag,
    CaseLink,
    CaseNote,
    CaseOrigin,
    CaseOutcome,
    CasePlayer,
    CaseSeverity,
    CaseStatus,
    CaseTopic,
    DiaryAction,
    SavedView,
    StatusStep,
)
from cases.models.holds import CaseHold, HoldRelease, HoldReleaseDecision
from cases.models.records import (
    CaseVoid,
    ContactChannel,
    ContactRecord,
    DocumentRequest,
    ReportDraft,
    RequestedDocument,
)

__all__ = [
    "Case",
    "CaseFlag",
    "CaseHold",
    "CaseLink",
    "CaseNote",
    "CaseOrigin",
    "CaseOutcome",
    "CasePlayer",
    "CaseSeverity",
    "CaseStatus",
    "CaseTopic",
    "CaseVoid",
    "ContactChannel",
    "ContactRecord",
    "DiaryAction",
    "DocumentRequest",
    "HoldRelease",
    "HoldReleaseDecision",
    "ReportDraft",
    "RequestedDocument",
    "SavedView",
    "StatusStep",
]
