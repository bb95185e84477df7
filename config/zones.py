"""Time zone of pages: the operator's for staff, for players their browser's, stored in a cookie by a script."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from django.db import DatabaseError
from django.http import FileResponse, HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone

from accounts.models.users import User
from journal.selectors.gaming_days import operator_zone

COOKIE: Final = "zone"
"""Cookie set by `static/js/zone.js`."""


class ZoneMiddleware:
    """Activates the reader's time zone for a request, including streamed responses."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Activate the zone of `request.user`, which an earlier middleware has loaded."""
        zone = find_zone(request, timezone.now())
        with timezone.override(zone):
            response = self.get_response(request)
        if isinstance(response, StreamingHttpResponse) and not isinstance(response, FileResponse):
            response.streaming_content = _in_zone(iter(response), zone)
        return response


def find_zone(request: HttpRequest, now: datetime) -> ZoneInfo:
    """Return the reader's zone.

    For staff and back-office pages it is the operator's; for others the browser's if the tz
    database knows it, else the operator's. UTC if the database fails.
    """
    wanted = request.COOKIES.get(COOKIE, "")
    if wanted in _known() and not _is_for_staff(request):
        return ZoneInfo(wanted)
    try:
        return operator_zone(now)
    except DatabaseError:  # the error page must still be shown
        return ZoneInfo("UTC")


def _is_for_staff(request: HttpRequest) -> bool:
    if request.path.startswith(reverse("admin:index")):
        return True
    return isinstance(request.user, User) and request.user.is_staff


@cache
def _known() -> frozenset[str]:
    """Cached: listing the zones is slow."""
    return frozenset(available_timezones())


def _in_zone(content: Iterable[bytes], zone: ZoneInfo) -> Iterator[bytes]:
    with timezone.override(zone):
        yield from content
