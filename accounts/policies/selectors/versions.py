"""Versions of policies: in force, earlier, announced, and proposed."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models.policies import PolicyKind, PolicyVersion


def list_approved(kind: str | None = None) -> QuerySet[PolicyVersion]:
    """Return approved versions, newest first, also those that are in force later."""
    found = PolicyVersion.objects.filter(decision__approved=True).select_related("decision")
    found = found.order_by("kind", "-number")
    return found if kind is None else found.filter(kind=kind)


def list_published(kind: str) -> QuerySet[PolicyVersion]:
    """Return the versions that are or were in force, newest first."""
    return list_approved(kind).filter(decision__in_force_at__lte=timezone.now())


def versions_in_force() -> Mapping[PolicyKind, PolicyVersion]:
    """Return the version in force of each policy. One query."""
    due = PolicyVersion.objects.filter(decision__approved=True, decision__in_force_at__lte=Now())
    newest = due.order_by("kind", "-number").distinct("kind").select_related("decision")
    return {PolicyKind(one.kind): one for one in newest}


def version_at(kind: str, at: datetime) -> PolicyVersion | None:
    """Return the version that was in force at a moment."""
    return list_approved(kind).filter(decision__in_force_at__lte=at).first()


def find_previous(version: PolicyVersion) -> PolicyVersion | None:
    """Return the approved version before this one."""
    return list_approved(version.kind).filter(number__lt=version.number).first()


def find_next(version: PolicyVersion) -> PolicyVersion | None:
    """Return the approved version after this one."""
    return list_approved(version.kind).filter(number__gt=version.number).last()


def list_proposals() -> QuerySet[PolicyVersion]:
    """Return all versions with their proposers and decisions, newest proposal first."""
    people = ("proposed_by", "decision", "decision__decided_by")
    return PolicyVersion.objects.select_related(*people).order_by("-pk")
