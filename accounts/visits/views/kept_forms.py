"""Submitted forms, kept encrypted in the session until the user has authenticated again."""

import json
import re
from typing import Any, Final
from urllib.parse import urlsplit

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.values.encryption import UnsealFailed, seal, unseal
from accounts.visits.views.presence import is_idle

KEPT: Final = "kept_form"


# fields set by the page, not typed by the user
_OF_THE_PAGE: Final = frozenset(
    {"csrfmiddlewaretoken", "key", "shoe", "nonce", "salt", "round", "step", "action"}
)


_SECRET: Final = re.compile(r".*password.*|code|credential", re.IGNORECASE)


_MOST_KEPT: Final = 4000  # characters


READING_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def form_address(request: HttpRequest) -> str:
    """Return path and query of the page that sent this request; "" if it is not on this site."""
    told = request.headers.get("HX-Current-URL") or request.headers.get("Referer") or ""
    try:
        hosts = {request.get_host()}
    except DisallowedHost:  # the error page of a request for another site asks as well
        return ""
    if not told or not url_has_allowed_host_and_scheme(told, hosts, request.is_secure()):
        return ""
    address = urlsplit(told)
    path = address.path or "/"
    if not path.startswith("/"):
        return ""
    return f"{path}?{address.query}" if address.query else path


def form_page_path(request: HttpRequest) -> str:
    """Return the path of the page that sent the form; "/" if it is not on this site."""
    return urlsplit(form_address(request)).path or "/"


def store_form(request: HttpRequest, page: str) -> bool:
    """Keep the typed values for this page, encrypted: sessions are in the database, and a form may contain bank details.

    The page prefills its form and never submits it automatically, so the form's key is not kept; nor are
    passwords and codes. Return whether anything is kept: only for signed-in users, up to `_MOST_KEPT`
    characters.
    """
    if not request.user.is_authenticated:
        return False
    fields = {name: str(value) for name, value in request.POST.items() if _is_typed(name)}
    if not fields or sum(len(name) + len(value) for name, value in fields.items()) > _MOST_KEPT:
        return False
    token = seal(_owner_of_form(request, page), json.dumps(fields).encode())
    request.session[KEPT] = {"page": page, "fields": token.decode("ascii")}
    return True


def _is_typed(name: str) -> bool:
    return name not in _OF_THE_PAGE and not _SECRET.fullmatch(name)


def restore_form(request: HttpRequest) -> dict[str, str]:
    """Return the values typed into this page's form before reauthentication; once, and on that page only.

    Empty if they cannot be decrypted for this user and page.
    """
    held: dict[str, Any] | None = request.session.get(KEPT)
    if held is None or request.method not in READING_METHODS or held["page"] != request.path:
        return {}
    if not _is_of_staff(request) and is_idle(request):  # idle staff are signed out
        return {}
    del request.session[KEPT]
    try:
        content = unseal(_owner_of_form(request, held["page"]), str(held["fields"]).encode())
    except UnsealFailed:
        return {}
    fields: dict[str, str] = json.loads(content)
    return fields


def _is_of_staff(request: HttpRequest) -> bool:
    return bool(getattr(request.user, "is_staff", False))


def _owner_of_form(request: HttpRequest, page: str) -> str:
    return f"form of user {request.user.pk} at {page}"
