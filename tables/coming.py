"""Rules that are about to come into force, for the players of the tables that will play them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import JSONObject

from tables.models import RuleSetVersion, Table, VersionState, VersionStep
from tables.rule_fields import Difference, differences


@dataclass(frozen=True, slots=True)
class Coming:
    """A table's next rules: when they take effect and in what they differ from those of now."""

    table: str
    at: datetime
    differences: Sequence[Difference]


def coming_rules(slug: str | None = None) -> list[Coming]:
    """Of one table, or of every open one, the next first. One query, and another where something is scheduled."""
    versions = list(_scheduled())
    if not versions:
        return []
    wanted = {"slug": slug} if slug else {"status": Table.Status.OPEN}
    tables = list(Table.objects.filter(**wanted).select_related("version"))
    return [
        _coming(table, version, version.effective_at)
        for version in versions
        for table in tables
        if table.version.rule_set_id == version.rule_set_id
    ]


def versions_to_come(rule_set: str) -> ArraySubquery:
    """For a caller's own query: what is scheduled for the rule set in its column `rule_set`; see `coming_at`."""
    ours = _scheduled().filter(rule_set=OuterRef(rule_set))
    return ArraySubquery(ours.values(json=JSONObject(rules="rules_json", at="effective_at")))


def coming_at(table: Table, rows: Iterable[Mapping[str, Any]]) -> list[Coming]:
    """What `versions_to_come` found for the rule set of this table, as `coming_rules` would tell it."""
    return [
        _coming(table, RuleSetVersion(rules_json=row["rules"]), datetime.fromisoformat(row["at"]))
        for row in rows
    ]


def _coming(table: Table, version: RuleSetVersion, at: datetime) -> Coming:
    return Coming(table.name, at, differences(table.version.rules, version.rules))


def _scheduled() -> QuerySet[RuleSetVersion, Any]:
    last = VersionStep.objects.filter(version=OuterRef("pk")).order_by("-n")
    dated = RuleSetVersion.objects.filter(state=VersionState.SCHEDULED).annotate(
        effective_at=Subquery(last.values("effective_at")[:1])
    )
    return dated.order_by("effective_at", "pk")
