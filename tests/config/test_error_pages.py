"""Error pages of both sites in both languages, as full pages and to htmx: cause, next step, contact, way back."""

import re
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any, NoReturn

import pytest
import time_machine
from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client
from django.urls import path, reverse
from django.utils.translation import override
from psycopg.errors import QueryCanceled

from accounts.roles.values import Right, Role
from accounts.roles.words import RIGHTS
from casino.refusals import PlaceStopped, StaffCannotPlay
from compliance.disputes.refusals import TooManyReplies
from config import urls as present
from config.error_texts import TEXTS
from config.errors import too_many_requests
from journal.models import Event
from journal.refusals import ChangedMeanwhile, Refusal
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff
from tests.fixtures.reading import read_in

LOBBY = 'href="/">To the lobby'
CAME_FROM = {"Referer": "http://testserver/bank/?page=2"}
HTMX = {"HX-Request": "true"}
pytestmark = pytest.mark.database


class Stuck(OperationalError):
    """OperationalError caused by a statement that PostgreSQL cancelled."""

    def __init__(self) -> None:
        super().__init__()
        self.__cause__ = QueryCanceled()


RAISED: dict[int, type[Exception]] = {
    400: BadRequest,
    403: PermissionDenied,
    404: Http404,
    409: ChangedMeanwhile,
    413: RequestDataTooBig,
    500: KeyError,
    503: Stuck,
}
STATUSES = (*RAISED, 405, 429)


def failing(request: HttpRequest, status: int) -> HttpResponse:
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return too_many_requests(request)
    raise RAISED[status]


handler400, handler403, handler404, handler500 = (
    present.handler400,
    present.handler403,
    present.handler404,
    present.handler500,
)
urlpatterns = [
    path("fails/<int:status>/", failing),
    path("staff/fails/<int:status>/", failing),
    *present.urlpatterns,
]


