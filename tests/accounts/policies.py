"""Versions of policies, proposed by an operator and approved by a manager."""

from datetime import datetime

from django.utils import timezone

from accounts.models.policies import PolicyKind, PolicyVersion
from accounts.policies.selectors.versions import versions_in_force
from accounts.policies.services.proposals import PolicyDraft, decide_policy, propose_policy
from accounts.roles.values import Role
from tests.accounts.staff import staff


def draft(
    kind: PolicyKind = PolicyKind.TERMS,
    *,
    addition: str = "One more sentence.",
    matters: bool = True,
    effective_at: datetime | None = None,
) -> PolicyDraft:
    """Return the text in force with one more paragraph in both languages."""
    version = versions_in_force()[kind]
    return PolicyDraft(
        kind=kind,
        text_en=f"{version.text_en}\n\n{addition}",
        text_es=f"{version.text_es}\n\n{addition}",
        matters=matters,
        effective_at=effective_at or timezone.now(),
    )


def proposed_version(
    kind: PolicyKind = PolicyKind.TERMS,
    *,
    addition: str = "One more sentence.",
    matters: bool = True,
    effective_at: datetime | None = None,
) -> PolicyVersion:
    text = draft(kind, addition=addition, matters=matters, effective_at=effective_at)
    return propose_policy(text, reason="the law changed", acting_user=staff(Role.OPERATOR))


def approve(version: PolicyVersion) -> PolicyVersion:
    manager = staff(Role.COMPLIANCE_MANAGER)
    decide_policy(version.pk, approved=True, reason="", acting_user=manager)
    version.refresh_from_db()
    return version


def approved_version(
    kind: PolicyKind = PolicyKind.TERMS,
    *,
    addition: str = "One more sentence.",
    matters: bool = True,
    effective_at: datetime | None = None,
) -> PolicyVersion:
    """Return a version in force."""
    return approve(
        proposed_version(kind, addition=addition, matters=matters, effective_at=effective_at)
    )
