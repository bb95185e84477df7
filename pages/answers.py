"""Redirects after a form, and requests for a list as a file."""

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
_LONGEST: Final = 2000  # characters: Django redirects to no longer address


def see_other(address: str, *args: object) -> HttpResponse:
    """Redirect (303) to the page of this name."""
    response = redirect(address, *args)
    response.status_code = HTTPStatus.SEE_OTHER
    return response


def see_back(request: HttpRequest, told: str, otherwise: str) -> HttpResponse:
    """Redirect (303) to an address from outside if it is on this site, else to the page `otherwise`."""
    own = url_has_allowed_host_and_scheme(told, {request.get_host()}, request.is_secure())
    if not own or not told.startswith("/") or len(told) > _LONGEST:
        return see_other(otherwise)
    response = HttpResponseRedirect(told)
    response.status_code = HTTPStatus.SEE_OTHER
    return response


def found_or_404(found: Found | None) -> Found:
    """Return what was looked for. Raises Http404 where it is not there."""
    if found is None:
        raise Http404
    return found


def csv_file(title: str, lines: Iterator[str]) -> StreamingHttpResponse:
    """Lines of CSV as a file of this name and day, sent as they are read."""
    name = f"{title}-{timezone.now():%Y-%m-%d}.csv"
    return StreamingHttpResponse(
        lines,
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
