"""The time zone of pages: the operator's for staff, for players the one of their browser, which a script stores in a cookie."""

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
"""What `static/js/zone.js` sets."""


class ZoneMiddleware:
    """Activate the reader's time zone for a page, streamed parts included, and deactivate it afterwards."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Runs after the middleware that loads the user."""
        zone = zone_of(request, timezone.now())
        with timezone.override(zone):
            response = self.get_response(request)
        if isinstance(response, StreamingHttpResponse) and not isinstance(response, FileResponse):
            response.streaming_content = _in_zone(iter(response), zone)
        return response


def zone_of(request: HttpRequest, now: datetime) -> ZoneInfo:
    """The reader's zone: the operator's for staff and their pages, else the browser's if the tz database knows it."""
    wanted = request.COOKIES.get(COOKIE, "")
    if wanted in _known() and not _is_for_staff(request):
        return ZoneInfo(wanted)
    try:
        return operator_zone(now)
    except DatabaseError:  # the page that says so is shown all the same
        return ZoneInfo("UTC")


def _is_for_staff(request: HttpRequest) -> bool:
    if request.path.startswith(reverse("admin:index")):
        return True
    return isinstance(request.user, User) and request.user.is_staff


@cache
def _known() -> frozenset[str]:
    """Every zone that there is; it takes a while to list them."""
    return frozenset(available_timezones())


def _in_zone(content: Iterable[bytes], zone: ZoneInfo) -> Iterator[bytes]:
    with timezone.override(zone):
        yield from content
