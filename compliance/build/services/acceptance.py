"""Two people accept a build: what it is made of is in force from then on."""

from typing import Final

from django.db import connection, transaction

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from approvals.services import DecisionFlow
from builds.models import BuildAcceptance, BuildAcceptanceDecision, BuildManifest
from builds.refusals import AcceptanceProposed, AlreadyInForce
from builds.selectors import find_builds_in_force
from journal.models import EventKind
from journal.refusals import NotFound
from journal.services.recording import record

_FLOW: Final = DecisionFlow(BuildAcceptanceDecision, build_right_check(Right.APPROVE_BUILDS))


@transaction.atomic
def propose_acceptance(pk: int, *, acting_user: User, reason: str) -> BuildAcceptance:
    """Propose to accept a build. Raises NotPermitted, ReasonMissing, NotFound, AcceptanceProposed, AlreadyInForce."""
    require(acting_user, Right.PROPOSE_BUILDS)
    reason = require_reason(reason)
    _lock()
    manifest = BuildManifest.objects.filter(pk=pk).first()
    if manifest is None:
        raise NotFound
    if manifest.acceptances.filter(decision=None).exists():
        raise AcceptanceProposed
    if manifest in find_builds_in_force()[:1]:
        raise AlreadyInForce
    made = BuildAcceptance.objects.create(manifest=manifest, proposed_by=acting_user, reason=reason)
    _record(EventKind.BUILD_PROPOSED, made, acting_user, reason)
    return made


@transaction.atomic
def decide_acceptance(
    pk: int, *, approved: bool, acting_user: User, reason: str
) -> BuildAcceptanceDecision:
    """Decide on a build; if approved, it is in force, and play that was closed because of it is open.

    Raises as `DecisionFlow.decide`, and NotFound.
    """
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    _lock()
    found = BuildAcceptance.objects.select_related("manifest").filter(pk=pk).first()
    if found is None:
        raise NotFound
    made, is_new = _FLOW.decide(found, verdict)
    if is_new:
        kind = EventKind.BUILD_ACCEPTED if approved else EventKind.BUILD_REFUSED
        _record(kind, found, acting_user, made.reason)
    return made


def _lock() -> None:
    """Acceptances are decided one after another: the order decides which build is in force."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('build acceptance'))")


def _record(kind: EventKind, asked: BuildAcceptance, acting_user: User, reason: str) -> None:
    data = {
        "manifest": asked.manifest.digest,
        "version": asked.manifest.version,
        "asked_by": asked.proposed_by_id,
        "reason": reason,
    }
    record(kind, actor=acting_user.pk, subject="build", data=data)
