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
    CaseSource,
    CaseStatus,
    CaseTopic,
    DiaryAction,
    SavedView,
    StatusStep,
)
from cases.models.holds import CaseHold, HoldEnd, HoldRelease, HoldReleaseDecision
from cases.models.records import (
    CaseVoid,
    ContactChannel,
    ContactRecord,
    DocumentRequest,
    ReportDraft,
    RequestedDocument,
)
from cases.models.restrictions import CaseRestriction, CaseRestrictionEnd, RestrictedPlay

__all__ = [
    "Case",
    "CaseFlag",
    "CaseHold",
    "CaseLink",
    "CaseNote",
    "CaseOrigin",
    "CaseOutcome",
    "CasePlayer",
    "CaseRestriction",
    "CaseRestrictionEnd",
    "CaseSeverity",
    "CaseSource",
    "CaseStatus",
    "CaseTopic",
    "CaseVoid",
    "ContactChannel",
    "ContactRecord",
    "DiaryAction",
    "DocumentRequest",
    "HoldEnd",
    "HoldRelease",
    "HoldReleaseDecision",
    "ReportDraft",
    "RequestedDocument",
    "RestrictedPlay",
    "SavedView",
    "StatusStep",
]
