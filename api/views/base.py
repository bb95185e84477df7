"""Base class of the public views, and how operations are documented."""

from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any, Final, TypeVar

from django.utils.functional import Promise
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from api.problems import MEDIA_TYPE
from api.serializers.base import (
    BodySerializer,
    ProblemSerializer,
    QuerySerializer,
    StrictSerializer,
)
from api.throttles import NetworkThrottle, ReadThrottle

V = TypeVar("V", bound=Callable[..., Any])
Query = TypeVar("Query", bound=QuerySerializer)
_ALWAYS: Final = (
    HTTPStatus.METHOD_NOT_ALLOWED,
    HTTPStatus.NOT_ACCEPTABLE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.INTERNAL_SERVER_ERROR,
    HTTPStatus.SERVICE_UNAVAILABLE,
)


class PublicView(APIView):
    """A resource for anybody, without authentication, with a rate limit by network."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    http_method_names = ["get", "head", "post"]  # noqa: RUF012 - Django's shape
    throttle_classes: tuple[type[BaseThrottle], ...] = (ReadThrottle,)

    def get_throttles(self) -> list[BaseThrottle]:
        """Keep the throttles of this request, whose state the response reports."""
        self.used_throttles = super().get_throttles()
        return self.used_throttles

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Add the rate limit's headers."""
        response = super().finalize_response(request, response, *args, **kwargs)
        for throttle in getattr(self, "used_throttles", ()):
            if isinstance(throttle, NetworkThrottle) and hasattr(throttle, "history"):
                response.headers["RateLimit-Policy"] = throttle.describe_policy()
                response.headers["RateLimit"] = throttle.describe_state()
        return response

    def read_query(self, query: type[Query], **context: object) -> Query:
        """Return the valid parameters of the request; the serializer gets the `context`. Raises ValidationError."""
        found = query(data=self.request.query_params.dict(), context=context)
        found.is_valid(raise_exception=True)
        return found


def document_operation(
    name: str,
    tag: Promise,
    texts: tuple[Promise, Promise],
    answer: Any,
    *,
    takes: type[StrictSerializer] = QuerySerializer,
    problems: Iterable[HTTPStatus] = (),
) -> Callable[[V], V]:
    """Document an operation by its name in clients, its summary and description, what it takes and answers, and its problems."""
    summary, description = texts
    in_body = issubclass(takes, BodySerializer)
    statuses = sorted({*problems, *_ALWAYS})
    return extend_schema(
        operation_id=name,
        summary=summary,
        description=description,
        tags=[tag],  # type: ignore[list-item]  # each language's own
        parameters=[] if in_body or takes is QuerySerializer else [takes],
        request=takes if in_body else None,
        responses={
            HTTPStatus.OK.value: answer,
            **{
                (status.value, MEDIA_TYPE): OpenApiResponse(ProblemSerializer, status.phrase)
                for status in statuses
            },
        },
    )
