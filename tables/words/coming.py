"""Rules that are about to come into force, for the players of the tables that will play them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import JSONObject

import blackjack
from tables.models import Mathematics, RuleSetVersion, Table, VersionState, VersionStep
from tables.selectors.tables import mathematics_of_each
from tables.words.help.worth import percent
from tables.words.rule_fields import Difference, player_differences


@dataclass(frozen=True, slots=True)
class Coming:
    """A table's next rules: when they take effect, in what they differ from those of now, and the RTP of both.

    An RTP is empty while it is not computed.
    """

    table: str
    at: datetime
    differences: Sequence[Difference]
    rtp_before: str = ""
    rtp_after: str = ""


def coming_rules(slug: str | None = None) -> list[Coming]:
    """Of one table, or of every open one, the next first; changes that its players do not meet are left out.

    One query, and two more where something is scheduled.
    """
    versions = list(_scheduled())
    if not versions:
        return []
    wanted = {"slug": slug} if slug else {"status": Table.Status.OPEN}
    tables = list(Table.objects.filter(**wanted).select_related("version"))
    known = mathematics_of_each([*versions, *(table.version for table in tables)])
    found = [
        _coming(table, version, version.effective_at, known)
        for version in versions
        for table in tables
        if table.version.rule_set_id == version.rule_set_id
    ]
    return [one for one in found if one.differences]


def versions_to_come(rule_set: str) -> ArraySubquery:
    """For a caller's own query: what is scheduled for the rule set in its column `rule_set`; see `coming_at`.

    The column stands in a version of rules, whose RTP is read beside.
    """
    present = f"{rule_set.removesuffix('rule_set')}rules_hash"
    ours = _scheduled().filter(rule_set=OuterRef(rule_set))
    row = JSONObject(
        rules="rules_json",
        at="effective_at",
        before=_rtp_of(OuterRef(OuterRef(present))),
        after=_rtp_of(OuterRef("rules_hash")),
    )
    return ArraySubquery(ours.values(json=row))


def coming_at(table: Table, rows: Iterable[Mapping[str, Any]]) -> list[Coming]:
    """What `versions_to_come` found for the rule set of this table, as `coming_rules` would tell it."""
    found = [
        Coming(
            table.name,
            datetime.fromisoformat(row["at"]),
            player_differences(table.version.rules, RuleSetVersion(rules_json=row["rules"]).rules),
            *("" if rtp is None else percent(rtp) for rtp in (row["before"], row["after"])),
        )
        for row in rows
    ]
    return [one for one in found if one.differences]


def rtp_told(mathematics: Mathematics | None) -> str:
    """The RTP in percent; empty while it is not computed."""
    if mathematics is None or not mathematics.is_current or not mathematics.result:
        return ""
    return percent(mathematics.result["rtp"])


def _rtp_of(digest: OuterRef) -> Subquery:
    """The same for a query, as a number or nothing."""
    done = Mathematics.objects.filter(
        digest=digest, state=Mathematics.State.DONE, library_version=blackjack.VERSION
    )
    return Subquery(done.values("result__rtp")[:1])


def _coming(
    table: Table, version: RuleSetVersion, at: datetime, known: Mapping[str, Mathematics]
) -> Coming:
    before, after = (rtp_told(known.get(one.rules_hash)) for one in (table.version, version))
    return Coming(
        table.name, at, player_differences(table.version.rules, version.rules), before, after
    )


def _scheduled() -> QuerySet[RuleSetVersion, Any]:
    last = VersionStep.objects.filter(version=OuterRef("pk")).order_by("-n")
    dated = RuleSetVersion.objects.filter(state=VersionState.SCHEDULED).annotate(
        effective_at=Subquery(last.values("effective_at")[:1])
    )
    return dated.order_by("effective_at", "pk")
