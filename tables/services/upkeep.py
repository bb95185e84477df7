"""The mathematics of what is played or about to be: asked for again whenever they are not there, whatever became of them.

A new version of the library, a computation that was stopped or that failed: tables show returns, give hints, open and play for
absent players by these figures, and nobody would think of asking for them. What they then have against rules in force is told:
whether the table is closed, or what it returns accepted by a new version, people decide.
"""

from datetime import datetime, timedelta

import blackjack
from journal.models import Kind
from journal.services.recording import record_once
from tables.models import Mathematics, RuleSetVersion, Table, VersionState
from tables.selectors.returns import Doubt, doubt_of
from tables.selectors.tables import mathematics_of_each
from tables.services.mathematics import ask

RETRY = timedelta(hours=1)  # after a computation that failed
_PLAYED = (VersionState.ACTIVE, VersionState.SCHEDULED)


def ask_for_played(now: datetime) -> int:
    """Ask for the mathematics that versions in force or scheduled lack. Returns how many. Two queries where none are missing."""
    versions = list(RuleSetVersion.objects.filter(state__in=_PLAYED))
    known = mathematics_of_each(versions)
    missing = {
        version.rules_hash: version.rules
        for version in versions
        if is_missing(known.get(version.rules_hash), now)
    }
    for rules in missing.values():
        ask(rules)
    return len(missing)


def tell_of_doubts() -> int:
    """Tell staff, once for each version and library, what speaks against rules that open tables play. Returns how many are new."""
    played = RuleSetVersion.objects.filter(tables__status=Table.Status.OPEN).distinct()
    versions = list(played.select_related("rule_set"))
    known = mathematics_of_each(versions)
    doubts = [(version, doubt_of(version, known.get(version.rules_hash))) for version in versions]
    return sum(_tell(version, doubt) for version, doubt in doubts if doubt is not None)


def _tell(version: RuleSetVersion, doubt: Doubt) -> bool:
    tables = version.tables.filter(status=Table.Status.OPEN).order_by("slug")
    data: dict[str, object] = {
        "version": version.pk,
        "library": blackjack.VERSION,
        "tables": list(tables.values_list("slug", flat=True)),
    }
    subject = f"rules {version}, library {blackjack.VERSION}"
    if doubt.error:
        told = {**data, "error": doubt.error}
        return record_once(Kind.TABLE_RULES_UNCOMPUTED, subject=subject, data=told)
    told = {**data, "returns": {one.bet: one.rtp for one in doubt.returns}}
    return record_once(Kind.TABLE_RULES_UNUSUAL, subject=subject, data=told)


def is_missing(row: Mathematics | None, now: datetime) -> bool:
    """Whether nothing is there, of this library, and nothing is on its way."""
    if row is None:
        return True
    if row.state == Mathematics.State.WAITING:
        return False
    if row.state == Mathematics.State.CANCELLED or row.library_version != blackjack.VERSION:
        return True
    failed = row.state == Mathematics.State.FAILED
    return failed and (row.finished_at is None or row.finished_at <= now - RETRY)
