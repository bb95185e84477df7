"""How operations are documented: statuses, parameters, bodies, who may call."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from http import HTTPStatus
from typing import Any, Final, TypedDict, TypeVar, Unpack

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from api.problems import MEDIA_TYPE
from api.schema import LINKS
from api.serializers.base import (
    BodySerializer,
    ProblemSerializer,
    QuerySerializer,
    StrictSerializer,
)
from api.values.deprecations import Deprecation
from api.values.keys import HEADER, LONGEST_KEY

SUNSET: Final = "x-sunset"
_OPERATION: Final = "operation"
"""Attribute of a view's method that holds its `OperationOptions`."""
V = TypeVar("V", bound=Callable[..., Any])
_ALWAYS: Final = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.METHOD_NOT_ALLOWED,
    HTTPStatus.NOT_ACCEPTABLE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.INTERNAL_SERVER_ERROR,
    HTTPStatus.SERVICE_UNAVAILABLE,
)
_WITH_BODY: Final = (
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
)
_WITH_KEY: Final = (HTTPStatus.CONFLICT,)


class Access(Enum):
    """Who may call an operation."""

    PUBLIC = "public"
    PLAYER = "player"
    SERVICE = "service"


_REFUSED: Final[Mapping[Access, tuple[HTTPStatus, ...]]] = {
    Access.PUBLIC: (),
    Access.PLAYER: (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN),
    Access.SERVICE: (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN),
}


def _describe_key() -> OpenApiParameter:
    return OpenApiParameter(
        HEADER,
        {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY},
        OpenApiParameter.HEADER,
        required=True,
        description=_(
            "Your own key of this change, such as a UUID. Sent again with the same key, method, path and body, the request gets the first answer and does nothing."
        ),
    )


def _describe_condition() -> OpenApiParameter:
    return OpenApiParameter(
        "If-Match",
        {"type": "string", "maxLength": 200},
        OpenApiParameter.HEADER,
        description=_(
            "ETag of what you have read: its `version` in quotes. If it has changed since, nothing is done (412)."
        ),
    )


class Options(TypedDict, total=False):
    """What an operation takes and answers beyond the usual."""

    takes: type[StrictSerializer]  # a QuerySerializer or a BodySerializer
    problems: Iterable[HTTPStatus]
    access: Access
    status: HTTPStatus  # of success
    deprecation: Deprecation
    is_conditional: bool  # takes If-Match; see `api.views.preconditions`
    leads_to: Mapping[str, tuple[str, str]]
    """Operations about something in the answer: their argument, and where its value is ("/data/0/id")."""


def document_operation(
    name: str,
    tag: Promise,
    texts: tuple[Promise, Promise],
    answer: Any,
    **options: Unpack[Options],
) -> Callable[[V], V]:
    """Document an operation by its name in clients, its summary and description, and what it takes and answers."""
    return _document(name, tag, texts, answer, OperationOptions(**options))


def document_keyed_operation(
    name: str,
    tag: Promise,
    texts: tuple[Promise, Promise],
    answer: Any,
    **options: Unpack[Options],
) -> Callable[[V], V]:
    """Document an operation that needs an idempotency key; see `api.views.changes`."""
    return _document(name, tag, texts, answer, OperationOptions(**options, has_key=True))


@dataclass(frozen=True, slots=True)
class OperationOptions:
    """An operation's options with their usual values."""

    takes: type[StrictSerializer] = QuerySerializer
    problems: Iterable[HTTPStatus] = ()
    access: Access = Access.PUBLIC
    status: HTTPStatus = HTTPStatus.OK
    deprecation: Deprecation | None = None
    leads_to: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    is_conditional: bool = False
    has_key: bool = False

    @property
    def has_body(self) -> bool:
        return issubclass(self.takes, BodySerializer)

    @property
    def parameters(self) -> list[Any]:
        """What the address and the headers take."""
        in_query = not self.has_body and self.takes is not QuerySerializer
        return [
            *([self.takes] if in_query else []),
            *([_describe_key()] if self.has_key else []),
            *([_describe_condition()] if self.is_conditional else []),
        ]

    @property
    def extensions(self) -> dict[str, Any]:
        """What drf-spectacular has no word for. `api.schema` turns the links into OpenAPI's."""
        sunset = {SUNSET: self.deprecation.sunset.isoformat()} if self.deprecation else {}
        links = {
            name: {"operationId": name, "parameters": {argument: f"$response.body#{place}"}}
            for name, (argument, place) in self.leads_to.items()
        }
        return {**sunset, **({LINKS: links} if links else {})}

    @property
    def refusals(self) -> list[HTTPStatus]:
        """The statuses of its problem documents."""
        reads_body = self.has_body or self.has_key  # a change without a body refuses one
        by_form = (*(_WITH_BODY if reads_body else ()), *(_WITH_KEY if self.has_key else ()))
        condition = (HTTPStatus.PRECONDITION_FAILED,) if self.is_conditional else ()
        return sorted({*self.problems, *_ALWAYS, *_REFUSED[self.access], *by_form, *condition})


def _document(
    name: str,
    tag: Promise,
    texts: tuple[Promise, Promise],
    answer: Any,
    operation: OperationOptions,
) -> Callable[[V], V]:
    summary, description = texts
    refused = {
        (one.value, MEDIA_TYPE): OpenApiResponse(ProblemSerializer, one.phrase)
        for one in operation.refusals
    }
    document: Callable[[V], V] = extend_schema(
        operation_id=name,
        summary=summary,
        description=description,
        tags=[tag],  # type: ignore[list-item]  # each language's own
        parameters=operation.parameters,
        request=operation.takes if operation.has_body else None,
        responses={_success(operation.status, answer): answer, **refused},
        deprecated=True if operation.deprecation else None,
        extensions=operation.extensions,
    )
    return lambda handler: _remember(document(handler), operation)


def _remember(handler: V, operation: OperationOptions) -> V:
    setattr(handler, _OPERATION, operation)
    return handler


def find_operation(handler: Callable[..., Any] | None) -> OperationOptions | None:
    """Return the operation of a view's method."""
    return getattr(handler, _OPERATION, None)


def _success(status: HTTPStatus, answer: Any) -> Any:
    """Return the key of the successful answer: its status, for a file with the media type."""
    return (
        (status.value, "application/octet-stream")
        if answer is OpenApiTypes.BINARY
        else status.value
    )
