"""Versions of policies by two people: proposed and decided."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models.policies import PolicyDecision, PolicyKind, PolicyVersion
from accounts.models.users import User
from accounts.policies.refusals import (
    PolicyInThePast,
    PolicyOvertaken,
    PolicyUnchanged,
)
from accounts.policies.selectors.versions import list_approved
from accounts.policies.services.texts import check_texts
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from approvals.services import DecisionFlow, ReasonPolicy
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile, NotFound
from journal.services.recording import record

_FLOW: Final = DecisionFlow(
    PolicyDecision, build_right_check(Right.APPROVE_POLICIES), ReasonPolicy.OF_REFUSAL
)

_WRITING: Final = timedelta(hours=1)
"""A form that proposes "from now on" is sent a while after it was opened."""


@dataclass(frozen=True, slots=True)
class PolicyDraft:
    """A text in both languages. If it `matters`, players accept it before real money."""

    kind: PolicyKind
    text_en: str
    text_es: str
    matters: bool
    effective_at: datetime

    def __post_init__(self) -> None:
        """Remove spaces at the ends of lines, so that they make no difference."""
        for field in ("text_en", "text_es"):
            lines = getattr(self, field).splitlines()
            object.__setattr__(self, field, "\n".join(line.rstrip() for line in lines).strip())


@transaction.atomic
def propose_policy(draft: PolicyDraft, *, reason: str, acting_user: User) -> PolicyVersion:
    """Propose a version. Raises NotPermitted, ReasonMissing, PolicyRefused."""
    require(acting_user, Right.EDIT_POLICIES)
    reason = require_reason(reason)
    check_texts(draft.text_en, draft.text_es)
    if draft.effective_at < timezone.now() - _WRITING:
        raise PolicyInThePast
    _check_order(draft.kind, draft.effective_at)
    _check_difference(draft)
    version = _create(draft, reason, acting_user)
    _record(EventKind.POLICY_PROPOSED, version, acting_user, reason)
    return version


def _create(draft: PolicyDraft, reason: str, acting_user: User) -> PolicyVersion:
    last = PolicyVersion.objects.filter(kind=draft.kind).order_by("-number").first()
    try:
        with transaction.atomic():
            return PolicyVersion.objects.create(
                kind=draft.kind,
                number=last.number + 1 if last else 1,
                text_en=draft.text_en,
                text_es=draft.text_es,
                matters=draft.matters,
                effective_at=draft.effective_at,
                reason=reason,
                proposed_by=acting_user,
            )
    except IntegrityError as error:  # another proposal took the number
        raise ChangedMeanwhile(detail=str(error)) from error


def _check_order(kind: str, effective_at: datetime) -> None:
    """Raise PolicyOvertaken if an approved version begins later."""
    if list_approved(kind).filter(decision__in_force_at__gt=effective_at).exists():
        raise PolicyOvertaken


def _check_difference(draft: PolicyDraft) -> None:
    last = list_approved(draft.kind).first()
    if last is not None and (last.text_en, last.text_es) == (draft.text_en, draft.text_es):
        raise PolicyUnchanged


def decide_policy(pk: int, *, approved: bool, reason: str, acting_user: User) -> PolicyDecision:
    """Approve a version, or refuse it with a reason. Raises as `DecisionFlow.decide`, NotFound, PolicyOvertaken.

    An approved version is in force from its time, or at once if that has passed.
    """
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    version = PolicyVersion.objects.filter(pk=pk).first()
    if version is None:
        raise NotFound

    def carry_out() -> dict[str, object]:
        if not approved:
            return {}
        starts = max(version.effective_at, timezone.now())
        _check_order(version.kind, starts)
        return {"in_force_at": starts}

    with transaction.atomic():
        decision, is_new = _FLOW.decide(version, verdict, carry_out)
        if is_new:
            kind = EventKind.POLICY_APPROVED if approved else EventKind.POLICY_REFUSED
            _record(kind, version, acting_user, decision.reason)
    return decision


def _record(kind: EventKind, version: PolicyVersion, acting_user: User, reason: str) -> None:
    data = {
        "policy": version.kind,
        "version": version.number,
        "matters": version.matters,
        "effective_at": version.effective_at.isoformat(),
        "reason": reason,
    }
    record(kind, actor=acting_user.pk, subject=f"policy {version.pk}", data=data)
