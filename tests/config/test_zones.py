"""Time zone of a page: the operator's for staff, the browser's for players."""

from datetime import UTC, datetime
from math import inf
from zoneinfo import ZoneInfo

import pytest
from celery.signals import task_postrun, task_prerun
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import RequestFactory
from django.utils import timezone

import config.celery  # noqa: F401  # connects the signal handlers under test
from accounts.models.users import User
from config import zones
from journal.selectors import gaming_days
from journal.selectors.gaming_days import FIRST_DAY, GamingDayRule

NOW = datetime(2027, 7, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def operator() -> None:
    gaming_days.cache_rules((GamingDayRule(FIRST_DAY, "America/Caracas", 6),), seconds=inf)


def asking(cookie: str = "", path: str = "/", *, is_staff: bool | None = None) -> HttpRequest:
    request = RequestFactory().get(path)
    request.user = AnonymousUser() if is_staff is None else User(is_staff=is_staff)
    if cookie:
        request.COOKIES[zones.COOKIE] = cookie
    return request


@pytest.mark.parametrize(
    ("cookie", "zone"),
    [
        ("Asia/Tokyo", "Asia/Tokyo"),
        ("America/Buenos_Aires", "America/Buenos_Aires"),
        ("", "America/Caracas"),
        ("Atlantis", "America/Caracas"),
        ("../../etc/passwd", "America/Caracas"),
        ("/usr/share/zoneinfo/Asia/Tokyo", "America/Caracas"),
        ("Asia/Tokyo\x00", "America/Caracas"),
    ],
)
def test_a_player_has_the_zone_of_the_browser_if_there_is_such_a_zone(
    cookie: str, zone: str
) -> None:
    for is_staff in (None, False):
        assert zones.find_zone(asking(cookie, is_staff=is_staff), NOW) == ZoneInfo(zone)


def test_staff_have_the_operators() -> None:
    for request in (asking("Asia/Tokyo", is_staff=True), asking("Asia/Tokyo", "/staff/reports/")):
        assert zones.find_zone(request, NOW).key == "America/Caracas"


def test_a_task_has_the_operators() -> None:
    task_prerun.send(sender=None)
    assert timezone.get_current_timezone_name() == "America/Caracas"

    task_postrun.send(sender=None)
    assert timezone.get_current_timezone_name() == "UTC"


def test_a_page_is_shown_without_a_database_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def down(_at: datetime) -> ZoneInfo:
        raise DatabaseError

    monkeypatch.setattr(zones, "operator_zone", down)

    assert zones.find_zone(asking(), NOW).key == "UTC"


def test_the_thread_has_no_zone_afterwards() -> None:
    seen: list[str] = []

    def view(_request: HttpRequest) -> HttpResponse:
        seen.append(timezone.get_current_timezone_name())
        return HttpResponse()

    middleware = zones.ZoneMiddleware(view)
    middleware(asking("Asia/Tokyo"))
    middleware(asking())

    assert seen == ["Asia/Tokyo", "America/Caracas"]
    assert timezone.get_current_timezone_name() == "UTC"


def test_streaming_responses_use_the_zone() -> None:
    def view(_request: HttpRequest) -> StreamingHttpResponse:  # like a rounds export
        return StreamingHttpResponse(timezone.get_current_timezone_name() for _piece in range(2))

    response = zones.ZoneMiddleware(view)(asking("Asia/Tokyo"))
    assert isinstance(response, StreamingHttpResponse)

    assert b"".join(response) == b"Asia/TokyoAsia/Tokyo"
    assert timezone.get_current_timezone_name() == "UTC"
