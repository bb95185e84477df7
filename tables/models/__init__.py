"""Rule sets with their versions, tables, limits of house and players, and the mathematics of rules."""

from tables.models.limits import LimitDecision, LimitSet
from tables.models.mathematics import Mathematics
from tables.models.rule_sets import MoneyKind, RuleSet, RuleSetVersion, VersionState, VersionStep
from tables.models.table import Table, TableAlteration, TableChange, TableChangeDecision

__all__ = [
    "LimitDecision",
    "LimitSet",
    "Mathematics",
    "MoneyKind",
    "RuleSet",
    "RuleSetVersion",
    "Table",
    "TableAlteration",
    "TableChange",
    "TableChangeDecision",
    "VersionState",
    "VersionStep",
]
