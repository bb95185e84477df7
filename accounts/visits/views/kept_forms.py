"""Forms that wait, encrypted in the session, until their player has signed in again."""

import json
from typing import Any, Final

from django.http import HttpRequest

from accounts.values.encryption import Unsealable, seal, unseal
from accounts.visits.views.presence import is_idle

KEPT: Final = "kept_form"


# what a form says of its page, not of its player
_OF_THE_PAGE: Final = frozenset(
    {"csrfmiddlewaretoken", "key", "password", "shoe", "nonce", "salt", "round", "step", "action"}
)


_MOST_KEPT: Final = 4000  # characters


READING_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def store_form(request: HttpRequest, page: str) -> None:
    """Keep what was typed for its page, encrypted: a session lies in the database, and a form may hold bank details.

    The page fills its form in again and never sends it by itself, so the form's key is not kept.
    """
    fields = {name: str(value) for name, value in request.POST.items() if name not in _OF_THE_PAGE}
    if sum(len(name) + len(value) for name, value in fields.items()) <= _MOST_KEPT:
        token = seal(_owner_of_form(request, page), json.dumps(fields).encode())
        request.session[KEPT] = {"page": page, "fields": token.decode("ascii")}


def restore_form(request: HttpRequest) -> dict[str, str]:
    """Return what was typed into this page's form before its player had to sign in again: once, and on that page alone.

    What cannot be decrypted for this player and page counts as nothing.
    """
    held: dict[str, Any] | None = request.session.get(KEPT)
    if held is None or request.method not in READING_METHODS or held["page"] != request.path:
        return {}
    if is_idle(request):
        return {}
    del request.session[KEPT]
    try:
        content = unseal(_owner_of_form(request, held["page"]), str(held["fields"]).encode())
    except Unsealable:
        return {}
    fields: dict[str, str] = json.loads(content)
    return fields


def _owner_of_form(request: HttpRequest, page: str) -> str:
    return f"form of user {request.user.pk} at {page}"
