"""Release of a restored installation by two people."""

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
from restores.models import Preparation, Release, ReleaseDecision, Restore
from restores.refusals import NothingToPrepare, NotPrepared, ReleaseProposed
from restores.selectors import find_unreleased
from restores.services.watching import confirm_server

_FLOW: Final = DecisionFlow(ReleaseDecision, build_right_check(Right.APPROVE_RELEASES))


@transaction.atomic
def propose_release(acting_user: User, reason: str) -> Release:
    """Propose to open the installation again. Raises NotPermitted, ReasonMissing, NothingToPrepare, NotPrepared, ReleaseProposed."""
    require(acting_user, Right.PROPOSE_RELEASES)
    reason = require_reason(reason)
    found = find_unreleased()
    if found is None:
        raise NothingToPrepare
    if not Preparation.objects.filter(pk=found.pk).exists():
        raise NotPrepared
    restore = Restore.objects.get(pk=found.pk)
    if restore.releases.filter(decision=None).exists():
        raise ReleaseProposed
    made = Release.objects.create(restore=restore, proposed_by=acting_user, reason=reason)
    data = {"reason": reason}
    record(EventKind.RELEASE_PROPOSED, actor=acting_user.pk, subject=_subject(made), data=data)
    return made


@transaction.atomic
def decide_release(pk: int, *, approved: bool, acting_user: User, reason: str) -> ReleaseDecision:
    """Decide a release; if approved, play, payments, mail, webhooks and files are open. Raises as `DecisionFlow.decide`, NotFound."""
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    found = Release.objects.filter(pk=pk).first()
    if found is None:
        raise NotFound
    made, is_new = _FLOW.decide(found, verdict)
    if not is_new:
        return made
    if approved:
        confirm_server()
    kind = EventKind.RESTORE_RELEASED if approved else EventKind.RELEASE_REFUSED
    data = {"asked_by": found.proposed_by_id, "reason": made.reason}
    record(kind, actor=acting_user.pk, subject=_subject(found), data=data)
    return made


def _subject(release: Release) -> str:
    return f"restore {release.restore_id}"
