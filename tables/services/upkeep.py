"""Requests for missing mathematics of rules in use or scheduled, and alarms about their problems.

After an update of the library, or a cancelled or failed computation, nobody would request them, but returns, hints,
opening of tables and rounds of absent players depend on them. Problems of rules in force are reported; people decide
what to do.
"""

from datetime import datetime, timedelta

import blackjack
from journal.models import EventKind
from journal.services.recording import record_once
from tables.models import Mathematics, RuleSetVersion, Table, VersionState
from tables.selectors.returns import Doubt, find_doubt
from tables.selectors.tables import load_mathematics_by_digest
from tables.services.mathematics import request_mathematics

RETRY = timedelta(hours=1)  # after a computation that failed
_PLAYED = (VersionState.ACTIVE, VersionState.SCHEDULED)


def request_missing_mathematics(now: datetime) -> int:
    """Request missing mathematics of versions in force or scheduled; return how many. Two queries if none are missing."""
    versions = list(RuleSetVersion.objects.filter(state__in=_PLAYED))
    known = load_mathematics_by_digest(versions)
    missing = {
        version.rules_hash: version.rules
        for version in versions
        if is_missing(known.get(version.rules_hash), now)
    }
    for rules in missing.values():
        request_mathematics(rules)
    return len(missing)


def report_doubts() -> int:
    """Raise an alarm, once per version and library, for problems of rules at open tables; return the number of new ones."""
    played = RuleSetVersion.objects.filter(tables__status=Table.Status.OPEN).distinct()
    versions = list(played.select_related("rule_set"))
    known = load_mathematics_by_digest(versions)
    doubts = [(version, find_doubt(version, known.get(version.rules_hash))) for version in versions]
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
        return record_once(EventKind.TABLE_RULES_UNCOMPUTED, subject=subject, data=told)
    told = {**data, "returns": {one.bet: round(one.back, 6) for one in doubt.returns}}
    return record_once(EventKind.TABLE_RULES_UNUSUAL, subject=subject, data=told)


def is_missing(row: Mathematics | None, now: datetime) -> bool:
    """Return whether there is no current result and none is pending; a failure counts as missing after `RETRY`."""
    if row is None:
        return True
    if row.state == Mathematics.State.WAITING:
        return False
    if row.state == Mathematics.State.CANCELLED or row.library_version != blackjack.VERSION:
        return True
    failed = row.state == Mathematics.State.FAILED
    return failed and (row.finished_at is None or row.finished_at <= now - RETRY)
