"""Public pages of policies: in force, announced and earlier versions, and what changed."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models.policies import PolicyKind, PolicyVersion
from accounts.policies.selectors.versions import (
    find_next,
    find_previous,
    list_approved,
    version_at,
    versions_in_force,
)
from accounts.policies.words import describe_changes, render_policy


@require_safe
def list_policies(request: HttpRequest) -> HttpResponse:
    """List the policies in force."""
    found = versions_in_force()
    context = {"policies": [found[kind] for kind in PolicyKind if kind in found]}
    return render(request, "accounts/policies/list.html", context)


@require_safe
def show_policy(request: HttpRequest, kind: str) -> HttpResponse:
    """Show the version in force."""
    version = version_at(kind, timezone.now())
    if version is None:
        raise Http404
    return render(request, "accounts/policies/policy.html", _describe(version))


@require_safe
def show_version(request: HttpRequest, kind: str, number: int) -> HttpResponse:
    """Show one approved version."""
    version = _find(kind, number)
    return render(request, "accounts/policies/policy.html", _describe(version))


@require_safe
def show_changes(request: HttpRequest, kind: str, number: int) -> HttpResponse:
    """Show what a version changed."""
    version = _find(kind, number)
    before = find_previous(version)
    if before is None:
        raise Http404
    context = {
        "version": version,
        "before": before,
        "lines": describe_changes(before, version),
    }
    return render(request, "accounts/policies/changes.html", context)


def _find(kind: str, number: int) -> PolicyVersion:
    found = list_approved(kind).filter(number=number).first()
    if found is None:
        raise Http404
    return found


def _describe(version: PolicyVersion) -> dict[str, Any]:
    following = find_next(version)
    now = timezone.now()
    starts = version.decision.in_force_at
    ended = following.decision.in_force_at if following else None
    return {
        "version": version,
        "blocks": render_policy(version),
        "versions": list_approved(version.kind),
        "is_announced": starts is not None and starts > now,
        "ended_at": ended if ended is not None and ended <= now else None,
        "next": following,
        "previous": find_previous(version),
    }
