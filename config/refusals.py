"""The one place that turns a refusal that no view caught into an answer: a page, or a fragment for htmx."""

import logging
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.staff.views.back_office import staff_error
from journal.refusals import NotSignedIn, Refusal, WrongMethod

CODE: Final = "Refusal-Code"
"""The header that names the refusal for programs."""
_log = logging.getLogger(__name__)


class RefusalMiddleware:
    """Answers a `Refusal` with its sentence, its status and its code."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on; Django's own answer to a wrong method is an empty page, so it gets its sentence."""
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            answer = _answer(request, WrongMethod())
            answer["Allow"] = response["Allow"]
            return answer
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer refusals; pass on everything else."""
        if not isinstance(exception, Refusal):
            return None
        _log.info("%s %s is refused: %r", request.method, request.path, exception)
        response = _answer(request, exception)
        if isinstance(exception, NotSignedIn):
            response["HX-Redirect"] = f"{reverse('account_login')}?next={_page_of(request)}"
        return response


def _answer(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    response = _fragment(request, refusal) or _page(request, refusal)
    response[CODE] = refusal.code
    return response


def _fragment(request: HttpRequest, refusal: Refusal) -> HttpResponse | None:
    """The message alone for htmx, unless it restores its history and needs the whole page."""
    if "HX-Request" not in request.headers or "HX-History-Restore-Request" in request.headers:
        return None
    return render(request, "_error.html", _context(refusal), status=refusal.status)


def _page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """In the back office's frame for signed-in staff, on the players' site for everybody else."""
    title = _("This is not possible")
    if page := staff_error(request, title, refusal.message, refusal.status):
        return page
    return render(request, "refusal.html", _context(refusal), status=refusal.status)


def _context(refusal: Refusal) -> dict[str, object]:
    return {"heading": str(refusal), "asks_sign_in": isinstance(refusal, NotSignedIn)}


def _page_of(request: HttpRequest) -> str:
    """The page that a form sits on: the address above the one it posts to."""
    return request.path.rstrip("/").rpartition("/")[0] + "/"
