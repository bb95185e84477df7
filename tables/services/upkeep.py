"""The mathematics of what is played or about to be: asked for again whenever they are not there, whatever became of them.

A new version of the library, a computation that was stopped or that failed: tables show returns, give hints, open and play for
absent players by these figures, and nobody would think of asking for them.
"""

from datetime import datetime, timedelta

import blackjack
from tables.mathematics import ask
from tables.models import Mathematics, RuleSetVersion, VersionState
from tables.selectors import mathematics_of_each

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
