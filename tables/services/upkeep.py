"""Request missing mathematics of rules in use or scheduled, and report problems.

After an update of the library, a cancelled or a failed computation nobody would think of requesting them, but returns, hints,
opening and absent players' rounds depend on them. Problems of rules in force are reported; people decide what to do.
"""

from datetime import datetime, timedelta

import blackjack
from journal.models import EventKind
from journal.services.recording import record_once
from tables.models import Mathematics, RuleSetVersion, Table, VersionState
from tables.selectors.returns import Doubt, doubt_of
from tables.selectors.tables import mathematics_of_each
from tables.services.mathematics import request_mathematics

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
        request_mathematics(rules)
    return len(missing)


def tell_of_doubts() -> int:
    """Raise an alarm, once per version and library, for problems of rules at open tables. Returns how many are new."""
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
        return record_once(EventKind.TABLE_RULES_UNCOMPUTED, subject=subject, data=told)
    told = {**data, "returns": {one.bet: round(one.back, 6) for one in doubt.returns}}
    return record_once(EventKind.TABLE_RULES_UNUSUAL, subject=subject, data=told)


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
