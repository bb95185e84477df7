"""Turns exceptions of the API's views into problem documents."""

import logging
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any, Final

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, JsonResponse
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.views import set_rollback

from api.problems import FieldProblem, ProblemDocument, answer_problem
from api.refusals import BodyTooLarge, MalformedBody, ResourceNotFound
from journal.refusals import Refusal
from restores.services.gate import find_closed
from tables.refusals import Misconfigured

_log = logging.getLogger(__name__)
INVALID: Final = _("Some values are not valid.")
TOO_MANY: Final = _("Too many requests. Wait before you try again.")
_CODES: Final[Mapping[type[exceptions.APIException], str]] = {
    exceptions.MethodNotAllowed: "wrong_method",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.NotAuthenticated: "not_signed_in",
    exceptions.AuthenticationFailed: "not_signed_in",
    exceptions.PermissionDenied: "not_allowed",
}


def answer_exception(exception: Exception, context: Mapping[str, Any]) -> JsonResponse | None:
    """Return the problem document of an exception; None for errors of the program, which Django answers."""
    problem = _find_problem(exception)
    if problem is None:
        return None
    set_rollback()
    request: Request = context["request"]
    _log.info("%s %s is refused: %r", request.method, request.path, exception)
    return answer_problem(problem)


def _find_problem(exception: Exception) -> ProblemDocument | None:
    exception = find_closed(exception) or exception
    if isinstance(exception, Http404):
        exception = ResourceNotFound()
    if isinstance(exception, RequestDataTooBig):
        exception = BodyTooLarge()
    if isinstance(exception, exceptions.ParseError):
        exception = MalformedBody()
    if isinstance(exception, RequestDataTooBig):
        exception = BodyTooLarge()
    if isinstance(exception, Misconfigured):
        errors = tuple(
            FieldProblem(one.field, exception.code, str(one.message)) for one in exception.problems
        )
        return ProblemDocument(exception.status, exception.code, exception.message, errors)
    if isinstance(exception, Refusal):
        return ProblemDocument.from_refusal(exception)
    if isinstance(exception, PermissionDenied):
        exception = exceptions.PermissionDenied()
    if isinstance(exception, exceptions.APIException):
        return _problem_of_library(exception)
    return None


def _problem_of_library(exception: exceptions.APIException) -> ProblemDocument:
    if isinstance(exception, exceptions.ValidationError):
        errors = tuple(_list_errors(exception.detail))
        return ProblemDocument(HTTPStatus.UNPROCESSABLE_ENTITY, "invalid", INVALID, errors)
    status = HTTPStatus(exception.status_code)
    if isinstance(exception, exceptions.Throttled):
        seconds = getattr(exception, "wait", None)  # None: unknown
        wait = 0 if seconds is None else max(int(seconds), 1)
        return ProblemDocument(status, "too_many_requests", TOO_MANY, retry_after=wait)
    return ProblemDocument(status, _CODES.get(type(exception), "refused"), str(exception.detail))


def _list_errors(detail: Any, field: str = "") -> Iterator[FieldProblem]:
    """Yield the errors of nested fields: "bets.0.stake"."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            yield from _list_errors(inner, f"{field}.{name}".strip("."))
    elif isinstance(detail, list):
        for place, inner in enumerate(detail):
            plain = isinstance(inner, str)
            yield from _list_errors(inner, field if plain else f"{field}.{place}".strip("."))
    else:
        name = field.removesuffix("non_field_errors").rstrip(".")
        yield FieldProblem(name, getattr(detail, "code", "invalid"), str(detail))
