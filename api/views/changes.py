"""Operations that change something: done once for each idempotency key."""

from collections.abc import Callable
from functools import partial, wraps
from http import HTTPStatus
from typing import Any, Final, Unpack

from django.core.exceptions import RequestDataTooBig
from django.http import HttpResponse
from django.utils.functional import Promise
from rest_framework.exceptions import APIException
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from accounts.roles.refusals import NotPermitted
from api.problems import MEDIA_TYPE
from api.refusals import BodyTooLarge, MalformedBody, ScopeMissing
from api.serializers.base import QuerySerializer
from api.services.stored_answers import KeptAnswer, run_once
from api.values.keys import compute_fingerprint
from api.views.base import CallerView
from api.views.operations import Options, document_keyed_operation

REPLAYED: Final = "Idempotent-Replayed"
_JSON: Final = "application/json"
_KEPT_HEADERS: Final = ("Retry-After", "WWW-Authenticate")
_BEFORE_WORK: Final = (APIException, RequestDataTooBig, BodyTooLarge, MalformedBody)
"""What is wrong with the request itself. Corrected, it may use the same key."""
Handler = Callable[..., Response]


def document_change(
    name: str,
    tag: Promise,
    texts: tuple[Promise, Promise],
    answer: Any,
    **options: Unpack[Options],
) -> Callable[[Handler], Callable[..., HttpResponse]]:
    """Document an operation that changes something, and do it once for each idempotency key.

    The view's method runs in one transaction with the key and the stored answer.
    """
    document = document_keyed_operation(name, tag, texts, answer, **options)

    def decorate(handler: Handler) -> Callable[..., HttpResponse]:
        return document(_once(handler))

    return decorate


def _once(handler: Handler) -> Callable[..., HttpResponse]:
    @wraps(handler)
    def run(view: CallerView, request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.query_params:  # no change takes any
            view.read_query(QuerySerializer)
        key, body = view.caller_key, request._request.body  # noqa: SLF001 - the bytes, before they are parsed
        fingerprint = compute_fingerprint(request.method, request.get_full_path(), body)
        work = partial(_work, handler, view, request, *args, **kwargs)
        whole = view.in_one_transaction
        return _send(run_once(key, fingerprint, work, in_one_transaction=whole))

    return run


def _work(
    handler: Handler, view: CallerView, request: Any, *args: Any, **kwargs: Any
) -> KeptAnswer:
    """Return the handler's answer, or the problem document of what it refused."""
    try:
        response = handler(view, request, *args, **kwargs)
    except (NotPermitted, ScopeMissing):  # not kept: the right may be given later
        raise
    except Exception as error:  # noqa: BLE001 - the view's handler raises again what is no refusal
        problem = view.handle_exception(error)
        headers = {name: problem[name] for name in _KEPT_HEADERS if name in problem}
        began = not isinstance(error, _BEFORE_WORK)
        return KeptAnswer(problem.status_code, problem.text, headers, began=began)
    text = "" if response.data is None else JSONRenderer().render(response.data).decode()
    return KeptAnswer(response.status_code, text)


def _send(answer: KeptAnswer) -> HttpResponse:
    kind = MEDIA_TYPE if answer.status >= HTTPStatus.BAD_REQUEST else _JSON
    response = HttpResponse(
        answer.body, status=answer.status, content_type=kind, headers=answer.headers
    )
    if answer.is_replay:
        response.headers[REPLAYED] = "true"
    return response
