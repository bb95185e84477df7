"""The one place that turns a refusal outside the table's own page into a response."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.staff import staff_error
from casino.errors import NotSignedIn, Refusal, WrongMethod


class RefusalMiddleware:
    """A `Refusal` that a view lets through becomes its sentence with its status."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on; Django's own answer to a wrong method is an empty page, so it gets its sentence."""
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            told = _told(request, WrongMethod())
            told["Allow"] = response["Allow"]
            return told
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer refusals; leave everything else to Django."""
        if not isinstance(exception, Refusal):
            return None
        response = _told(request, exception)
        if isinstance(exception, NotSignedIn):
            response["HX-Redirect"] = f"{reverse('account_login')}?next={_page_of(request)}"
        return response


def _told(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    sentence, status = str(refusal.message), HTTPStatus(refusal.status)
    if told := staff_error(request, _("This is not possible"), sentence, status):
        return told
    context = {"sentence": sentence, "status": refusal.status}
    return render(request, "casino/refusal.html", context, status=refusal.status)


def _page_of(request: HttpRequest) -> str:
    """The page that a form sits on: the address above the one it posts to."""
    return request.path.rstrip("/").rpartition("/")[0] + "/"
