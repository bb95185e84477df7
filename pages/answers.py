"""Redirects after forms, 404 for missing objects, and CSV responses."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Final, TypeVar

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

Found = TypeVar("Found")
_LONGEST: Final = 2000  # characters: Django refuses longer redirects


def see_other(address: str, *args: object) -> HttpResponse:
    """Redirect (303) to the page with this URL name."""
    response = redirect(address, *args)
    response.status_code = HTTPStatus.SEE_OTHER
    return response


def redirect_back(request: HttpRequest, address: str, otherwise: str) -> HttpResponse:
    """Redirect (303) to an untrusted address if it is on this site, else to the page `otherwise`."""
    own = url_has_allowed_host_and_scheme(address, {request.get_host()}, request.is_secure())
    if not own or not address.startswith("/") or len(address) > _LONGEST:
        return see_other(otherwise)
    response = HttpResponseRedirect(address)
    response.status_code = HTTPStatus.SEE_OTHER
    return response


def require_found(found: Found | None) -> Found:
    """Return the object. Raises Http404 for None."""
    if found is None:
        raise Http404
    return found


def csv_response(title: str, lines: Iterator[str]) -> StreamingHttpResponse:
    """Stream CSV lines as a download named after the title and the day."""
    name = f"{title}-{timezone.now():%Y-%m-%d}.csv"
    return StreamingHttpResponse(
        lines,
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
