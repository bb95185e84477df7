"""allauth's headless views within our own.

- `mark_request_as_headless`: allauth then answers with JSON, and shows no messages. Its own `as_api_view` would also open
  a second session beside the request's, which `api.middleware` has already found by the token.

Not for speed, so nothing is measured. The alternative is a copy of allauth's flows, which would miss its fixes.
"""

from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.headless.constants import Client
from allauth.headless.internal.decorators import mark_request_as_headless
from django.http import HttpRequest, HttpResponse
from django.views import View


def call_headless_view(view: type[View], request: HttpRequest) -> HttpResponse:
    """Return the answer of one of allauth's headless views in the session of the request."""
    mark_request_as_headless(request, Client.APP)
    marked: Any = request
    marked.allauth.headless._pre_user = request.user  # noqa: SLF001 - as its decorator does
    try:
        response: HttpResponse = view.as_view(client=Client.APP)(request)  # type: ignore[assignment]  # never a stream
    except ImmediateHttpResponse as answered:
        return answered.response  # type: ignore[no-any-return]  # allauth has no types
    return response
