"""That somebody of staff asked for what their role does not allow: an event for each person, address and UTC hour."""

import hashlib

from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from journal.models import Kind
from journal.services import record_once

_LONGEST = 200


def note_refusal(request: HttpRequest) -> bool:
    """Note that this request was refused with 403. False for who is no staff, and where the same was noted in this hour."""
    user = request.user
    if not isinstance(user, User) or not user.is_staff:
        return False
    method, path = request.method or "", request.path[:_LONGEST]
    asked = f"{method} {request.path}"
    hour = f"{timezone.now():%Y-%m-%d %H}"
    return record_once(
        Kind.STAFF_REFUSED,
        actor=user.pk,
        subject=f"user {user.pk}",
        data={"method": method, "address": path},
        once=f"{hour} {hashlib.sha256(asked.encode()).hexdigest()[:24]}",
    )
