"""Rules that are about to come into force, for the players of the tables that will play them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Subquery

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
    last = VersionStep.objects.filter(version=OuterRef("pk")).order_by("-n")
    scheduled = RuleSetVersion.objects.filter(state=VersionState.SCHEDULED)
    dated = scheduled.annotate(effective_at=Subquery(last.values("effective_at")[:1]))
    versions = list(dated.order_by("effective_at", "pk"))
    if not versions:
        return []
    wanted = {"slug": slug} if slug else {"status": Table.Status.OPEN}
    tables = list(Table.objects.filter(**wanted).select_related("version"))
    return [
        Coming(table.name, version.effective_at, differences(table.version.rules, version.rules))
        for version in versions
        for table in tables
        if table.version.rule_set_id == version.rule_set_id
    ]
