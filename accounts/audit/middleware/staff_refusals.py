"""Events for 403 responses to staff: one per user, method, path and UTC hour."""

import hashlib
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from accounts.models.users import User
from journal.models import EventKind
from journal.services.recording import record_once

_LONGEST = 200


class StaffRefusalMiddleware:
    """Record every 403 response to staff: missing right, another person's step, missing CSRF token."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code == HTTPStatus.FORBIDDEN:
            record_staff_refusal(request)
        return response


def record_staff_refusal(request: HttpRequest) -> bool:
    """Record a 403 response. Return False for non-staff, and if it was already recorded in this hour."""
    user = request.user
    if not isinstance(user, User) or not user.is_staff:
        return False
    method, path = request.method or "", request.path[:_LONGEST]
    asked = f"{method} {request.path}"
    hour = f"{timezone.now():%Y-%m-%d %H}"
    return record_once(
        EventKind.STAFF_REFUSED,
        actor=user.pk,
        subject=f"user {user.pk}",
        data={"method": method, "address": path},
        once=f"{hour} {hashlib.sha256(asked.encode()).hexdigest()[:24]}",
    )
