"""Middleware that turns a refusal no view caught into a response."""

import logging
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import reverse

from config.error_pages import ErrorPage, answer_error, path_above
from config.error_texts import REFUSED
from journal.refusals import NotSignedIn, Refusal, WrongMethod
from restores.services.gate import find_closed

_log = logging.getLogger(__name__)
_WITHOUT_ADVICE: Final = frozenset({HTTPStatus.FORBIDDEN, HTTPStatus.SERVICE_UNAVAILABLE})
"""Statuses whose usual advice, about other accounts and slow answers, is wrong after a refusal."""


class RefusalMiddleware:
    """Answers a `Refusal` with its message, status and code."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Replace Django's empty 405 response by a page with a message."""
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            answer = _answer(request, WrongMethod())
            answer["Allow"] = response["Allow"]
            return answer
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer refusals; return None for everything else."""
        exception = find_closed(exception) or exception
        if not isinstance(exception, Refusal):
            return None
        _log.info("%s %s is refused: %r", request.method, request.path, exception)
        response = _answer(request, exception)
        if isinstance(exception, NotSignedIn):
            response["HX-Redirect"] = f"{reverse('account_login')}?next={path_above(request)}"
        return response


def _answer(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    name = REFUSED if refusal.status in _WITHOUT_ADVICE else ""
    error = ErrorPage.for_status(refusal.status, name).with_heading(refusal.message)
    asks_sign_in = isinstance(refusal, NotSignedIn)
    return answer_error(request, replace(error, code=refusal.code, asks_sign_in=asks_sign_in))
