"""ProblemDocument documents (RFC 9457): the form of every error of the API."""

from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from django.http import JsonResponse
from django.utils.translation import gettext_lazy as _

from internals.texts import Text
from journal.refusals import Refusal

MEDIA_TYPE: Final = "application/problem+json"
PREFIX: Final = "/api/"
"""Every address below answers errors with a problem document."""

AUTHENTICATE: Final = 'SessionToken realm="api"'
"""Scheme that a 401 names, as RFC 9110 requires."""

TITLES: Final = {
    HTTPStatus.BAD_REQUEST: _("Invalid request"),
    HTTPStatus.UNAUTHORIZED: _("Not signed in"),
    HTTPStatus.FORBIDDEN: _("Not allowed"),
    HTTPStatus.NOT_FOUND: _("Not found"),
    HTTPStatus.METHOD_NOT_ALLOWED: _("Method not allowed"),
    HTTPStatus.NOT_ACCEPTABLE: _("Not acceptable"),
    HTTPStatus.CONFLICT: _("Conflict"),
    HTTPStatus.PRECONDITION_FAILED: _("Changed meanwhile"),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: _("Too large"),
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: _("Unsupported media type"),
    HTTPStatus.UNPROCESSABLE_ENTITY: _("Refused"),
    HTTPStatus.TOO_MANY_REQUESTS: _("Too many requests"),
    HTTPStatus.INTERNAL_SERVER_ERROR: _("Server error"),
    HTTPStatus.SERVICE_UNAVAILABLE: _("Not available"),
}


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """What is wrong with one field of the body or one parameter."""

    field: str
    code: str
    detail: Text

    def document(self) -> dict[str, str]:
        return {"field": self.field, "code": self.code, "detail": str(self.detail)}


@dataclass(frozen=True, slots=True)
class ProblemDocument:
    """An error: the stable `code` for programs and the `detail` for people. `retry_after` is in seconds, 0 if unknown."""

    status: HTTPStatus
    code: str
    detail: Text
    errors: tuple[FieldProblem, ...] = ()
    retry_after: int = 0

    @classmethod
    def from_refusal(cls, refusal: Refusal) -> "ProblemDocument":
        errors: Iterable[FieldProblem] = ()
        if refusal.field:
            errors = (FieldProblem(refusal.field, refusal.code, refusal.message),)
        told = (refusal.status, refusal.code, refusal.message, tuple(errors))
        return cls(*told, retry_after=refusal.retry_after)

    def document(self) -> dict[str, object]:
        """Return the document in the active language."""
        return {
            "type": f"urn:ligalo:problem:{self.code}",
            "title": str(TITLES.get(self.status, self.status.phrase)),
            "status": self.status.value,
            "detail": str(self.detail),
            "code": self.code,
            "errors": [one.document() for one in self.errors],
        }


def answer_problem(problem: ProblemDocument) -> JsonResponse:
    """Return the response that reports a problem."""
    response = JsonResponse(problem.document(), status=problem.status, content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    if problem.status == HTTPStatus.UNAUTHORIZED:
        response.headers["WWW-Authenticate"] = AUTHENTICATE
    if problem.retry_after:
        response.headers["Retry-After"] = str(problem.retry_after)
    return response
