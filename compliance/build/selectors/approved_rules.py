"""Check of the rules in play against their approval: stored row, its hash, approval step and chained event must agree."""

from collections.abc import Iterator
from typing import Final

from django.db.models import Q

from blackjack.rules import Rules, RulesError
from journal.models import Event, EventKind
from journal.values.findings import Finding, make_finding
from tables.models import RuleSetVersion, VersionState, VersionStep

_PLAYED: Final = (VersionState.APPROVED, VersionState.SCHEDULED, VersionState.ACTIVE)


def versions_in_play() -> list[RuleSetVersion]:
    versions = RuleSetVersion.objects.filter(Q(state__in=_PLAYED) | Q(tables__isnull=False))
    return list(versions.distinct().select_related("rule_set").order_by("pk"))


def find_rule_differences(versions: list[RuleSetVersion]) -> Iterator[Finding]:
    """Yield one finding per version that differs from its approval. Two queries."""
    numbers = [version.pk for version in versions]
    steps = VersionStep.objects.filter(version__in=numbers, to_state=VersionState.APPROVED)
    approved = dict(steps.order_by("n").values_list("version_id", "rules_hash"))
    events = Event.objects.filter(
        kind=EventKind.TABLE_RULES_APPROVED.value, data__version__in=numbers
    ).order_by("pk")
    told = {one.data["version"]: one.data.get("rules_hash") for one in events}
    for version in versions:
        if wrong := _wrong(version, approved.get(version.pk), told.get(version.pk)):
            yield {**wrong, "rules": str(version)}


def _wrong(version: RuleSetVersion, approved: str | None, told: str | None) -> Finding | None:
    try:
        digest = Rules.from_dict(version.rules_json).digest
    except RulesError as error:
        return make_finding("rules_unreadable", field=error.field)
    if approved is None or told is None:
        return make_finding("rules_unapproved")
    if digest != version.rules_hash:
        return make_finding("rules_not_of_hash")
    return None if digest == approved == told else make_finding("rules_not_approved")
