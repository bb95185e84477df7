"""Forms that wait, encrypted in the session, until their player has signed in again."""

import json
import re
from typing import Any, Final
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.values.encryption import Unsealable, seal, unseal
from accounts.visits.views.presence import is_idle

KEPT: Final = "kept_form"


# what a form says of its page, not of its player
_OF_THE_PAGE: Final = frozenset(
    {"csrfmiddlewaretoken", "key", "shoe", "nonce", "salt", "round", "step", "action"}
)


_SECRET: Final = re.compile(r".*password.*|code|credential", re.IGNORECASE)


_MOST_KEPT: Final = 4000  # characters


READING_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def form_address(request: HttpRequest) -> str:
    """The address, with its query, of the page that this request came from; "" if it was none of this site."""
    told = request.headers.get("HX-Current-URL") or request.headers.get("Referer") or ""
    hosts = {request.get_host()}
    if not told or not url_has_allowed_host_and_scheme(told, hosts, request.is_secure()):
        return ""
    address = urlsplit(told)
    path = address.path or "/"
    if not path.startswith("/"):
        return ""
    return f"{path}?{address.query}" if address.query else path


def page_of_form(request: HttpRequest) -> str:
    """The page that sent the form, on this site only."""
    return urlsplit(form_address(request)).path or "/"


def store_form(request: HttpRequest, page: str) -> bool:
    """Keep what was typed for its page, encrypted: a session lies in the database, and a form may hold bank details.

    The page fills its form in again and never sends it by itself, so the form's key is not kept; nor are passwords and codes.
    Returns whether anything is kept: only for who is signed in, and no more than a page of text.
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
    """Return what was typed into this page's form before its player had to sign in again: once, and on that page alone.

    What cannot be decrypted for this player and page counts as nothing.
    """
    held: dict[str, Any] | None = request.session.get(KEPT)
    if held is None or request.method not in READING_METHODS or held["page"] != request.path:
        return {}
    if not _is_of_staff(request) and is_idle(request):  # idle staff are signed out
        return {}
    del request.session[KEPT]
    try:
        content = unseal(_owner_of_form(request, held["page"]), str(held["fields"]).encode())
    except Unsealable:
        return {}
    fields: dict[str, str] = json.loads(content)
    return fields


def _is_of_staff(request: HttpRequest) -> bool:
    return bool(getattr(request.user, "is_staff", False))


def _owner_of_form(request: HttpRequest, page: str) -> str:
    return f"form of user {request.user.pk} at {page}"
