"""Everything that an operation raises: refusals of the API with their `code`, and servers that don't answer."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import httpx

UNKNOWN: Final = "unknown"
"""Code of an error that came without a problem document, from a proxy for example."""


class LigaloError(Exception):
    """Base class of everything that this package raises."""


class NoAnswer(LigaloError):
    """No answer arrived, or only a part of it. The cause is httpx's own error.

    A change may have been made: sent again with its `idempotency_key`, it is not made twice.
    """

    def __init__(self, message: str, idempotency_key: str | None) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key


class UnreadableAnswer(LigaloError):
    """A success that is not what the API's document describes, from a proxy for example."""


class Reading:
    """Reading an answer: what goes wrong in it is an `UnreadableAnswer`."""

    def __init__(self, response: httpx.Response) -> None:
        self._response = response

    def __enter__(self) -> None: ...

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, ValueError | KeyError | TypeError | AttributeError):
            url, status = self._response.url, self._response.status_code
            raise UnreadableAnswer(f"{url} answered {status} with something else") from error


class SignInUnfinished(LigaloError):
    """The password was right, and a step is missing: "second_factor" or "confirm_email"."""

    def __init__(self, step: str) -> None:
        super().__init__(f"The sign-in needs another step: {step or 'unknown'}")
        self.step = step


class DishonestSeals(LigaloError):
    """A list of seals that is not the one of its hash, or lacks this client's seal."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong with one field of the body or one parameter."""

    field: str
    code: str
    detail: str


class ApiProblem(LigaloError):
    """A refusal or an error of the server (RFC 9457).

    `code` is stable and for programs; servers may add codes. `detail` is for people, in their
    language. `retry_after` is in seconds, if the server says when to try again.
    """

    def __init__(
        self, status: int, document: Mapping[str, Any], retry_after: float | None = None
    ) -> None:
        self.status, self.document, self.retry_after = status, document, retry_after
        self.code = _text(document, "code") or UNKNOWN
        self.title = _text(document, "title")
        self.detail = _text(document, "detail")
        self.errors = tuple(_field_errors(document.get("errors")))
        super().__init__(f"{status} {self.code}: {self.detail}")


class InvalidRequest(ApiProblem):
    """400: the request cannot be read, or has no valid idempotency key."""


class NotSignedIn(ApiProblem):
    """401: sign in, or prove again who you are (`reauthentication_required`)."""


class NotAllowed(ApiProblem):
    """403: not for this player or key."""


class NotFound(ApiProblem):
    """404: nothing there that this caller may see."""


class Conflict(ApiProblem):
    """409: something has changed meanwhile."""


class ChangedMeanwhile(ApiProblem):
    """412: not the version that `if_match` names any more. Read again, and decide with a new key."""


class Refused(ApiProblem):
    """422: fields that are wrong, or a rule of the house."""


class TooManyRequests(ApiProblem):
    """429: wait `retry_after` seconds."""


class ServerError(ApiProblem):
    """500 and above. `outcome_unknown` is resolved by the same idempotency key."""


_CLASSES: Final[Mapping[int, type[ApiProblem]]] = {
    HTTPStatus.BAD_REQUEST: InvalidRequest,
    HTTPStatus.UNAUTHORIZED: NotSignedIn,
    HTTPStatus.FORBIDDEN: NotAllowed,
    HTTPStatus.NOT_FOUND: NotFound,
    HTTPStatus.CONFLICT: Conflict,
    HTTPStatus.PRECONDITION_FAILED: ChangedMeanwhile,
    HTTPStatus.UNPROCESSABLE_ENTITY: Refused,
    HTTPStatus.TOO_MANY_REQUESTS: TooManyRequests,
}


def read_problem(response: httpx.Response, retry_after: float | None) -> ApiProblem:
    """Return the exception of an answer that is no success."""
    status = response.status_code
    known = ServerError if status >= HTTPStatus.INTERNAL_SERVER_ERROR else ApiProblem
    return _CLASSES.get(status, known)(status, _read_document(response), retry_after)


def _read_document(response: httpx.Response) -> Mapping[str, Any]:
    try:
        found = json.loads(response.content)
    except ValueError:
        found = None
    if isinstance(found, dict):
        return found
    return {"detail": response.reason_phrase}


def _text(document: Mapping[str, Any], name: str) -> str:
    found = document.get(name, "")
    return found if isinstance(found, str) else ""


def _field_errors(found: object) -> Sequence[FieldError]:
    rows = found if isinstance(found, list) else []
    return [
        FieldError(_text(row, "field"), _text(row, "code"), _text(row, "detail"))
        for row in rows
        if isinstance(row, dict)
    ]
