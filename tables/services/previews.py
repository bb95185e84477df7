"""Figures of rules that are entered but not saved. Only mathematics are requested, stored by the hash of the rules."""

from collections.abc import Collection

from django.db import transaction

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from blackjack.rules import Rules
from journal.refusals import ChangedMeanwhile
from tables.models import Mathematics, RuleSetVersion, VersionState
from tables.selectors.tables import find_version_in_force
from tables.services.mathematics import cancel_computations, request_mathematics
from tables.services.studies import list_analyses, list_needed_digests, lock_requests
from tables.services.validity import verify_rules

_UNFINISHED = (Mathematics.State.WAITING, Mathematics.State.RUNNING)


@transaction.atomic
def request_preview(
    version: RuleSetVersion, rules: Rules, *, replaces: Collection[str] = (), acting_user: User
) -> list[str]:
    """Request the figures of these rules for a draft, and of each single change. Return the missing digests.

    `replaces` are the digests of the person's previous preview: unfinished ones that nothing else needs are
    cancelled. Raises ChangedMeanwhile for a version that is no draft, Misconfigured for rules that a table of the
    rule set could not play.
    """
    require(acting_user, Right.EDIT_TABLES)
    if version.state != VersionState.DRAFT:
        raise ChangedMeanwhile(detail=str(version))
    verify_rules(rules, version.rule_set)
    present = find_version_in_force(version.rule_set)
    wanted = {one.digest: one for one in list_analyses(rules, present.rules if present else None)}
    found = _list_found(wanted)
    missing = [digest for digest in wanted if digest not in found]
    lock_requests()
    _cancel(version, set(replaces) - set(wanted))
    for digest in missing:
        request_mathematics(wanted[digest])
    return missing


def _cancel(version: RuleSetVersion, digests: set[str]) -> None:
    rows = Mathematics.objects.filter(digest__in=digests, state__in=_UNFINISHED)
    unfinished = set(rows.values_list("digest", flat=True))
    if unfinished:
        cancel_computations(unfinished - list_needed_digests(version))


def _list_found(wanted: Collection[str]) -> set[str]:
    """Return the digests with a result of the current library."""
    rows = Mathematics.objects.filter(digest__in=wanted)
    return {row.digest for row in rows if row.is_current}