@pytest.fixture
def failing_pages(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    settings.OPERATOR_EMAIL, settings.OPERATOR_PHONE = "help@house.example", "+57 1 555 0100"


def reader(site: str, language: str) -> Client:
    if site == "players":
        client = Client(headers={"accept-language": language}, raise_request_exception=False)
        client.force_login(ana_confirmed())
        read_in(client, language)
        return client
    client = inside(staff(Role.OPERATOR), language)
    client.raise_request_exception = False
    return client


def asked(client: Client, site: str, status: int, headers: dict[str, str]) -> Any:
    start = "/staff" if site == "staff" else ""
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        page = reverse("events:integrity") if site == "staff" else reverse("wallet:bank")
        return client.put(page, headers=headers)
    return client.get(f"{start}/fails/{status}/", headers=headers)


def words(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


@pytest.mark.usefixtures("failing_pages")
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("site", ["players", "staff"])
@pytest.mark.parametrize("status", STATUSES)
def test_an_error_page_names_the_contact_and_links_back(
    site: str, status: int, language: str
) -> None:
    client = reader(site, language)
    answer = asked(client, site, status, CAME_FROM)
    page = words(answer)
    assert answer.status_code == status
    assert page.count("<h1") == 1
    assert "mailto:help@house.example" in page
    assert 'href="tel:+5715550100"' in page
    back, home = {"en": ("Back", "To the "), "es": ("Volver", "(A|Ir a )")}[language]
    assert re.search(rf'href="/bank/\?page=2">{back}', page)
    assert re.search(rf'href="{"/staff/" if site == "staff" else "/"}">{home}', page)
    assert answer.has_header("Refusal-Code") is (status < 500)
    assert answer.has_header("Retry-After") is (status in {429, 503})

    fragment = asked(client, site, status, {**CAME_FROM, **HTMX})
    assert fragment.status_code == status
    assert "<html" not in words(fragment)
    assert words(fragment).count("<h1>") == 1
    assert "mailto:help@house.example" in words(fragment)


@pytest.mark.usefixtures("failing_pages")
def test_headings_say_what_happened() -> None:
    client = reader("players", "en")
    for status in STATUSES:
        said = {409: "This has changed in the meantime"}
        with override("en"):
            heading = said.get(status, str(TEXTS[HTTPStatus(status)].heading))
        assert f"<h1>{heading.replace(chr(39), '&#x27;')}</h1>" in words(
            asked(client, "players", status, {})
        )


@pytest.mark.usefixtures("failing_pages")
def test_a_refusal_of_several_sentences_has_the_first_as_its_heading_and_repeats_nothing() -> None:
    page = words(asked(reader("players", "en"), "players", 409, {}))
    assert "<p>Nothing was done. Check it again.</p>" in page
    assert "What you sent was not applied" not in page


@pytest.mark.usefixtures("failing_pages")
@pytest.mark.parametrize("site", ["players", "staff"])
def test_staff_find_a_failure_by_the_reference_on_its_page(site: str) -> None:
    page = words(asked(reader(site, "en"), site, 500, {}))
    (event,) = Event.objects.filter(kind="program_error")
    reference = f"E-{event.pk:06d}"
    assert reference in page
    found = inside(staff(Role.AUDITOR, "auditor")).get(reverse("events:list"), {"words": reference})
    assert reverse("events:event", args=[event.pk]) in words(found)
    assert words(found).count("<time datetime") == 1


def is_in_the_frame(answer: Any, status: int, *said: str) -> bool:
    """Return whether a page is in the back office's frame, with a way back and without the players' styles."""
    page = answer.content.decode()
    frame = ('id="staff-main"', "staff-button--main", 'href="/staff/">', *said)
    return (
        answer.status_code == status
        and all(one in page for one in frame)
        and "site.css" not in page
    )


@pytest.mark.parametrize(
    ("language", "gone", "barred", "old"),
    [
        ("en", "Page not found", "This page is not for your role", "This form was too old"),
        (
            "es",
            "Página no encontrada",
            "Esta página no es para tu rol",
            "Este formulario había caducado",
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


def test_the_error_names_the_missing_right_and_who_grants_it() -> None:
    staff(Role.ADMINISTRATOR, "Ada Admin")
    page = words(inside(staff(Role.CASHIER)).get(reverse("people:list")))
    assert "You need the right to see staff." in page
    assert "Roles that have it: Auditor, Administrator." in page
    asked_for = page[page.index("An administrator can give you such a role: ") :]
    assert "Ada Admin" in asked_for[: asked_for.index("</p>")]


def test_every_right_has_words() -> None:
    assert set(RIGHTS) == set(Right)


def test_a_form_url_opened_by_staff_is_explained() -> None:
    browser = inside(staff(Role.COMPLIANCE_ANALYST), "es")
    answer = browser.put(reverse("events:integrity"))
    assert is_in_the_frame(answer, 405, "Usa el formulario de la página")
    assert answer["Allow"] == "GET, HEAD, POST"


def test_players_are_led_to_the_lobby() -> None:
    client = Client(headers={"accept-language": "en"})
    assert LOBBY in client.get("/nothing/").content.decode()
    client.force_login(ana_confirmed())
    read_in(client, "en")
    for address, status in (("/staff/", 403), ("/nothing/", 404)):
        answer = client.get(address)
        page = answer.content.decode()
        assert (answer.status_code, "staff-main" in page) == (status, False)
        ways = ('href="/">To the lobby', 'href="/staff/"')
        assert [way in page for way in ways] == [True, False]


def test_an_address_that_only_takes_a_form_leads_to_where_the_visitor_was() -> None:
    """After a language switch or a reload the address itself is the Referer: then the form's page is offered."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(ana_confirmed())
    read_in(client, "en")
    posted_to = reverse("casino:bet", args=["ligalo"])
    page = reverse("casino:table", args=["ligalo"])
    own, elsewhere = f"http://testserver{posted_to}", "https://elsewhere.example/"
    for referer, back in (
        ("http://testserver/bank/?page=2", "/bank/?page=2"),
        (own, page),
        (elsewhere, page),
        ("", page),
    ):
        answer = client.get(posted_to, headers={"Referer": referer})
        assert answer.status_code == 405
        assert re.search(r'href="([^"]*)">Back<', words(answer)).group(1) == back  # type: ignore[union-attr]  # fails then
    at_root = client.get(reverse("set_language"))
    assert (at_root.status_code, ">Back<" in words(at_root)) == (405, False)


@pytest.mark.parametrize("referer", ["https://elsewhere.example/", "//elsewhere.example/", "x"])
def test_links_stay_on_this_site(referer: str) -> None:
    page = words(
        Client(headers={"accept-language": "en"}).get("/no/", headers={"Referer": referer})
    )
    assert "elsewhere" not in page
    assert ">Back<" not in page


@pytest.mark.usefixtures("failing_pages")
def test_where_the_operator_has_no_address_the_contact_page_is_named(settings: Any) -> None:
    settings.OPERATOR_EMAIL = settings.OPERATOR_PHONE = ""
    page = words(asked(reader("players", "en"), "players", 404, HTMX))
    assert 'href="/contact/"' in page


def test_staff_who_wait_too_long_are_led_to_the_back_office(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stuck(*_words: object) -> NoReturn:
        raise Stuck

    monkeypatch.setattr("compliance.events.views.filter_events", stuck)
    answer = inside(staff(Role.AUDITOR)).get(reverse("events:list"))
    page = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (503, "60")
    assert 'href="/staff/">To the overview' in page
    assert "hand in progress" not in page
    assert LOBBY not in page


FIRST = datetime(2027, 5, 3, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("limit", "waited", "seconds", "told"),
    [
        ("1/m/ip", 18, "42", "You can try again in 42 seconds."),
        ("1/m/ip", 59, "1", "You can try again in 1 second."),
        ("1/30m/ip", 61, "1739", "You can try again in 29 minutes."),
        ("1/m/ip,1/d/ip", 120, "86280", "You can try again in 24 hours."),
    ],
)
def test_too_many_attempts_say_when_the_limit_that_refused_allows_another(
    settings: Any, limit: str, waited: int, seconds: str, told: str
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": limit, "signup": "1/d/ip"}
    client = Client(headers={"accept-language": "en"})
    form = {"login": "nobody@example.test", "password": "wrong"}
    with time_machine.travel(FIRST, tick=False):
        client.post(reverse("account_login"), form)
    with time_machine.travel(FIRST + timedelta(seconds=waited), tick=False):
        refused: Any = client.post(reverse("account_login"), form)
    assert (refused.status_code, refused["Retry-After"]) == (429, seconds)
    assert told in words(refused)


def test_too_many_mails_to_one_address_say_when_to_try_again(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"reset_password": "20/m/ip,1/d/key"}
    client = Client(headers={"accept-language": "es"})
    form = {"email": "Ana@example.test"}
    with time_machine.travel(FIRST, tick=False):
        client.post(reverse("account_reset_password"), form)
        refused: Any = client.post(reverse("account_reset_password"), form)
    assert (refused.status_code, refused["Retry-After"]) == (429, "86400")
    assert "Puedes volver a intentarlo dentro de 24 horas." in words(refused)


@pytest.mark.usefixtures("failing_pages")
def test_a_refusal_whose_end_is_unknown_promises_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RAISED, 409, TooManyReplies)
    answer = asked(reader("players", "en"), "players", 409, {})
    assert (answer.status_code, answer["Refusal-Code"]) == (429, "too_many_replies")
    assert not answer.has_header("Retry-After")
    assert "minute" not in words(answer)


@pytest.mark.usefixtures("failing_pages")
@pytest.mark.parametrize(
    ("refusal", "status"), [(PlaceStopped, 503), (StaffCannotPlay, 403)], ids=str
)
def test_a_refusal_gives_its_own_reason_only(
    monkeypatch: pytest.MonkeyPatch, refusal: type[Refusal], status: int
) -> None:
    monkeypatch.setitem(RAISED, 409, refusal)
    answer = asked(reader("players", "en"), "players", 409, {})
    assert (answer.status_code, answer["Refusal-Code"]) == (status, refusal.code)
    assert not answer.has_header("Retry-After")
    page = words(answer)
    heading, _dot, rest = str(refusal.message).partition(". ")
    assert f"<h1>{heading}</h1>" in page
    assert rest in page
    assert "Nothing has changed." in page
    assert not re.search("too long|another account", page)
