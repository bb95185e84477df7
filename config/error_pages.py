"""Error responses.

The API gets a problem document, htmx a fragment, signed-in staff a page in the back office's frame, everybody else a
page of the players' site.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import is_valid_path, reverse
from django.utils.translation import get_language_from_request, gettext as _, override

from accounts.staff.views.back_office import is_staff_with_factor, render_staff
from accounts.users.refusals import PlayersOnly
from accounts.visits.views.kept_forms import form_address
from api.problems import PREFIX, ProblemDocument, answer_problem
from config.context import operator
from config.error_texts import OUTCOME_UNKNOWN, REFUSED, ErrorText, find_error_text
from internals.texts import Text

CODE: Final = "Refusal-Code"
"""Header with the refusal's code, for programs."""
RETRY_SECONDS: Final = 60
"""Seconds after which to repeat a request that took too long, or that an unknown limit refused."""
UNKNOWN_SECONDS: Final = 2
"""Seconds after which to repeat a request whose outcome is unknown."""


@dataclass(frozen=True, slots=True)
class ErrorPageLink:
    """A link offered on an error page."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """An error to draw. `facts` are further sentences, `reference` is the event number for staff."""

    status: HTTPStatus
    code: str
    text: ErrorText
    facts: tuple[Text, ...] = ()
    reference: str = ""
    back: str = field(default_factory=lambda: _("Back"))
    asks_sign_in: bool = False
    retry_after: int = 0  # seconds; 0 if unknown

    @classmethod
    def for_status(cls, status: HTTPStatus, name: str = "") -> "ErrorPage":
        """Return the error page of a status; `name` selects among several texts of one status."""
        late = status == HTTPStatus.SERVICE_UNAVAILABLE and name != REFUSED
        text = find_error_text(name or status)
        return cls(status, _code_of(status, name), text, retry_after=RETRY_SECONDS * late)

    def with_heading(self, heading: Text) -> "ErrorPage":
        return replace(self, text=replace(self.text, heading=heading))


def _code_of(status: HTTPStatus, name: str) -> str:
    """Return the code of a refusal; server errors (5xx) have none, except an unknown outcome."""
    if name == OUTCOME_UNKNOWN:
        return name
    return "" if status >= HTTPStatus.INTERNAL_SERVER_ERROR else name or status.name.lower()


def answer_error(request: HttpRequest, error: ErrorPage) -> HttpResponse:
    """Return the error as a problem document, a fragment, a back-office page or a players' page, as the request needs."""
    if _is_of_api(request):
        return _answer_api(error)
    staff = _is_of_staff(request) and is_staff_with_factor(request)
    context = _context(request, error, staff=staff)
    if _takes_fragment(request):
        response = render(request, "errors/_error.html", context, status=error.status)
    elif staff:
        response = render_staff(request, "errors/staff.html", context, status=error.status)
    else:
        response = render(request, "errors/page.html", context, status=error.status)
    return _with_headers(response, error)


def answer_without_database(request: HttpRequest, error: ErrorPage) -> HttpResponse:
    """Return the error without any query, in the browser's language and outside both frames."""
    with override(get_language_from_request(request)):
        if _is_of_api(request):
            return _answer_api(error)
        context = _context(request, error, staff=_is_of_staff(request))
        fragment = _takes_fragment(request)
        template = "errors/_error.html" if fragment else "errors/bare.html"
        page = render_to_string(template, {**context, **operator(request), "request": request})
    return _with_headers(HttpResponse(page, status=error.status), error)


def _is_of_api(request: HttpRequest) -> bool:
    return request.path_info.startswith(PREFIX)


def _answer_api(error: ErrorPage) -> HttpResponse:
    code = error.code or error.status.name.lower()
    problem = ProblemDocument(error.status, code, error.text.heading, retry_after=error.retry_after)
    return answer_problem(problem)


def _with_headers(response: HttpResponse, error: ErrorPage) -> HttpResponse:
    if error.code:
        response.headers[CODE] = error.code
    if error.retry_after:
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def _context(request: HttpRequest, error: ErrorPage, *, staff: bool) -> dict[str, object]:
    text = error.text
    heading, _dot, rest = str(text.heading).partition(". ")  # a refusal may say more than a heading
    advice = (staff and text.staff_advice) or text.advice
    is_said = bool(rest) and error.status == HTTPStatus.CONFLICT  # what to do is in the refusal
    return {
        "title": heading,
        "heading": heading,
        "advice": rest or advice,
        "facts": (*((advice,) if rest and not is_said else ()), *error.facts),
        "reference": error.reference,
        "ways": tuple(_ways_on(request, error, staff=staff)),
        "for_staff": staff,
    }


def _ways_on(request: HttpRequest, error: ErrorPage, *, staff: bool) -> Iterable[ErrorPageLink]:
    """Yield the links, the main one first."""
    if error.asks_sign_in:
        yield ErrorPageLink(_("Sign in"), reverse("account_login"))
    came_from = _find_way_back(request, error)
    if came_from and not error.asks_sign_in:
        yield ErrorPageLink(error.back, came_from)
    if staff:
        yield ErrorPageLink(_("To the overview"), reverse("admin:index"))
    else:
        if error.code == PlayersOnly.code:
            yield ErrorPageLink(_("To the back office"), reverse("admin:index"))
        yield ErrorPageLink(_("To the lobby"), "/")


def _find_way_back(request: HttpRequest, error: ErrorPage) -> str:
    """Return the page that sent this request, or for an address that only takes a form its page; "" if unknown."""
    came_from = form_address(request)
    is_reload = request.method == "GET" and came_from == request.get_full_path()
    if came_from and not is_reload:
        return came_from
    above = path_above(request)
    is_offered = error.status == HTTPStatus.METHOD_NOT_ALLOWED and is_valid_path(above)
    return above if is_offered and above not in {"/", reverse("admin:index")} else ""


def path_above(request: HttpRequest) -> str:
    """Return the page that contains the form: the path above the one it posts to."""
    return request.path.rstrip("/").rpartition("/")[0] + "/"


def _is_of_staff(request: HttpRequest) -> bool:
    return request.path_info.startswith(reverse("admin:index"))


def _takes_fragment(request: HttpRequest) -> bool:
    """True for an htmx request, except a history restore, which needs the whole page."""
    headers = request.headers
    return "HX-Request" in headers and "HX-History-Restore-Request" not in headers
