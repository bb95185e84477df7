"""What compliance stores. What may change of it, and by whom, is kept by the triggers of `compliance/sql`."""

from compliance.models.voids import CaseKind, CaseState, Reason, VoidCase, VoidLine, VoidStep

__all__ = ["CaseKind", "CaseState", "Reason", "VoidCase", "VoidLine", "VoidStep"]
