"""Changes under a condition: `If-Match` names the version that the caller has seen."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.http import quote_etag
from rest_framework.request import Request
from rest_framework.response import Response

from api.refusals import PreconditionFailed
from api.values.versions import is_match

IF_MATCH: Final = "If-Match"


def require_version(request: Request, load_version: Callable[[], str]) -> None:
    """Raise PreconditionFailed if the request has `If-Match` and it does not name the present version."""
    given = request.headers.get(IF_MATCH)
    if given is not None and not is_match(given, load_version()):
        raise PreconditionFailed(detail=given[:100])


def answer_version(document: Mapping[str, Any]) -> Response:
    """Return a document with its `version` as ETag."""
    return Response(document, headers={"ETag": quote_etag(document["version"])})
