"""Endpoints for provider callbacks: no session, no cookie, a signature."""

from http import HTTPStatus

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from wallet.cash.services import callbacks
from wallet.providers.refusals import CallbackUnreadable, ForgedCallback, ProviderUnavailable
from wallet.providers.values import CallbackRequest

log = structlog.get_logger(__name__)


@csrf_exempt
@require_POST
def receive_callback(request: HttpRequest, provider: str) -> HttpResponse:
    """Receive a callback: 200 done or repeated, 400 unreadable, 403 forged, 404 unknown, 409 and 422 refused, 413 too large."""
    if len(request.body) > settings.CALLBACK_BYTES:
        return HttpResponse(status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    try:
        status = callbacks.process_callback(
            provider, CallbackRequest(dict(request.headers), request.body)
        )
    except ProviderUnavailable:
        status = HTTPStatus.NOT_FOUND
    except ForgedCallback as error:
        log.warning("callback_forged", provider=provider, why=error.detail)
        status = error.status
    except CallbackUnreadable as error:
        log.warning("callback_unreadable", provider=provider, why=error.detail)
        status = error.status
    return HttpResponse(status=status)
