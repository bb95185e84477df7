"""Scheduled versions of rules, and their RTPs."""

from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import JSONObject

import blackjack
from tables.models import Mathematics, RuleSetVersion, Table, VersionState, VersionStep


def scheduled_versions() -> QuerySet[RuleSetVersion, Any]:
    """Return scheduled versions in order of their start, annotated as `effective_at`."""
    last = VersionStep.objects.filter(version=OuterRef("pk")).order_by("-n")
    dated = RuleSetVersion.objects.filter(state=VersionState.SCHEDULED).annotate(
        effective_at=Subquery(last.values("effective_at")[:1])
    )
    return dated.order_by("effective_at", "pk")


def tables_with_versions(slug: str | None = None) -> list[Table]:
    """Return the table with this slug, or every open one. One query."""
    wanted = {"slug": slug} if slug else {"status": Table.Status.OPEN}
    return list(Table.objects.filter(**wanted).select_related("version"))


def scheduled_versions_subquery(rule_set: str) -> ArraySubquery:
    """Return a subquery of the scheduled versions of the rule set in the column `rule_set`.

    The column belongs to a version of rules, whose RTP is read as well. Parse the rows with
    `tables.words.coming.build_coming_rules`.
    """
    present = f"{rule_set.removesuffix('rule_set')}rules_hash"
    ours = scheduled_versions().filter(rule_set=OuterRef(rule_set))
    row = JSONObject(
        rules="rules_json",
        at="effective_at",
        before=_rtp_of(OuterRef(OuterRef(present))),
        after=_rtp_of(OuterRef("rules_hash")),
    )
    return ArraySubquery(ours.values(json=row))


def _rtp_of(digest: OuterRef) -> Subquery:
    """Return the RTP as a subquery: a number or null."""
    done = Mathematics.objects.filter(
        digest=digest, state=Mathematics.State.DONE, library_version=blackjack.VERSION
    )
    return Subquery(done.values("result__rtp")[:1])
