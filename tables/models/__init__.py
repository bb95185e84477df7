"""Rule sets with their versions, tables, and the mathematics of rules."""

from tables.models.mathematics import Mathematics
from tables.models.rule_sets import MoneyKind, RuleSet, RuleSetVersion, VersionState, VersionStep
from tables.models.switches import House, Switching
from tables.models.table import Table, TableChange, TableChangeDecision

__all__ = [
    "House",
    "Mathematics",
    "MoneyKind",
    "RuleSet",
    "RuleSetVersion",
    "Switching",
    "Table",
    "TableChange",
    "TableChangeDecision",
    "VersionState",
    "VersionStep",
]
