"""A page that is not there leads back to where its reader works: staff stay in the back office's frame."""

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from psycopg.errors import QueryCanceled

from accounts.roles.values import Role
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff

LOBBY = 'href="/">To the lobby'
pytestmark = pytest.mark.database


def is_in_the_frame(answer: Any, status: int, *words: str) -> bool:
    """With its way back, the reader's own words and nothing of the players' site."""
    page = answer.content.decode()
    frame = ('id="staff-main"', "staff-button--main", 'href="/staff/">', *words)
    return (
        answer.status_code == status
        and all(one in page for one in frame)
        and "site.css" not in page
    )


@pytest.mark.parametrize(
    ("language", "gone", "barred", "old"),
    [
        ("en", "Page not found", "This page is not for your role", "Reload the page"),
        (
            "es",
            "Página no encontrada",
            "Esta página no es de este rol",
            "Hay que recargar la página",
        ),
    ],
)
def test_staff_stay_in_the_back_office(language: str, gone: str, barred: str, old: str) -> None:
    cashier = staff(Role.CASHIER)
    browser = inside(cashier, language)
    assert is_in_the_frame(browser.get("/staff/nothing/"), 404, gone)
    assert is_in_the_frame(browser.get(reverse("people:list")), 403, barred)
    browser.handler.enforce_csrf_checks = True
    assert is_in_the_frame(browser.post(reverse("cash:record")), 403, old)


def test_a_page_that_only_takes_forms_says_so_in_the_frame() -> None:
    browser = inside(staff(Role.COMPLIANCE_ANALYST), "es")
    answer = browser.put(reverse("events:integrity"))
    assert is_in_the_frame(answer, 405, "Esto no es posible")
    assert answer["Allow"] == "GET, HEAD, POST"


def test_players_are_led_to_the_lobby() -> None:
    client = Client(headers={"accept-language": "en"})
    assert LOBBY in client.get("/nothing/").content.decode()
    client.force_login(ana_confirmed())
    for address, status in (("/staff/", 403), ("/nothing/", 404)):
        answer = client.get(address)
        page = answer.content.decode()
        assert (answer.status_code, "staff-main" in page) == (status, False)
        ways = ('class="button button--primary" href="/"', 'href="/staff/"')
        assert [way in page for way in ways] == [True, False]


def test_staff_who_wait_too_long_are_led_to_the_back_office(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stuck(*_words: object) -> None:
        raise OperationalError from QueryCanceled()

    monkeypatch.setattr("compliance.events.views.filter_events", stuck)
    answer = inside(staff(Role.AUDITOR)).get(reverse("events:list"))
    page = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (503, "60")
    assert 'href="/staff/">Back office' in page
    assert "hand in progress" not in page
    assert LOBBY not in page
