"""Release of a restored installation by two people."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from django.db import transaction

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from approvals.services import DecisionFlow
from journal.models import EventKind
from journal.refusals import NotFound
from journal.services.recording import record
from restores.models import Release, ReleaseDecision
from restores.refusals import NothingToPrepare, NotPrepared, ReleaseProposed
from restores.selectors import find_preparation, find_unreleased
from restores.services.watching import confirm_server, lock_closing

_FLOW: Final = DecisionFlow(ReleaseDecision, build_right_check(Right.APPROVE_RELEASES))


@transaction.atomic
def propose_release(acting_user: User, reason: str) -> Release:
    """Propose to open the installation again. Raises NotPermitted, ReasonMissing, NothingToPrepare, NotPrepared, ReleaseProposed."""
    require(acting_user, Right.PROPOSE_RELEASES)
    reason = require_reason(reason)
    lock_closing()
    found = find_unreleased()
    if found is None:
        raise NothingToPrepare
    if find_preparation(found) is None:
        raise NotPrepared
    if found.releases.filter(decision=None).exists():
        raise ReleaseProposed
    made = Release.objects.create(restore=found, proposed_by=acting_user, reason=reason)
    data = {"reason": reason}
    record(EventKind.RELEASE_PROPOSED, actor=acting_user.pk, subject=_subject(made), data=data)
    return made


@transaction.atomic
def decide_release(pk: int, *, approved: bool, acting_user: User, reason: str) -> ReleaseDecision:
    """Decide a release; if approved, play, payments, mail, webhooks and files are open.

    Raises as `DecisionFlow.decide`, NotFound, and NotPrepared if the database was restored again since `after_restore`.
    """
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    lock_closing()
    found = Release.objects.select_related("restore").filter(pk=pk).first()
    if found is None:
        raise NotFound
    made, is_new = _FLOW.decide(found, verdict, partial(_open, found) if approved else None)
    if not is_new:
        return made
    kind = EventKind.RESTORE_RELEASED if approved else EventKind.RELEASE_REFUSED
    data = {"asked_by": found.proposed_by_id, "reason": made.reason}
    record(kind, actor=acting_user.pk, subject=_subject(found), data=data)
    return made


def _open(release: Release) -> Mapping[str, object]:
    """Confirm the server. Raises NotPrepared unless the newest restore is meant and was prepared on it."""
    restore = release.restore
    if find_unreleased() != restore or find_preparation(restore) is None:
        raise NotPrepared
    confirm_server()
    return {}


def _subject(release: Release) -> str:
    return f"restore {release.restore_id}"
